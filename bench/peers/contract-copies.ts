/** The contract as other tools can read it: open objects, and for the older ones OpenAPI 3.0. */
import { parse } from 'yaml';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { follow, isObject, type JsonObject } from '../../src/contract/json-pointer.ts';
import { asNode, everywhere, isNode, type Node } from './tree.ts';

/** The contract, a fresh copy each time. */
async function contract(): Promise<JsonObject> {
  const file = fileURLToPath(new URL('../../openapi/distribution.yaml', import.meta.url));
  const document: unknown = parse(await readFile(file, 'utf8'), { maxAliasCount: -1 });
  if (!isObject(document)) throw new Error('the contract is no object');
  return document;
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

/** For a tool that would send every example: none, and no upload, which goes to another server. */
export async function bareContract(): Promise<unknown> {
  const bare = asNode(everywhere(await openContract(), withoutExamples));
  const { '/{presignedUrl}': _storage, ...paths } = asNode(bare['paths']);
  return { ...bare, paths };
}

function withoutExamples(node: Node): Node {
  const { if: _if, then: _then, else: _else, examples: _examples, ...rest } = node;
  return rest;
}

/** In OpenAPI 3.0, for a tool that knows neither alternatives nor several media types. */
export async function loweredContract(): Promise<unknown> {
  const whole = await contract();
  const said = everywhere(whole, (node) => saidThere(node, whole));
  const all = asNode(everywhere(said, (node) => lowered(oneSuccess(node))));
  const { '/{presignedUrl}': _storage, ...paths } = asNode(all['paths']);
  const { summary: _summary, license: _license, ...info } = asNode(all['info']);
  return { ...all, openapi: '3.0.3', info, paths };
}

/** What stands at a reference into a schema: such a tool follows references to whole schemas alone. */
function saidThere(node: Node, whole: JsonObject): Node {
  const { $ref: there } = node;
  const within = typeof there === 'string' && /^#(\/[^/]+){4,}$/.test(there);
  return within ? asNode(follow(whole, there)) : node;
}

/** A status of success that is not shown is one of those a service may choose. */
function oneSuccess(node: Node): Node {
  const { '2XX': success, ...others } = node;
  return success === undefined ? node : { '204': success, ...others };
}

/** Keywords of 3.1 in those of 3.0; what cannot be said there is left out. */
function lowered(node: Node): Node {
  const { if: _if, then: _then, else: _else, ...said } = node;
  if (Array.isArray(said['anyOf'] ?? said['oneOf'])) return { type: 'object' };
  const known: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(said)) if (!key.startsWith('x-')) known[key] = value;
  return withOneMediaType(withOneExample(withOneType(known)));
}

function withOneType(node: Node): Node {
  const { type, const: only, ...rest } = node;
  if (type === 'null') return { ...rest, type: 'object', nullable: true };
  const names: readonly unknown[] = Array.isArray(type) ? type : [];
  const [name] = names.filter((one) => one !== 'null');
  const one = names.length > 0 ? { type: name, nullable: true } : 'type' in node ? { type } : {};
  return { ...rest, ...one, ...(only === undefined ? {} : { enum: [only] }) };
}

/** Schemas have a list of examples, parameters named ones. */
function withOneExample(node: Node): Node {
  const { examples, ...rest } = node;
  if (Array.isArray(examples)) return { ...rest, example: examples[0] };
  if (!isNode(examples) || !('in' in node)) return node;
  return { ...rest, example: asNode(Object.values(examples)[0])['value'] };
}

function withOneMediaType(node: Node): Node {
  const { content } = node;
  if (!isNode(content)) return node;
  const { 'application/problem+json': _problem, ...others } = content;
  return { ...node, content: others };
}
