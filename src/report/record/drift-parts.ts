/** Parts of the row of a drift: what was sent, and to which condition the drift is confined. */
import type { Count } from '../../contract/numbers.ts';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { omitUndefined } from '../../contract/omit-undefined.ts';
import type { ExchangeRow } from './exchanges/index.ts';
import type { FindingRow } from './report.ts';

/** A condition, such as the format `audio`. */
export interface ExtentRow {
  /** A dimension of the monitor's circumstances, or one of the request, such as `sent language`; with `write ` before it, it is about the call whose result a response shows. */
  readonly dimension: string;
  readonly values: readonly string[];
  /** True if the condition is that none of the values is known to hold. */
  readonly isUnmet?: boolean;
}

/** What all drifts have in common and the other responses have not. */
export interface SeparationRow {
  /** One condition, or two that hold together. */
  readonly conditions: readonly ExtentRow[];
  /** Responses under the conditions, and those among them that drifted: all that did. */
  readonly matching: { readonly times: Count; readonly drifted: Count };
  /** Responses under other conditions, of which none drifted. */
  readonly others: Count;
  /** Conditions that hold for the same responses, so that the run cannot tell which of them matters. */
  readonly alternatives?: readonly ExtentRow[];
  /** True if the responses are so few that chance may explain it. */
  readonly isGuess?: boolean;
  /** True if the responses under the conditions show the result of a single call. */
  readonly isOneCall?: boolean;
}

/** A part of a request: one member of its body, or one parameter of its query. */
export interface SentRow {
  /** The number of the request. */
  readonly request: Count;
  readonly operation?: string;
  readonly method: string;
  readonly path: string;
  readonly status: Count;
  /** The member or parameter, such as `isbn`. */
  readonly name: string;
  readonly value: unknown;
}

/** A call that changed a book, or tried to, with what was known of the book before it. */
export interface WriteRow extends Omit<SentRow, 'name' | 'value'> {
  /** The first members of its body. */
  readonly sent: readonly SentRow[];
  /** The state and the history of the book. */
  readonly book: readonly ExtentRow[];
}

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
