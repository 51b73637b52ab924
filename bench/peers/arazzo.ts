/** Describes our scenarios in Arazzo, each as one workflow. */
import { daysFrom, type Scenario, type Step } from './steps.ts';

/** The inputs of every workflow: the key, the name of the run, and the dates that steps use. */
const inputNames = ['key', 'run', ...Object.keys(daysFrom(0))];

/** Returns an Arazzo description, which refers to `contract.json` in the same folder. */
export function createArazzo(scenarios: readonly Scenario[]): object {
  return {
    arazzo: '1.0.1',
    info: { title: 'Books on their way to the stores', version: '1' },
    sourceDescriptions: [{ name: 'books', type: 'openapi', url: 'contract.json' }],
    workflows: scenarios.map(createWorkflow),
  };
}

function createWorkflow({ name, steps }: Scenario, index: number): object {
  const properties = Object.fromEntries(inputNames.map((input) => [input, { type: 'string' }]));
  return {
    workflowId: name.replaceAll(/\W+/g, '-'),
    summary: name,
    inputs: { type: 'object', properties },
    // Respect looks up a step in all workflows, so each step needs a unique id.
    steps: createSteps({
      steps,
      idPrefix: `flow-${index + 1}`,
      nextIndex: 0,
      shape: undefined,
      keptValues: {},
    }),
  };
}

/** The documented shapes of a response with upload URLs: the list of grants in an envelope, or the list itself. */
type Shape = 'enveloped' | 'bare';

interface RemainingSteps {
  /** The start of the id of each step. */
  readonly idPrefix: string;
  readonly steps: readonly Step[];
  /** The index of the next step to write. */
  readonly nextIndex: number;
  /** The shape of the responses, once it is known. */
  readonly shape: Shape | undefined;
  /** The runtime expression of each kept value. */
  readonly keptValues: Readonly<Record<string, string>>;
}

/** Returns the steps. After a response with two documented shapes, the remaining steps are written twice. */
function createSteps(remainingSteps: RemainingSteps): object[] {
  const { steps, idPrefix, nextIndex, shape, keptValues } = remainingSteps;
  const step = steps[nextIndex];
  if (step === undefined) return [];
  const stepId = getStepId(idPrefix, nextIndex, shape);
  const hasFork = shape === undefined && countShapes(step) > 1;
  const createRest = (nextShape: Shape | undefined): object[] => {
    const nextValues: Record<string, string> = { ...keptValues };
    for (const [name, [pointer, barePointer]] of Object.entries(step.keeps ?? {})) {
      const keptPointer = nextShape === 'bare' ? barePointer : pointer;
      nextValues[name] = `$steps.${stepId}.outputs.answer#${keptPointer ?? ''}`;
    }
    return createSteps({
      ...remainingSteps,
      nextIndex: nextIndex + 1,
      shape: nextShape,
      keptValues: nextValues,
    });
  };
  const arazzoStep = {
    stepId,
    ...createRequest(step, keptValues),
    ...createExpectation(step, keptValues),
  };
  if (hasFork)
    return [
      { ...arazzoStep, onSuccess: createFork(idPrefix, nextIndex + 1) },
      ...createRest('enveloped'),
      ...createRest('bare'),
    ];
  const isLast = nextIndex === steps.length - 1;
  const ending = isLast ? { onSuccess: [{ name: 'done', type: 'end' }] } : {};
  return [{ ...arazzoStep, ...ending }, ...createRest(shape)];
}

function getStepId(idPrefix: string, index: number, shape: Shape | undefined): string {
  return `${idPrefix}-step-${index + 1}${shape === undefined ? '' : `-${shape}`}`;
}

function countShapes({ keeps = {} }: Step): number {
  return Math.max(0, ...Object.values(keeps).map(({ length }) => length));
}

/** Chooses the next step by the shape of the response. */
function createFork(idPrefix: string, nextIndex: number): object[] {
  // A bare body is the list of grants itself, so its first item has a `url`.
  const bare = { context: '$response.body', type: 'jsonpath', condition: '$[?(@[0].url)]' };
  return [
    {
      name: 'bare',
      type: 'goto',
      stepId: getStepId(idPrefix, nextIndex, 'bare'),
      criteria: [bare],
    },
    { name: 'enveloped', type: 'goto', stepId: getStepId(idPrefix, nextIndex, 'enveloped') },
  ];
}

type KeptValues = RemainingSteps['keptValues'];

function createRequest(step: Step, keptValues: KeptValues): object {
  const pathParameters = Object.entries(step.path ?? {}).map(([name, value]) => ({
    name,
    in: 'path',
    value: fill(value, keptValues),
  }));
  const queryParameters = Object.entries(step.query ?? {}).map(([name, value]) => ({
    name,
    in: 'query',
    value,
  }));
  if (step.operation === 'putFile') {
    const url = fill(step.path?.['presignedUrl'] ?? '', keptValues);
    return { 'x-operation': { url, method: 'put' }, ...createBody(step, keptValues) };
  }
  const keyParameters =
    step.key === 'none' ? [] : [{ name: 'apikey', in: 'header', value: getKey(step) }];
  return {
    operationId: `$sourceDescriptions.books.${step.operation}`,
    parameters: [...keyParameters, ...pathParameters, ...queryParameters],
    ...createBody(step, keptValues),
  };
}

function getKey({ key }: Step): string {
  return key === 'wrong' ? 'not-a-key' : '$inputs.key';
}

function createBody({ body: json, text }: Step, keptValues: KeptValues): object {
  if (text !== undefined) {
    return { requestBody: { contentType: text.type, payload: text.content } };
  }
  if (json === undefined) return {};
  return { requestBody: { contentType: 'application/json', payload: fillAll(json, keptValues) } };
}

function createExpectation(step: Step, keptValues: KeptValues): object {
  return {
    successCriteria: [{ condition: describeStatus(step) }, ...createBodyChecks(step, keptValues)],
    ...(step.keeps === undefined ? {} : { outputs: { answer: '$response.body' } }),
  };
}

function describeStatus({ status }: Step): string {
  return status === '2xx' ? '$statusCode >= 200 && $statusCode < 300' : `$statusCode == ${status}`;
}

function createBodyChecks(
  { values = {}, patterns = {}, pointers = [] }: Step,
  keptValues: KeptValues,
): object[] {
  return [
    ...Object.entries(values).map(([pointer, value]) => ({
      condition: `$response.body#${pointer} == ${formatLiteral(value, keptValues)}`,
    })),
    ...Object.entries(patterns).map(([pointer, condition]) => ({
      context: `$response.body#${pointer}`,
      type: 'regex',
      condition,
    })),
    ...pointers.map((pointer) => ({
      context: '$response.body',
      type: 'jsonpath',
      // Respect evaluates the condition on a list with the body as its only item.
      condition: `$[?(@${pointer.replaceAll(/\/(\d+)/g, '[$1]').replaceAll('/', '.')})]`,
    })),
  ];
}

function formatLiteral(value: unknown, keptValues: KeptValues): string {
  if (typeof value !== 'string') return String(value);
  const text = fill(value, keptValues);
  return text.startsWith('$') ? text : `'${text}'`;
}

/**
 * Replaces each `{{name}}` with a runtime expression. A text that is only a placeholder becomes the expression itself;
 * inside other text, Arazzo requires braces around it.
 */
function fill(text: string, keptValues: KeptValues): string {
  const expression = (name: string): string => keptValues[name] ?? `$inputs.${name}`;
  const placeholder = /^\{\{(\w+)\}\}$/.exec(text)?.[1];
  if (placeholder !== undefined) return expression(placeholder);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => `{${expression(name)}}`);
}

function fillAll(value: unknown, keptValues: KeptValues): unknown {
  if (typeof value === 'string') return fill(value, keptValues);
  if (Array.isArray(value)) return value.map((item: unknown) => fillAll(item, keptValues));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, fillAll(inner, keptValues)]);
  return Object.fromEntries(entries);
}
