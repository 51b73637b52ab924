/** Extracts the schemas of success responses for the client, which has neither a YAML parser nor Ajv. */

type Json = Readonly<Record<string, unknown>>;

/** The keywords that the client validates; it ignores all others. */
const kept = new Set(
  '$ref type properties required items anyOf enum const format pattern minimum maximum'.split(' '),
);

const methods = ['get', 'post', 'patch', 'delete'];

/** Returns the generated module: the schema of each operation and status, and the schemas they refer to. */
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
  // As text, because bundles and their maps carry it without white space.
  const constant = (name: string, value: unknown) =>
    `export const ${name}: Readonly<Record<string, unknown>> = JSON.parse(\n  ${quote(value)},\n);\n`;
  return [
    header,
    constant('answers', answers),
    constant('schemas', Object.fromEntries(named)),
  ].join('\n');
}

function quote(value: unknown): string {
  const escaped = JSON.stringify(value).replaceAll(/[\\']/g, '\\$&');
  return `'${escaped}'`;
}

/** Returns the JSON schema of each success response. */
function successesOf(operation: Json): Json {
  return Object.fromEntries(
    Object.entries(at(operation, 'responses')).flatMap(([status, response]) => {
      if (!status.startsWith('2') || !('content' in object(response))) return [];
      return [[status, lean(at(at(at(response, 'content'), 'application/json'), 'schema'))]];
    }),
  );
}

/** Adds the schemas that a value refers to, recursively. */
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
      // A `oneOf` is validated like an `anyOf`: by the branch that matches best.
      if (key === 'oneOf') return [['anyOf', lean(value)]];
      if (!kept.has(key)) return [];
      return [[key, key === 'properties' ? eachLean(value) : lean(value)]];
    }),
  );
}

/** Property names are not keywords, so all of them stay. */
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
  throw new Error('The contract lacks an object that this script expects.');
}
