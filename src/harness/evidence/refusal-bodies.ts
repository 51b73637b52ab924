/** Reads the body of a refusal: a Problem object, a message, or neither (document: Problem object). */
import { isObject } from '../../contract/json-pointer.ts';

export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly invalidParams: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Returns the Problem in a body, or undefined if it has neither a title nor a detail with a status.
 * Wrong fields are ignored here: the shape check reports them, once.
 */
export function parseProblem(body: unknown): Problem | undefined {
  if (!isObject(body) || !('status' in body) || !('title' in body || 'detail' in body)) {
    return undefined;
  }
  const list = body['invalidParams'];
  return {
    title: stringOrEmpty(body['title']),
    status: Number(body['status']),
    detail: stringOrEmpty(body['detail']),
    instance: stringOrEmpty(body['instance']),
    invalidParams: (Array.isArray(list) ? list : []).filter(isObject).map((entry) => ({
      name: stringOrEmpty(entry['name']),
      reason: stringOrEmpty(entry['reason']),
    })),
  };
}

function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns whether a body is `{ message: string }`. */
export function isMessageBody(body: unknown): boolean {
  return isObject(body) && typeof body['message'] === 'string';
}
