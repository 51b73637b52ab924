/** A short mark of a JSON value: the same value, whatever the order of its keys, has the same mark. */
import { createHash } from 'node:crypto';
import { isObject } from '../contract/json-pointer.ts';

export function fingerprintOf(value: unknown): string {
  return createHash('sha1').update(canonical(value)).digest('base64url').slice(0, 16);
}

/** The value as JSON with sorted keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}
