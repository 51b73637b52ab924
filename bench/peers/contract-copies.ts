/** The contract as other tools can read it: open objects, and for the older ones OpenAPI 3.0. */
import { parse } from 'yaml';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

type Node = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The contract, a fresh copy each time. */
async function contract(): Promise<Node> {
  const file = fileURLToPath(new URL('../../openapi/distribution.yaml', import.meta.url));
  const document: unknown = parse(await readFile(file, 'utf8'), { maxAliasCount: -1 });
  if (!isNode(document)) throw new Error('the contract is no object');
  return document;
}

/** Changes every object of a tree, from the leaves upwards. */
function everywhere(value: unknown, change: (node: Node) => Node): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => everywhere(item, change));
  if (!isNode(value)) return value;
  const node: Node = {};
  for (const [key, inner] of Object.entries(value)) node[key] = everywhere(inner, change);
  return change(node);
}

/** With more properties than are named allowed outright, and each status of success written out. */
export async function openContract(): Promise<unknown> {
  return everywhere(await contract(), (node) => statusesNamed(opened(node)));
}

function opened(node: Node): Node {
  return isNode(node['properties']) ? { additionalProperties: true, ...node } : node;
}

function statusesNamed(node: Node): Node {
  const { '2XX': success, ...others } = node;
  if (success === undefined) return node;
  return { '200': success, '202': success, '204': success, ...others };
}
