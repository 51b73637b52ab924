/**
 * Reads responses. A response of the wrong shape leaves the case unproven, because the schema check already
 * reports the requirement that it breaks. Reads the body of a refusal: a Problem object, a message, or neither
 * (document: Problem object). Times of our own clock to the microsecond, because several calls may happen
 * within one millisecond.
 */
import { isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { type Exchange, readGrantEntries, readWrittenId, isProblem } from '../../monitor/index.ts';
import { Unproven } from './verdict-errors.ts';

export interface Grant {
  /** The id as the service wrote it. */
  readonly id: string;
  readonly url: string;
  readonly expiresAt: string | undefined;
  readonly referenceId: string | undefined;
}

export interface ListItem {
  readonly id: string;
  readonly attributes: JsonObject;
}

/** Returns the book's id from either shape of create or update, or from a full book. */
export function readBookId(exchange: Exchange): string {
  return requireString(exchange, readWrittenId(exchange.response.body), 'a book id');
}

export function readAttributes(exchange: Exchange): JsonObject {
  const data = isObject(exchange.response.body) ? exchange.response.body['data'] : undefined;
  const attributes = isObject(data) ? data['attributes'] : undefined;
  if (!isObject(attributes)) throw createUnreadableError(exchange, 'the attributes of a book');
  return attributes;
}

export function readStatus(exchange: Exchange): string {
  return requireString(exchange, readAttributes(exchange)['status'], 'the status of a book');
}

/** Returns the grants of an upload request in their order, from either documented shape. */
export function readGrants(exchange: Exchange): Grant[] {
  const entries = readGrantEntries(exchange.response.body);
  if (entries === undefined) throw createUnreadableError(exchange, 'a list of grants');
  return entries.map((grant) => {
    if (grant === undefined) throw createUnreadableError(exchange, 'the id of a grant');
    // Undefined for a form of ISO 8601 that nothing here reads.
    const { writtenId: id, attributes, referenceId, expiresAt } = grant;
    return {
      id,
      url: requireString(exchange, attributes['url'], 'the url of a grant'),
      expiresAt: expiresAt === undefined ? undefined : toOptionalString(attributes['expiresAt']),
      referenceId: toOptionalString(referenceId),
    };
  });
}

export function readItems(exchange: Exchange): ListItem[] {
  const list = isObject(exchange.response.body) ? exchange.response.body['data'] : undefined;
  if (!Array.isArray(list)) throw createUnreadableError(exchange, 'a list of books');
  return list.map((entry: unknown) => {
    const inner = isObject(entry) ? entry['attributes'] : undefined;
    if (!isObject(entry) || !isObject(inner)) throw createUnreadableError(exchange, 'a list item');
    return { id: requireString(exchange, entry['id'], 'the id of a list item'), attributes: inner };
  });
}

export function readMeta(exchange: Exchange) {
  const meta = isObject(exchange.response.body) ? exchange.response.body['meta'] : undefined;
  if (!isObject(meta)) throw createUnreadableError(exchange, 'the meta of a list');
  const requireNumber = (key: string): number => {
    const value = meta[key];
    if (typeof value !== 'number') throw createUnreadableError(exchange, `meta.${key}`);
    return value;
  };
  return {
    total: requireNumber('total'),
    page: requireNumber('page'),
    perPage: requireNumber('perPage'),
    lastPage: requireNumber('lastPage'),
  };
}

export function readLinks(exchange: Exchange) {
  const links = isObject(exchange.response.body) ? exchange.response.body['links'] : undefined;
  if (!isObject(links)) throw createUnreadableError(exchange, 'the links of a list');
  const stringOrNull = (key: string): string | null =>
    links[key] === null ? null : requireString(exchange, links[key], `links.${key}`);
  return {
    self: requireString(exchange, links['self'], 'links.self'),
    next: stringOrNull('next'),
    prev: stringOrNull('prev'),
  };
}

function requireString(exchange: Exchange, value: unknown, description: string): string {
  if (typeof value !== 'string') throw createUnreadableError(exchange, description);
  return value;
}

function toOptionalString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function createUnreadableError(exchange: Exchange, description: string): Unproven {
  const call = `${exchange.request.method} ${exchange.request.path}`;
  return new Unproven(
    `${call} answered ${exchange.response.status} without ${description}`,
    exchange,
  );
}

export interface Problem {
  readonly status: number;
  readonly instance: string;
  readonly invalidParams: readonly { readonly name: string }[];
}

/**
 * Returns the Problem in a body; undefined if the body has no status, or neither a title nor a detail.
 * Fields of the wrong type become empty: the shape check reports them.
 */
export function parseProblem(body: unknown): Problem | undefined {
  if (!isObject(body) || !isProblem(body)) return undefined;
  const list = body['invalidParams'];
  return {
    status: Number(body['status']),
    instance: toStringOrEmpty(body['instance']),
    invalidParams: Array.isArray(list)
      ? list.filter(isObject).map(({ name }) => ({ name: toStringOrEmpty(name) }))
      : [],
  };
}

function toStringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns whether a body is `{ message: string }`. */
export function isMessageBody(body: unknown): boolean {
  return isObject(body) && typeof body['message'] === 'string';
}

/** Returns the current time in epoch milliseconds, with fractions. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Formats epoch milliseconds as ISO 8601 in UTC, with six decimals of a second. */
export function formatInstant(milliseconds: number): string {
  const micros = Math.round((milliseconds % 1) * 1000) || 0;
  const isoTime = new Date(Math.trunc(milliseconds) + (micros === 1000 ? 1 : 0)).toISOString();
  const digits = String(micros % 1000).padStart(3, '0');
  return isoTime.replace('Z', `${digits}Z`);
}

/** Returns an ISO 8601 time in epoch milliseconds, with fractions if it has them; NaN for any other text. */
export function parseInstant(text: string): number {
  const digits = /\.\d{3}(\d{1,6})/.exec(text)?.[1] ?? 0;
  // Which reads three digits, and ignores the others.
  return Date.parse(text) + Number(`0.${digits}`);
}
