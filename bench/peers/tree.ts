/** Walks through JSON that nobody vouches for. */

export type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object, or an empty one in place of anything else. */
export function asNode(value: unknown): Node {
  return isNode(value) ? value : {};
}

export function at(node: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => asNode(inner)[key], node);
}

export function entries(node: unknown): (readonly [string, unknown])[] {
  return Object.entries(asNode(node));
}

/** Changes every object of a tree, from the leaves upwards. */
export function everywhere(value: unknown, change: (node: Node) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => everywhere(item, change));
  if (!isNode(value)) return value;
  const node: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) node[key] = everywhere(inner, change);
  return change(node);
}

/** A part of a document with everything it refers to in its place. */
export function resolved(part: unknown, whole: unknown): unknown {
  const there = (node: Node): unknown => {
    const target = node['$ref'];
    if (typeof target !== 'string') return node;
    return resolved(at(whole, ...target.split('/').slice(1)), whole);
  };
  return everywhere(part, there);
}
