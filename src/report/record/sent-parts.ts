/** Finds what the calls before a drift sent about its place: the part of a request that a reader needs. */
import { isDeepStrictEqual } from 'node:util';
import { readFields } from '../../contract/fields.ts';
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { findRequirementFields } from '../../contract/requirement-lines.ts';
import { readRequestBody } from '../../contract/requests/index.ts';
import { readContract } from '../../contract/spec.ts';
import type { ExchangeRow } from './exchanges/index.ts';
import type { FindingRow, SentRow } from './report.ts';
import { addFileParts } from './file-parts.ts';
import { bookPath, findBook, maxParts, toPart } from './sent-part.ts';
import { countStored } from './stored-counts.ts';

/**
 * Returns the drifts with the parts of requests that explain them.
 * @param exchanges the exchanges of the run in the order of sending, redacted
 */
export function addSentParts(
  findings: readonly FindingRow[],
  exchanges: Iterable<ExchangeRow>,
): FindingRow[] {
  const all = [...exchanges];
  const writes = all.filter(
    ({ operation, requestBody }) =>
      (operation === 'createBook' || operation === 'updateBook') && isObject(requestBody),
  );
  return findings.map((row) => addStoredCounts(addFileParts(addParts(row, writes), all), all));
}

/** Replaces the counts of a value that a write did not store by those of such writes. */
function addStoredCounts(row: FindingRow, exchanges: readonly ExchangeRow[]): FindingRow {
  const [write] = row.sent ?? [];
  if (findDifferingField(row) !== write?.name || write === undefined) return row;
  const isWrite = write.method !== 'GET' && write.status < 300 && row.shows !== 'the refused value';
  const counts = isWrite ? countStored(exchanges, write, findWrittenBook) : undefined;
  return counts === undefined ? row : { ...row, judged: { ...counts, of: 'writes' } };
}

function addParts(row: FindingRow, writes: readonly ExchangeRow[]): FindingRow {
  const { exchange } = row;
  if (exchange === undefined) return row;
  // A list is wrong about its query, and not about what a write stored.
  const isAboutQuery = row.requirement.startsWith('list.') && exchange.url.includes('?');
  const field = isAboutQuery ? undefined : findDifferingField(row);
  const ownParts = findOwnParts(row, exchange, field === undefined ? listFields(row) : [field]);
  if (field === undefined) {
    const stored = isAboutQuery ? [] : findStoredParts(row, exchange, writes);
    const parts = [ownParts, stored, findNamedParts(row, exchange)].find(
      ({ length }) => length > 0,
    );
    return parts === undefined ? row : { ...row, sent: parts.slice(0, maxParts) };
  }
  const bookWrites = selectWrites(findBook(row, exchange), writes, exchange.number).filter(
    ({ requestBody }) => isObject(requestBody) && Object.hasOwn(requestBody, field),
  );
  const accepted = bookWrites.findLast(({ status }) => status < 300);
  const source = findSource(findShownValue(row, exchange, field), field, bookWrites);
  const isRefused = source !== undefined && source.status >= 400;
  const shown = [accepted, isRefused ? source : undefined].filter((write) => write !== undefined);
  const sent = shown.length === 0 ? ownParts : shown.map((write) => toPart(write, field));
  if (sent.length === 0) return row;
  const shows: FindingRow['shows'] = isRefused
    ? 'the refused value'
    : source && 'the earlier value';
  return { ...row, sent, ...omitUndefined({ shows }) };
}

/** Returns the field of the book that differs; undefined if the drift is not about a field. */
function findDifferingField({ pointer = '' }: FindingRow): string | undefined {
  return /^\/data(?:\/\d+)?\/attributes\/([^/]+)/.exec(pointer)?.[1];
}

/** Returns the fields that the requirement is about: those of the contract, or else those that its sentence names. */
function listFields({ requirement, says }: FindingRow): string[] {
  const fields = findRequirementFields(requirement);
  if (fields.length > 0) return fields;
  const sentence = says.toLowerCase();
  return readFields().client.filter((name) => {
    const words = name
      .replace(/^is(?=[A-Z])/, '')
      .replaceAll(/(?=[A-Z])/g, ' ')
      .toLowerCase();
    return new RegExp(`\\b${words}\\b`).test(sentence);
  });
}

/** Returns the parts of the failing request itself: members of its body, or parameters of its query. */
function findOwnParts(
  row: FindingRow,
  exchange: ExchangeRow,
  fields: readonly string[],
): SentRow[] {
  const { requestBody, url } = exchange;
  const query = new URLSearchParams(url.split('?')[1]);
  return fields.flatMap((field) => {
    const name = field.replace(/^.*\./, '');
    if (query.has(name)) return [{ ...toPart(exchange, name), value: query.get(name) }];
    const item = findWrongItem(row, exchange, name) ?? findItem(requestBody, name);
    return item === undefined ? [] : [{ ...toPart(exchange, name), value: item[name] }];
  });
}

/** Returns the entry of a batch, or of a list in the body, whose member violates the contract, or which the response shows wrong. */
function findWrongItem(
  { pointer = '' }: FindingRow,
  { operation, requestBody }: ExchangeRow,
  name: string,
): JsonObject | undefined {
  const contract = readContract();
  const described = Object.values(contract.operations).find(({ id }) => id === operation);
  const violations = described ? readRequestBody(contract, described, requestBody).violations : [];
  const wrong = violations.find((violation) => violation.name.endsWith(`.${name}`));
  const [, index] = /^\/data\/(\d+)\//.exec(pointer) ?? [];
  const place =
    wrong?.name.slice(0, -name.length - 1) ?? (isArray(requestBody) ? index : undefined);
  const item = place?.split('.').reduce<unknown>(readMember, requestBody);
  return isObject(item) && Object.hasOwn(item, name) ? item : undefined;
}

function readMember(parent: unknown, key: string): unknown {
  if (isArray(parent)) return parent[Number(key)];
  return isObject(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined;
}

/** Returns the parameters of the query, or the members of the body that the requirement names; without these, a short body. */
function findNamedParts({ says }: FindingRow, exchange: ExchangeRow): SentRow[] {
  const query = [...new URLSearchParams(exchange.url.split('?')[1])];
  const parameters = query.map(([name, value]) => ({ ...toPart(exchange, name), value }));
  if (parameters.length > 0) return parameters;
  const { requestBody } = exchange;
  const names = isObject(requestBody) ? Object.keys(requestBody) : [];
  const sentence = says.toLowerCase();
  const named = names.filter((name) => sentence.includes(/^[a-z]+/.exec(name)?.[0] ?? name));
  const shown = named.length > 0 ? named : names;
  return shown.length > maxParts ? [] : shown.map((name) => toPart(exchange, name));
}

/** Returns the body, or the first entry of a batch or of a list in the body, that has the member. */
function findItem(body: unknown, name: string): JsonObject | undefined {
  if (isArray(body))
    return body.map((item) => findItem(item, name)).find((item) => item !== undefined);
  if (!isObject(body)) return undefined;
  if (Object.hasOwn(body, name)) return body;
  return Object.values(body)
    .filter(isArray)
    .map((list) => findItem(list, name))
    .find((item) => item !== undefined);
}

/** Returns the last values of the fields that earlier calls stored in the book of the failing call. */
function findStoredParts(
  row: FindingRow,
  exchange: ExchangeRow,
  writes: readonly ExchangeRow[],
): SentRow[] {
  const bookWrites = selectWrites(findBook(row, exchange), writes, exchange.number);
  return listFields(row).flatMap((field) => {
    const write = bookWrites.findLast(
      ({ status, requestBody }) =>
        status < 300 && isObject(requestBody) && Object.hasOwn(requestBody, field),
    );
    return write === undefined ? [] : [toPart(write, field)];
  });
}

function selectWrites(
  book: string | undefined,
  writes: readonly ExchangeRow[],
  until: number,
): readonly ExchangeRow[] {
  if (book === undefined) return [];
  return writes.filter((write) => write.number <= until && findWrittenBook(write) === book);
}

/** Returns the id of the book that a create or update is about; a create answers with `bookId` or with the book. */
function findWrittenBook({ url, responseBody }: ExchangeRow): unknown {
  const id = bookPath.exec(url)?.[1];
  if (id !== undefined || !isObject(responseBody)) return id;
  const { bookId, data } = responseBody;
  return bookId ?? (isObject(data) ? data['id'] : undefined);
}

function findShownValue(
  { pointer = '' }: FindingRow,
  { responseBody }: ExchangeRow,
  field: string,
) {
  const data = isObject(responseBody) ? responseBody['data'] : undefined;
  const [, index] = /^\/data\/(\d+)/.exec(pointer) ?? [];
  const book = index !== undefined && isArray(data) ? data[Number(index)] : data;
  const attributes = isObject(book) ? book['attributes'] : undefined;
  return isObject(attributes) ? attributes[field] : undefined;
}

/** Returns the last write that sent the shown value: an earlier one, or one that was refused. */
function findSource(
  value: unknown,
  field: string,
  bookWrites: readonly ExchangeRow[],
): ExchangeRow | undefined {
  if (value === undefined) return undefined;
  return bookWrites.findLast(
    ({ requestBody }) => isObject(requestBody) && isDeepStrictEqual(requestBody[field], value),
  );
}
