/** Takes the schemas of success answers out of the contract, for the client, which reads no YAML and brings no Ajv. */

type Json = Readonly<Record<string, unknown>>;

/** What the client's judge understands; everything else of a schema is words. */
const kept = new Set(
  '$ref type properties required items anyOf enum const format pattern minimum maximum'.split(' '),
);

const methods = ['get', 'post', 'patch', 'delete'];

/** The text of the generated module: for each operation and status the schema, and the schemas these name. */
export function answerSchemas(contract: unknown, header: string): string {
  const operations = Object.values(at(contract, 'paths')).flatMap((item) =>
    methods.flatMap((method) => (method in object(item) ? [at(item, method)] : [])),
  );
  const answers = Object.fromEntries(
    operations.map((operation) => [String(operation['operationId']), successesOf(operation)]),
  );
  const all = at(at(contract, 'components'), 'schemas');
  const named = new Map<string, unknown>();
  gather(answers, all, named);
  const line = ([name, schema]: [string, unknown]) =>
    `  ${JSON.stringify(name)}: ${JSON.stringify(schema)},`;
  return [
    header,
    'export const answers = {',
    ...Object.entries(answers).map(line),
    '};',
    '',
    'export const schemas = {',
    ...[...named].map(line),
    '};',
    '',
  ].join('\n');
}

/** The JSON schema of each success that has one. */
function successesOf(operation: Json): Json {
  return Object.fromEntries(
    Object.entries(at(operation, 'responses')).flatMap(([status, response]) => {
      if (!status.startsWith('2') || !('content' in object(response))) return [];
      return [[status, lean(at(at(at(response, 'content'), 'application/json'), 'schema'))]];
    }),
  );
}

/** Adds the schemas that a value names, and those they name. */
function gather(value: unknown, all: Json, named: Map<string, unknown>): void {
  for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (name === undefined || named.has(name)) continue;
    const schema = lean(all[name]);
    named.set(name, schema);
    gather(schema, all, named);
  }
}

function lean(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lean);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      // Shapes that exclude each other are judged like any others: by the one that was meant.
      if (key === 'oneOf') return [['anyOf', lean(value)]];
      if (!kept.has(key)) return [];
      return [[key, key === 'properties' ? eachLean(value) : lean(value)]];
    }),
  );
}

/** The names of properties are no keywords, so all of them stay. */
function eachLean(properties: unknown): Json {
  return Object.fromEntries(
    Object.entries(object(properties)).map(([name, schema]) => [name, lean(schema)]),
  );
}

function at(value: unknown, key: string): Json {
  return object(object(value)[key]);
}

function object(value: unknown): Json {
  if (typeof value === 'object' && value !== null) return { ...value };
  throw new Error('The contract is not as this script knows it: an object is missing.');
}
