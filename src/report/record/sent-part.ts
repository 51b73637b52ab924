/** The form of one part of a request that a drift shows, and the book that a call is about. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { omitUndefined } from '../../contract/omit-undefined.ts';
import type { ExchangeRow } from './exchanges/index.ts';
import type { FindingRow } from './report.ts';

/** The most parts of requests to show with a drift. */
export const maxParts = 3;

export const bookPath = /\/books\/([0-9a-f]{8}-[0-9a-f-]{27})(?=[/?]|$)/i;

/** Returns the book in a response, or the books of a list. */
export function unwrapBook({ responseBody }: Pick<ExchangeRow, 'responseBody'>): unknown {
  return isObject(responseBody) ? responseBody['data'] : undefined;
}

/** Returns the book in a response; of a list, the one at the pointer of the drift. */
export function findShownBook({ pointer = '' }: FindingRow, exchange: ExchangeRow) {
  const data = unwrapBook(exchange);
  const [, index] = /^\/data\/(\d+)/.exec(pointer) ?? [];
  const book = index !== undefined && isArray(data) ? data[Number(index)] : data;
  return isObject(book) ? book : undefined;
}

/** Returns the id of the book that a call is about, or that the entry of a list at the pointer shows. */
export function findBook(row: FindingRow, exchange: ExchangeRow): string | undefined {
  const id = bookPath.exec(exchange.url)?.[1] ?? findShownBook(row, exchange)?.['id'];
  return typeof id === 'string' ? id : undefined;
}

/** Returns the field of the book that a drift is about; undefined if it is about none. */
export function findField({ pointer = '' }: Pick<FindingRow, 'pointer'>): string | undefined {
  return /\/attributes\/([^/]+)/.exec(pointer)?.[1];
}

/** Returns true if a list is wrong about its query, and not about what a write stored. */
export function isAboutQuery(row: FindingRow): boolean {
  const { requirement, expected, exchange } = row;
  const isStored = expected.startsWith(`${findField(row)}: `);
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
export function findWrittenBook(exchange: ExchangeRow): unknown {
  const { url, responseBody } = exchange;
  const id = bookPath.exec(url)?.[1];
  if (id !== undefined || !isObject(responseBody)) return id;
  const data = unwrapBook(exchange);
  return responseBody['bookId'] ?? (isObject(data) ? data['id'] : undefined);
}
