/** The JSON Schema of every documented answer, whole, for a tool that would otherwise go by an example. */

type Node = Readonly<Record<string, unknown>>;

/** By method, path template and status: `GET /books 200`. */
export function answerSchemas(contract: unknown): Record<string, unknown> {
  const schemas: Record<string, unknown> = {};
  for (const [path, operations] of entries(at(contract, 'paths'))) {
    for (const [method, operation] of entries(operations)) {
      for (const [status, answer] of entries(at(operation, 'responses'))) {
        const content = at(resolved(answer, contract), 'content');
        const [media] = entries(content).map(([, one]) => one);
        const schema = at(media, 'schema');
        const name = `${method.toUpperCase()} ${path} ${status}`;
        if (schema !== undefined) {
          schemas[name] = {
            $schema: 'http://json-schema.org/draft-07/schema#',
            ...resolved(schema, contract),
          };
        }
      }
    }
  }
  return schemas;
}

/** A part of the contract with everything it refers to in its place. */
function resolved(node: unknown, contract: unknown): Node {
  const whole = everywhere(node, contract);
  return isNode(whole) ? whole : {};
}

function everywhere(node: unknown, contract: unknown): unknown {
  if (Array.isArray(node)) return node.map((item: unknown) => everywhere(item, contract));
  if (!isNode(node)) return node;
  const target = node['$ref'];
  if (typeof target === 'string') return everywhere(referred(target, contract), contract);
  const copy: Record<string, unknown> = {};
  // Examples of draft 2020 say nothing to an older validator, and some of them refer elsewhere.
  for (const [key, value] of entries(node)) {
    if (key !== 'examples') copy[key] = everywhere(value, contract);
  }
  return copy;
}

function referred(target: string, contract: unknown): unknown {
  return target.split('/').slice(1).reduce(at, contract);
}

function at(node: unknown, key: string): unknown {
  return isNode(node) ? node[key] : undefined;
}

function entries(node: unknown): (readonly [string, unknown])[] {
  return isNode(node) ? Object.entries(node) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
