/** Reads the two bodies the service explains a refusal with: a Problem object and a message. */
import { isObject } from '../json.ts';
import type { Mask } from './mask.ts';

export interface InvalidParam {
  /** The field, for example `isbn`; `0.role` is the role of the first entry of a batch. */
  readonly name: string;
  readonly reason: string;
}

/** A Problem object (document: Problem object). Only title and status are certain to be there. */
export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly type: string | undefined;
  readonly detail: string | undefined;
  /** The path of the request. */
  readonly instance: string | undefined;
  readonly invalidParams: readonly InvalidParam[];
}

/** Returns the Problem in a body with its strings masked, or undefined when the body holds none. */
export function readProblem(body: unknown, mask: Mask): Problem | undefined {
  if (!isObject(body)) return undefined;
  const { title, status, type, detail, instance, invalidParams } = body;
  if (typeof title !== 'string' || typeof status !== 'number') return undefined;
  const masked = (value: unknown) => (typeof value === 'string' ? mask(value) : undefined);
  return {
    title: mask(title),
    status,
    type: masked(type),
    detail: masked(detail),
    instance: masked(instance),
    invalidParams: Array.isArray(invalidParams) ? readParams(invalidParams, mask) : [],
  };
}

/** Returns the masked message of a `{ message }` body, or undefined when the body is another. */
export function readMessage(body: unknown, mask: Mask): string | undefined {
  return isObject(body) && typeof body['message'] === 'string' ? mask(body['message']) : undefined;
}

/** Reads each entry that names a field; an entry that is repeated counts once. */
function readParams(list: readonly unknown[], mask: Mask): InvalidParam[] {
  const params = new Map<string, InvalidParam>();
  for (const entry of list) {
    if (!isObject(entry) || typeof entry['name'] !== 'string') continue;
    const name = mask(entry['name']);
    const reason = typeof entry['reason'] === 'string' ? mask(entry['reason']) : '';
    params.set(`${name}\n${reason}`, { name, reason });
  }
  return [...params.values()];
}
