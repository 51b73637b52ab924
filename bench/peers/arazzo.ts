/** Writes the flows as an Arazzo description, one workflow for each. */
import type { Scenario, Step } from './steps.ts';

/** The inputs of every workflow; the days are dates. */
const inputNames = ['key', 'run', 'past', 'today', 'soon', 'near', 'far', 'distant'];

/** Returns a description that refers to `contract.json` in the same folder. */
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
    // Respect looks up a step in all workflows, so its name must be unique.
    steps: chain({ steps, name: `flow-${index + 1}`, from: 0, shape: undefined, kept: {} }),
  };
}

interface Chain {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly from: number;
  /** The documented shape of the responses, once it is known. */
  readonly shape: 0 | 1 | undefined;
  /** The runtime expression of each kept value. */
  readonly kept: Readonly<Record<string, string>>;
}

/** Returns the steps. After a response with two documented shapes the rest exists once for each. */
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
  const one = { stepId, ...request(step, kept), ...expectation(step, kept) };
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

/** Chooses the next step by the shape of the response. */
function fork(flow: string, next: number): object[] {
  const bare = { context: '$response.body', type: 'jsonpath', condition: '$[?(@[0].url)]' };
  return [
    { name: 'bare', type: 'goto', stepId: idOf(flow, next, 1), criteria: [bare] },
    { name: 'enveloped', type: 'goto', stepId: idOf(flow, next, 0) },
  ];
}

type Kept = Chain['kept'];

function request(step: Step, kept: Kept): object {
  const inPath = Object.entries(step.path ?? {}).map(([name, value]) => ({
    name,
    in: 'path',
    value: fill(value, kept),
  }));
  const inQuery = Object.entries(step.query ?? {}).map(([name, value]) => ({
    name,
    in: 'query',
    value,
  }));
  if (step.operation === 'putFile') {
    const url = fill(step.path?.['presignedUrl'] ?? '', kept);
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
  return { requestBody: { contentType: 'application/json', payload: fillAll(json, kept) } };
}

function expectation(step: Step, kept: Kept): object {
  return {
    successCriteria: [{ condition: statusOf(step) }, ...bodyChecks(step, kept)],
    ...(step.keeps === undefined ? {} : { outputs: { answer: '$response.body' } }),
  };
}

function statusOf({ answers: status }: Step): string {
  return status === '2xx' ? '$statusCode >= 200 && $statusCode < 300' : `$statusCode == ${status}`;
}

function bodyChecks({ shows = {}, like = {}, has = [] }: Step, kept: Kept): object[] {
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
      // Respect evaluates it on a list that holds the body as its only item.
      condition: `$[?(@${pointer.replaceAll(/\/(\d+)/g, '[$1]').replaceAll('/', '.')})]`,
    })),
  ];
}

function literal(value: unknown, kept: Kept): string {
  if (typeof value !== 'string') return String(value);
  const text = fill(value, kept);
  return text.startsWith('$') ? text : `'${text}'`;
}

/** Replaces placeholders by runtime expressions. */
function fill(text: string, kept: Kept): string {
  const expression = (name: string): string => kept[name] ?? `$inputs.${name}`;
  const alone = /^\{\{(\w+)\}\}$/.exec(text)?.[1];
  if (alone !== undefined) return expression(alone);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => `{${expression(name)}}`);
}

function fillAll(value: unknown, kept: Kept): unknown {
  if (typeof value === 'string') return fill(value, kept);
  if (Array.isArray(value)) return value.map((item: unknown) => fillAll(item, kept));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, fillAll(inner, kept)]);
  return Object.fromEntries(entries);
}
