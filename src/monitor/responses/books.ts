/** A book, or its id, as a response shows it. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { isUuid } from '../call.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** The attributes of a full book in its envelope, with its id. */
export function bookIn(body: unknown): { id: string; attributes: Attributes } | undefined {
  const data = isObject(body) ? body['data'] : undefined;
  if (!isObject(data) || isArray(data) || typeof data['id'] !== 'string') return undefined;
  const { attributes } = data;
  return isObject(attributes) ? { id: data['id'].toLowerCase(), attributes } : undefined;
}

/** The id in either of the two documented bodies. */
export function createdId(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const data = body['data'];
  const id = body['bookId'] ?? (isObject(data) ? data['id'] : undefined);
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : undefined;
}
