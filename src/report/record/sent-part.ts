/** The form of one part of a request that a drift shows, and the book that a call is about. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { omitUndefined } from '../../contract/omit-undefined.ts';
import type { ExchangeRow } from './exchanges/index.ts';
import type { FindingRow } from './report.ts';

/** The most parts of requests to show with a drift. */
export const maxParts = 3;

export const bookPath = /\/books\/([0-9a-f]{8}-[0-9a-f-]{27})(?=[/?]|$)/i;

/** Returns the id of the book that a call is about, or that the entry of a list at the pointer shows. */
export function findBook({ pointer = '' }: FindingRow, { url, responseBody }: ExchangeRow) {
  const id = bookPath.exec(url)?.[1];
  if (id !== undefined) return id;
  const data = isObject(responseBody) ? responseBody['data'] : undefined;
  const [, index] = /^\/data\/(\d+)/.exec(pointer) ?? [];
  const book = index !== undefined && isArray(data) ? data[Number(index)] : data;
  return isObject(book) && typeof book['id'] === 'string' ? book['id'] : undefined;
}

/** Returns true if a list is wrong about its query, and not about what a write stored. */
export function isAboutQuery({ requirement, pointer = '', expected, exchange }: FindingRow) {
  const [, field = ''] = /\/attributes\/([^/]+)/.exec(pointer) ?? [];
  const isStored = field !== '' && expected.startsWith(`${field}: `);
  return !isStored && requirement.startsWith('list.') && exchange?.url.includes('?') === true;
}

/** Returns true if the requirement says that a refused request changes nothing. */
export function isAboutRefusal({ requirement }: FindingRow): boolean {
  return requirement.endsWith('.refused-changes-nothing');
}

export function toPart(
  { number, operation, method, url, status, requestBody }: ExchangeRow,
  name: string,
) {
  const value = isObject(requestBody) ? requestBody[name] : undefined;
  const path = url.replace(/^https?:\/\/[^/]+/, '').replace(/\?.*/, '');
  return { request: number, ...omitUndefined({ operation }), method, path, status, name, value };
}

/** Returns the id of the book that a create or update is about; a create answers with `bookId` or with the book. */
export function findWrittenBook({ url, responseBody }: ExchangeRow): unknown {
  const id = bookPath.exec(url)?.[1];
  if (id !== undefined || !isObject(responseBody)) return id;
  const { bookId, data } = responseBody;
  return bookId ?? (isObject(data) ? data['id'] : undefined);
}
