/** A refusal's body. */
import { isArray, isObject } from '../../contract/json-pointer.ts';

/** The names of a refusal's `invalidParams`; empty if there are none. */
export function readParamNames(body: unknown): readonly string[] {
  const list = isObject(body) ? body['invalidParams'] : undefined;
  return (isArray(list) ? list : []).flatMap((entry) =>
    isObject(entry) && typeof entry['name'] === 'string' ? [entry['name']] : [],
  );
}

/** True unless `invalidParams` has another form than the document gives it, which the schema judges. */
export function hasReadableNames(body: unknown): boolean {
  const list = isObject(body) ? body['invalidParams'] : undefined;
  return list === undefined || (isArray(list) && readParamNames(body).length === list.length);
}

/** True if the body is meant as a Problem object, even an incomplete one. */
export function isProblem(body: unknown): boolean {
  return isObject(body) && 'status' in body && ('title' in body || 'detail' in body);
}

/** The words of a Problem object: its detail, and the reasons of its parameters. */
export function problemText(body: unknown): string {
  if (!isObject(body)) return '';
  const list = body['invalidParams'];
  const reasons = (isArray(list) ? list : []).map((entry) =>
    isObject(entry) ? entry['reason'] : undefined,
  );
  return [body['detail'], ...reasons].filter((text) => typeof text === 'string').join(' · ');
}
