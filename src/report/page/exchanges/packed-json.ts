/** Packs JSON, so that equal objects and lists are written only once. Also runs in browsers. */

/**
 * Returns a JSON list of all distinct objects and lists in a value. A part comes after the parts that it
 * contains, so the value itself is last. Inside a part, `[3]` refers to the part at index 3.
 */
export function packJson(value: object): string {
  const parts: string[] = [];
  const indexes = new Map<string, number>();
  const addPart = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    const part = JSON.stringify(mapMembers(node, addPart));
    const index = indexes.get(part) ?? parts.push(part) - 1;
    indexes.set(part, index);
    return [index];
  };
  addPart(value);
  return `[${parts.join(',')}]`;
}

/** Returns the packed value. Equal parts of it are the same object. */
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
