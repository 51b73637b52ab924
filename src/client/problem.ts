/** Reads the two bodies the service explains a refusal with: a Problem object, and a message. */
import { isObject } from './json-object.ts';
import type { Mask } from './mask.ts';

export interface InvalidParam {
  /** Which field, for example `isbn`; `0.role` is the role of a batch's first entry. */
  readonly name: string;
  readonly reason: string;
}

/** A Problem object (document: Problem object). Of the members it may lack, only title and status are sure. */
export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly type: string | undefined;
  readonly detail: string | undefined;
  /** The path of the request. */
  readonly instance: string | undefined;
  readonly invalidParams: readonly InvalidParam[];
}

/** The Problem in a body, its texts masked, or undefined when the body is none. */
export function problemIn(body: unknown, mask: Mask): Problem | undefined {
  if (!isObject(body)) return undefined;
  const { title, status, type, detail, instance, invalidParams } = body;
  if (typeof title !== 'string' || typeof status !== 'number') return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? mask(value) : undefined);
  return {
    title: mask(title),
    status,
    type: text(type),
    detail: text(detail),
    instance: text(instance),
    invalidParams: Array.isArray(invalidParams) ? paramsIn(invalidParams, mask) : [],
  };
}

/** The message in a `{ message }` body, masked, or undefined when the body is none. */
export function messageIn(body: unknown, mask: Mask): string | undefined {
  return isObject(body) && typeof body['message'] === 'string' ? mask(body['message']) : undefined;
}

function paramsIn(list: readonly unknown[], mask: Mask): InvalidParam[] {
  return list.flatMap((entry) => {
    if (!isObject(entry) || typeof entry['name'] !== 'string') return [];
    const { name, reason } = entry;
    return [{ name: mask(name), reason: typeof reason === 'string' ? mask(reason) : '' }];
  });
}
