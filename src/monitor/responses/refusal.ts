/** A refusal's body. */
import { isArray, isObject } from '../../contract/json-pointer.ts';

/** The names of a refusal's `invalidParams`; empty if there are none. */
export function namesIn(body: unknown): readonly string[] {
  const list = isObject(body) ? body['invalidParams'] : undefined;
  return (isArray(list) ? list : []).flatMap((entry) =>
    isObject(entry) && typeof entry['name'] === 'string' ? [entry['name']] : [],
  );
}

/** Whether the body is meant as a Problem object, if perhaps an incomplete one. */
export function isProblem(body: unknown): boolean {
  return isObject(body) && 'status' in body && ('title' in body || 'detail' in body);
}
