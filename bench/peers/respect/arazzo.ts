/** The flows as Arazzo, with one workflow for each. */
import type { Scenario, Step } from '../scenarios/step.ts';

/** Inputs that every workflow gets; the days are days of the calendar. */
const inputNames = ['key', 'run', 'past', 'today', 'soon', 'near', 'far', 'distant'];

/** A description for Respect beside a file `contract.json`. */
export function arazzo(scenarios: readonly Scenario[]): object {
  return {
    arazzo: '1.0.1',
    info: { title: 'Books on their way to the stores', version: '1' },
    sourceDescriptions: [{ name: 'books', type: 'openapi', url: 'contract.json' }],
    workflows: scenarios.map(workflow),
  };
}

function workflow({ name, steps }: Scenario, index: number): object {
  const properties = Object.fromEntries(inputNames.map((input) => [input, { type: 'string' }]));
  return {
    workflowId: name.replaceAll(/\W+/g, '-'),
    summary: name,
    inputs: { type: 'object', properties },
    // A step's name is looked up in all workflows, so it has to be the only one of that name.
    steps: chain({ steps, name: `flow-${index + 1}`, from: 0, shape: undefined, kept: {} }),
  };
}

interface Chain {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly from: number;
  /** Which of two documented shapes the answers have had so far, once that is known. */
  readonly shape: 0 | 1 | undefined;
  /** Where each kept value is found. */
  readonly kept: Readonly<Record<string, string>>;
}

/** Steps one after another; where an answer has two shapes, the rest is there once for each. */
function chain(at: Chain): object[] {
  const { steps, name: flow, from, shape, kept } = at;
  const step = steps[from];
  if (step === undefined) return [];
  const stepId = idOf(flow, from, shape);
  const forks = shape === undefined && alternatives(step) > 1;
  const rest = (which: 0 | 1 | undefined): object[] => {
    const known: Record<string, string> = { ...kept };
    for (const [name, pointers] of Object.entries(step.keeps ?? {})) {
      known[name] = `$steps.${stepId}.outputs.answer#${pointers[which ?? 0] ?? ''}`;
    }
    return chain({ ...at, from: from + 1, shape: which, kept: known });
  };
  const one = { stepId, ...asked(step, kept), ...expected(step, kept) };
  if (forks) return [{ ...one, onSuccess: fork(flow, from + 1) }, ...rest(0), ...rest(1)];
  const ends = from === steps.length - 1 ? { onSuccess: [{ name: 'done', type: 'end' }] } : {};
  return [{ ...one, ...ends }, ...rest(shape)];
}

function idOf(flow: string, index: number, shape: 0 | 1 | undefined): string {
  return `${flow}-step-${index + 1}${shape === undefined ? '' : ['-enveloped', '-bare'][shape]}`;
}

function alternatives({ keeps = {} }: Step): number {
  return Math.max(0, ...Object.values(keeps).map(({ length }) => length));
}

/** Which way to go on, by what the answer looks like. */
function fork(flow: string, next: number): object[] {
  const bare = { context: '$response.body', type: 'jsonpath', condition: '$[?(@[0].url)]' };
  return [
    { name: 'bare', type: 'goto', stepId: idOf(flow, next, 1), criteria: [bare] },
    { name: 'enveloped', type: 'goto', stepId: idOf(flow, next, 0) },
  ];
}

type Kept = Chain['kept'];

function asked(step: Step, kept: Kept): object {
  const inPath = Object.entries(step.path ?? {}).map(([name, value]) => ({
    name,
    in: 'path',
    value: filled(value, kept),
  }));
  const inQuery = Object.entries(step.query ?? {}).map(([name, value]) => ({
    name,
    in: 'query',
    value,
  }));
  if (step.operation === 'putFile') {
    const url = filled(step.path?.['presignedUrl'] ?? '', kept);
    return { 'x-operation': { url, method: 'put' }, ...body(step, kept) };
  }
  const keys = step.key === 'none' ? [] : [{ name: 'apikey', in: 'header', value: keyOf(step) }];
  return {
    operationId: `$sourceDescriptions.books.${step.operation}`,
    parameters: [...keys, ...inPath, ...inQuery],
    ...body(step, kept),
  };
}

function keyOf({ key }: Step): string {
  return key === 'wrong' ? 'not-a-key' : '$inputs.key';
}

function body({ body: json, text }: Step, kept: Kept): object {
  if (text !== undefined) {
    return { requestBody: { contentType: text.type, payload: text.content } };
  }
  if (json === undefined) return {};
  return { requestBody: { contentType: 'application/json', payload: filledAll(json, kept) } };
}

function expected(step: Step, kept: Kept): object {
  return {
    successCriteria: [{ condition: statusOf(step) }, ...answers(step, kept)],
    ...(step.keeps === undefined ? {} : { outputs: { answer: '$response.body' } }),
  };
}

function statusOf({ answers: status }: Step): string {
  return status === '2xx' ? '$statusCode >= 200 && $statusCode < 300' : `$statusCode == ${status}`;
}

function answers({ shows = {}, like = {}, has = [] }: Step, kept: Kept): object[] {
  return [
    ...Object.entries(shows).map(([pointer, value]) => ({
      condition: `$response.body#${pointer} == ${literal(value, kept)}`,
    })),
    ...Object.entries(like).map(([pointer, condition]) => ({
      context: `$response.body#${pointer}`,
      type: 'regex',
      condition,
    })),
    ...has.map((pointer) => ({
      context: '$response.body',
      type: 'jsonpath',
      // It is asked of a list that has the body as its only item.
      condition: `$[?(@${pointer.replaceAll(/\/(\d+)/g, '[$1]').replaceAll('/', '.')})]`,
    })),
  ];
}

function literal(value: unknown, kept: Kept): string {
  if (typeof value !== 'string') return String(value);
  const text = filled(value, kept);
  return text.startsWith('$') ? text : `'${text}'`;
}

/** Placeholders as runtime expressions: alone, or within a text. */
function filled(text: string, kept: Kept): string {
  const expression = (name: string): string => kept[name] ?? `$inputs.${name}`;
  const alone = /^\{\{(\w+)\}\}$/.exec(text)?.[1];
  if (alone !== undefined) return expression(alone);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => `{${expression(name)}}`);
}

function filledAll(value: unknown, kept: Kept): unknown {
  if (typeof value === 'string') return filled(value, kept);
  if (Array.isArray(value)) return value.map((item: unknown) => filledAll(item, kept));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, filledAll(inner, kept)]);
  return Object.fromEntries(entries);
}
