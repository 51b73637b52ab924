/** Reads a book or its id from a response. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { isSpelled, isUuid } from '../call.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** Returns the id and the attributes of a full book; undefined if the body has another form. */
export function readBook(body: unknown): { id: string; attributes: Attributes } | undefined {
  const data = isObject(body) ? body['data'] : undefined;
  if (!isObject(data) || isArray(data) || typeof data['id'] !== 'string') return undefined;
  const { attributes } = data;
  return isObject(attributes) ? { id: data['id'].toLowerCase(), attributes } : undefined;
}

/** Returns the id in either of the two documented bodies, in lower case. */
export function readCreatedId(body: unknown): string | undefined {
  return readId(body)?.toLowerCase();
}

/** Returns whether a response to a create writes the new id in upper case. */
export function hasUpperCaseId(body: unknown): boolean {
  const id = readId(body);
  return id !== undefined && id !== id.toLowerCase() && isSpelled(id, true);
}

function readId(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const data = body['data'];
  const id = body['bookId'] ?? (isObject(data) ? data['id'] : undefined);
  return typeof id === 'string' && isUuid(id) ? id : undefined;
}
