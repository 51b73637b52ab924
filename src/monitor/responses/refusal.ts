/** Reads the body of a refusal. */
import { isArray, isObject } from '../../contract/json-pointer.ts';

/** Returns the names in `invalidParams`. */
export function readParamNames(body: unknown): readonly string[] {
  const list = isObject(body) ? body['invalidParams'] : undefined;
  return (isArray(list) ? list : []).flatMap((entry) =>
    isObject(entry) && typeof entry['name'] === 'string' ? [entry['name']] : [],
  );
}

/** Returns whether `invalidParams` is absent or has its documented form. The schema judges any other form. */
export function hasReadableNames(body: unknown): boolean {
  const list = isObject(body) ? body['invalidParams'] : undefined;
  return list === undefined || (isArray(list) && readParamNames(body).length === list.length);
}

/** Returns whether the body is a Problem object, perhaps an incomplete one. */
export function isProblem(body: unknown): boolean {
  return isObject(body) && 'status' in body && ('title' in body || 'detail' in body);
}

/** Returns the text of a Problem object: its detail, and the reasons of its parameters. */
export function readProblemText(body: unknown): string {
  if (!isObject(body)) return '';
  const list = body['invalidParams'];
  const reasons = (isArray(list) ? list : []).map((entry) =>
    isObject(entry) ? entry['reason'] : undefined,
  );
  return [body['detail'], ...reasons].filter((text) => typeof text === 'string').join(' · ');
}
