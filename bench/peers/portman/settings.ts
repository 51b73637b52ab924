/** The flows as settings of Portman: one integration test for each, with scripts where it has no word. */
import type { OperationId } from '../../../src/contract/operations.ts';
import { fields, type Scenario, type Step } from '../scenarios/step.ts';

const paths: Record<OperationId, string> = {
  createBook: '/books',
  listBooks: '/books',
  readBook: '/books/{{bookPublicId}}',
  updateBook: '/books/{{bookPublicId}}',
  deleteBook: '/books/{{bookPublicId}}',
  lookUpBook: '/books/external-id/{{bookExternalId}}',
  requestUploads: '/books/{{bookPublicId}}/upload',
  attachFile: '/books/{{bookPublicId}}/file/{{fileId}}/attach',
  publishBook: '/books/{{bookPublicId}}/publish',
  unpublishBook: '/books/{{bookPublicId}}/unpublish',
  putFile: '{{presignedUrl}}',
};

const schemaHolds = { schemaValidation: { enabled: true } };

/** What goes into the file of settings. */
export function settings(scenarios: readonly Scenario[]): object {
  return {
    version: 1.0,
    tests: {
      contractTests: [],
      variationTests: [...fuzzing],
      integrationTests: scenarios.map(({ name, steps }) => ({
        name,
        operations: steps.map((step, index) => operation(step, `${name}, step ${index + 1}`)),
      })),
    },
    globals: { securityOverwrites: { remove: true } },
  };
}

/** Requests Portman makes up: without each required property, and past each limit of a query. */
const fuzzing = [
  variation('createBook', 'lacks a required property', {
    fuzzing: [{ requestBody: [{ requiredFields: { enabled: true } }] }],
    operationPreRequestScripts: [{ scripts: [keyed('good')] }],
    overwrites: [
      {
        overwriteRequestBody: Object.entries(fields('ebook', 'fuzzed')).map(([key, value]) => ({
          key,
          value,
          overwrite: true,
        })),
      },
    ],
  }),
  variation('listBooks', 'is past a limit', {
    fuzzing: [
      {
        requestQueryParams: [
          { minimumNumberFields: { enabled: true }, maximumNumberFields: { enabled: true } },
        ],
      },
    ],
    operationPreRequestScripts: [{ scripts: [keyed('good')] }],
  }),
];

function variation(id: OperationId, name: string, more: object): object {
  const tests = { contractTests: [{ statusCode: { enabled: true, code: 400 } }, schemaHolds] };
  const one = { name: `${id} ${name}`, openApiResponse: '400', tests, ...more };
  return { openApiOperationId: id, openApiResponse: '400', variations: [one] };
}

function operation(step: Step, name: string): object {
  const { answers } = step;
  const status = answers === '2xx' ? { statusSuccess: { enabled: true } } : undefined;
  const code = typeof answers === 'number' ? answers : 204;
  const contract = [
    status ?? { statusCode: { enabled: true, code } },
    ...(step.operation === 'putFile' || answers === '2xx' ? [] : [schemaHolds]),
  ];
  return {
    openApiOperationId: step.operation,
    variations: [
      {
        name,
        ...(answers === '2xx' ? {} : { openApiResponse: String(answers) }),
        tests: { contractTests: contract, extendTests: [{ tests: checks(step, name) }] },
        operationPreRequestScripts: [{ scripts: before(step) }],
      },
    ],
  };
}

function quoted(value: unknown): string {
  return JSON.stringify(value);
}

/** Everything of a request comes from the step, whatever example Portman put there. */
function before(step: Step): string[] {
  const query = Object.entries(step.query ?? {}).map(([name, value]) => `${name}=${value}`);
  let path = paths[step.operation];
  for (const [name, value] of Object.entries(step.path ?? {})) {
    path = path.replace(`{{${name}}}`, value);
  }
  const url = step.operation === 'putFile' ? path : `{{baseUrl}}${path}`;
  const whole = query.length > 0 ? `${url}?${query.join('&')}` : url;
  const text = step.text?.content ?? (step.body === undefined ? '' : quoted(step.body));
  const type = step.text?.type ?? 'application/json';
  return [
    `pm.request.url.update(pm.variables.replaceIn(${quoted(whole)}));`,
    `pm.request.body.update({ mode: 'raw', raw: pm.variables.replaceIn(${quoted(text)}) });`,
    `pm.request.headers.upsert({ key: 'Content-Type', value: ${quoted(type)} });`,
    keyed(step.key ?? 'good'),
  ];
}

function keyed(key: 'good' | 'wrong' | 'none'): string {
  if (key === 'none') return `pm.request.headers.remove('apikey');`;
  const value = key === 'wrong' ? quoted('not-a-key') : `pm.variables.get('key')`;
  return `pm.request.headers.upsert({ key: 'apikey', value: ${value} });`;
}

/** A pointer as JavaScript that never throws. */
function at(pointer: string): string {
  const keys = pointer.split('/').slice(1);
  return `${quoted(keys)}.reduce((node, key) => node?.[key], answer)`;
}

function checks({ shows = {}, like = {}, has = [], keeps = {} }: Step, name: string): string[] {
  const tests = [
    ...Object.entries(shows).map(([pointer, value]) => [
      `shows ${pointer}`,
      `pm.expect(${at(pointer)}).to.eql(${typeof value === 'string' ? `pm.variables.replaceIn(${quoted(value)})` : quoted(value)})`,
    ]),
    ...Object.entries(like).map(([pointer, pattern]) => [
      `is like ${pattern} at ${pointer}`,
      `pm.expect(String(${at(pointer)})).to.match(new RegExp(${quoted(pattern)}))`,
    ]),
    ...has.map((pointer) => [`has ${pointer}`, `pm.expect(${at(pointer)}).to.exist`]),
  ];
  const kept = Object.entries(keeps).map(
    ([variable, pointers]) =>
      `pm.collectionVariables.set(${quoted(variable)}, ${pointers.map(at).join(' ?? ')});`,
  );
  return [
    `let answer; try { answer = pm.response.json(); } catch { answer = undefined; }`,
    ...kept,
    ...tests.map(([what, test]) => `pm.test(${quoted(`${name}: ${what}`)}, () => { ${test}; });`),
  ];
}
