/** Reads the body of a refusal: a Problem object, a message, or neither (document: Problem object). */
import { isObject } from '../../contract/json-pointer.ts';
import { isProblem } from '../../monitor/index.ts';

export interface Problem {
  readonly status: number;
  readonly instance: string;
  readonly invalidParams: readonly { readonly name: string }[];
}

/**
 * Returns the Problem in a body; undefined if the body has no status, or neither a title nor a detail.
 * Fields of the wrong type become empty: the shape check reports them.
 */
export function parseProblem(body: unknown): Problem | undefined {
  if (!isObject(body) || !isProblem(body)) return undefined;
  const list = body['invalidParams'];
  return {
    status: Number(body['status']),
    instance: toStringOrEmpty(body['instance']),
    invalidParams: (Array.isArray(list) ? list : [])
      .filter(isObject)
      .map(({ name }) => ({ name: toStringOrEmpty(name) })),
  };
}

function toStringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns whether a body is `{ message: string }`. */
export function isMessageBody(body: unknown): boolean {
  return isObject(body) && typeof body['message'] === 'string';
}
