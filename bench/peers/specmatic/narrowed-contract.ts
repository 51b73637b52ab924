/** The contract as far as Specmatic can vary it: values that need knowledge it has not are left out. */
import { bareContract } from '../contract-copies.ts';
import { asNode, at, entries, isNode, type Node } from '../tree.ts';

/** Fields whose made-up values are refused for good reasons, such as a check digit. */
const unvaried: Readonly<Record<string, readonly string[]>> = {
  BookCreate: ['isbn', 'audioDetails'],
  BookUpdate: ['isbn', 'format', 'audioDetails', 'chapters', 'externalId'],
};

/** The contract for it; `whole` is the one with the examples. */
export async function narrowedContract(): Promise<Node> {
  const bare = asNode(await bareContract());
  const components = asNode(bare['components']);
  const paths = entries(bare['paths']).map(([path, operations]) => [path, narrowed(operations)]);
  return {
    ...bare,
    paths: Object.fromEntries(paths),
    components: {
      ...components,
      responses: eachOf(components['responses'], (answer) => oneMediaType(answer)),
      schemas: eachOf(components['schemas'], (schema, name) => varied(schema, name)),
    },
  };
}

function eachOf(node: unknown, change: (value: Node, key: string) => unknown): Node {
  const changed: Record<string, unknown> = {};
  for (const [key, value] of entries(node)) {
    changed[key] = isNode(value) ? change(value, key) : value;
  }
  return changed;
}

function narrowed(operations: unknown): Node {
  return eachOf(operations, (operation) => {
    const { requestBody, ...rest } = operation;
    const empty = String(at(requestBody, '$ref')).endsWith('/Nothing');
    const responses = eachOf(answered(rest['responses']), (answer) => oneMediaType(answer));
    return { ...rest, responses, ...(empty ? {} : { requestBody }) };
  });
}

/** One status of success, and none that no single request leads to. */
function answered(responses: unknown): Node {
  const all = asNode(responses);
  const kept = Object.entries(all).filter(([status, answer]) => {
    if (status === '409') return at(answer, '$ref') === undefined;
    return '204' in all ? status !== '200' && status !== '202' : true;
  });
  return Object.fromEntries(kept);
}

/** It judges by one type each; which ones the service uses is seen after the first call. */
function oneMediaType(answer: Node): Node {
  const content = asNode(answer['content']);
  const problem = 'application/problem+json';
  if (String(answer['description']).includes('missing or not valid')) {
    return { ...answer, content: { 'application/json': { schema: {} } } };
  }
  if (!(problem in content)) return answer;
  const type = String(answer['description']).startsWith('There is no such')
    ? 'application/json'
    : problem;
  return { ...answer, content: { [type]: content[type] } };
}

function varied(schema: Node, name: string): Node {
  const left = unvaried[name] ?? [];
  const properties = entries(schema['properties']).filter(([property]) => !left.includes(property));
  if (name === 'BookCreate') properties.push(['format', { type: 'string', enum: ['ebook'] }]);
  if (name === 'FileUploadDescriptor') {
    properties.push(['role', { type: 'string', enum: ['ebook_content'] }]);
  }
  return properties.length === 0
    ? schema
    : { ...schema, properties: Object.fromEntries(properties) };
}
