/** Short JSON, in which equal objects and lists are written once. Runs in browsers too. */

/**
 * Returns JSON with every distinct object and list of a value, parts before wholes, the value itself
 * last. Inside a part, `[3]` refers to part number 3.
 */
export function packJson(value: object): string {
  const parts: string[] = [];
  const places = new Map<string, number>();
  const place = (one: unknown): unknown => {
    if (typeof one !== 'object' || one === null) return one;
    const part = JSON.stringify(mapMembers(one, place));
    const at = places.get(part) ?? parts.push(part) - 1;
    places.set(part, at);
    return [at];
  };
  place(value);
  return `[${parts.join(',')}]`;
}

/** Returns the value that was packed. Equal parts of it are the same object. */
export function unpackJson(text: string): unknown {
  const parts: unknown = JSON.parse(text);
  const whole: unknown[] = [];
  const restore = (one: unknown): unknown => (Array.isArray(one) ? whole[Number(one[0])] : one);
  if (!areParts(parts)) return undefined;
  for (const part of parts) whole.push(mapMembers(part, restore));
  return whole.at(-1);
}

function areParts(value: unknown): value is object[] {
  return Array.isArray(value);
}

function mapMembers(part: object, change: (member: unknown) => unknown): object {
  if (Array.isArray(part)) return part.map(change);
  const members: [string, unknown][] = Object.entries(part);
  return Object.fromEntries(members.map(([name, member]) => [name, change(member)]));
}
