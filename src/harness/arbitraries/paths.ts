/** Reads and replaces parts of JSON values by their paths. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import type { Path } from '../../contract/schema-nodes.ts';

export function readAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((part, key) => {
    if (isArray(part)) return part[Number(key)];
    return isObject(part) ? part[String(key)] : undefined;
  }, value);
}

/** Returns a copy of a value with another part; without the part if that is undefined. */
export function replaceAt(value: unknown, path: Path, part: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return part;
  const inner = replaceAt(readAt(value, [key]), rest, part);
  if (isArray(value)) return value.map((entry, index) => (index === key ? inner : entry));
  const members = isObject(value) ? value : {};
  if (inner !== undefined) return { ...members, [key]: inner };
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== key));
}

/** Parses a name with dots, such as `contributor.0.role`. The empty name is the whole value. */
export function parsePath(name: string): Path {
  if (name === '') return [];
  return name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
