/** Short JSON, in which equal objects and lists are written once. Runs in browsers too. */

/**
 * Returns JSON with every distinct object and list of a value, parts before wholes, the value itself
 * last. Inside a part, `[3]` refers to part number 3.
 */
export function packJson(value: object): string {
  const parts: string[] = [];
  const indexes = new Map<string, number>();
  const addPart = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    const part = JSON.stringify(mapMembers(node, addPart));
    const at = indexes.get(part) ?? parts.push(part) - 1;
    indexes.set(part, at);
    return [at];
  };
  addPart(value);
  return `[${parts.join(',')}]`;
}

/** Returns the value that was packed. Equal parts of it are the same object. */
export function unpackJson(text: string): unknown {
  const parts: unknown = JSON.parse(text);
  const values: unknown[] = [];
  const restore = (member: unknown): unknown =>
    Array.isArray(member) ? values[Number(member[0])] : member;
  if (!areParts(parts)) return undefined;
  for (const part of parts) values.push(mapMembers(part, restore));
  return values.at(-1);
}

function areParts(value: unknown): value is object[] {
  return Array.isArray(value);
}

function mapMembers(part: object, change: (member: unknown) => unknown): object {
  if (Array.isArray(part)) return part.map(change);
  const members: [string, unknown][] = Object.entries(part);
  return Object.fromEntries(members.map(([name, member]) => [name, change(member)]));
}
