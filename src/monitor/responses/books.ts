/** A book, or its id, as a response shows it. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { isSpelled, isUuid } from '../call.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** The attributes of a full book in its envelope, with its id. */
export function readBook(body: unknown): { id: string; attributes: Attributes } | undefined {
  const data = isObject(body) ? body['data'] : undefined;
  if (!isObject(data) || isArray(data) || typeof data['id'] !== 'string') return undefined;
  const { attributes } = data;
  return isObject(attributes) ? { id: data['id'].toLowerCase(), attributes } : undefined;
}

/** The id in either of the two documented bodies, in lower case. */
export function readCreatedId(body: unknown): string | undefined {
  return spelledId(body)?.toLowerCase();
}

/** Returns whether a response to a create writes the new id in upper case. */
export function hasUpperCaseId(body: unknown): boolean {
  const id = spelledId(body);
  return id !== undefined && id !== id.toLowerCase() && isSpelled(id, true);
}

function spelledId(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const data = body['data'];
  const id = body['bookId'] ?? (isObject(data) ? data['id'] : undefined);
  return typeof id === 'string' && isUuid(id) ? id : undefined;
}
