/** Finds what the calls before a drift sent about its place: the part of a request that a reader needs. */
import { isDeepStrictEqual } from 'node:util';
import { readFields } from '../../contract/fields.ts';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { findRequirementFields } from '../../contract/requirement-lines.ts';
import { readParamNames } from '../../monitor/index.ts';
import type { ExchangeRow } from './exchanges/index.ts';
import { findNamedMembers, findNamedParts, findOwnParts, isNamedIn } from './own-parts.ts';
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

/** Replaces the counts of a value that a write did not store by those of such writes, unless a read is at fault. */
function addStoredCounts(row: FindingRow, exchanges: readonly ExchangeRow[]): FindingRow {
  const [write] = row.sent ?? [];
  if (findDifferingField(row) !== write?.name || write === undefined) return row;
  const isWrite = write.method !== 'GET' && write.status < 300 && row.shows !== 'the refused value';
  // A later update changed the value, so the write that sent it is not at fault.
  const isLost =
    row.requirement === 'update.keeps-the-rest' && write.request !== row.exchange?.number;
  const counts = isWrite && !isLost ? countStored(exchanges, write, findWrittenBook) : undefined;
  if (counts === undefined) return row;
  const { reader, ...judged } = counts;
  return reader === undefined
    ? { ...row, judged: { ...judged, of: 'writes' } }
    : { ...row, reader };
}

function addParts(row: FindingRow, writes: readonly ExchangeRow[]): FindingRow {
  const { exchange } = row;
  if (exchange === undefined) return row;
  // A list is wrong about its query, and not about what a write stored.
  const shownField = findDifferingField(row);
  const isStored = shownField !== undefined && row.expected.startsWith(`${shownField}: `);
  const isAboutQuery =
    !isStored && row.requirement.startsWith('list.') && exchange.url.includes('?');
  const field = isAboutQuery ? undefined : shownField;
  const unnamed = listUnnamedFields(row);
  const concerned =
    unnamed.length > 0 ? unnamed : [...listRefusedFields(exchange), ...listFields(row)];
  const fields = field === undefined ? concerned : [field];
  const ownParts = findOwnParts(row, exchange, [...new Set(fields)]);
  if (field === undefined) {
    const stored = isAboutQuery ? [] : findStoredParts(row, exchange, writes);
    const named = stored.length > 0 ? findNamedMembers(row, exchange) : [];
    const parts = [ownParts, [...named, ...stored], findNamedParts(row, exchange)].find(
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
  return { ...row, sent, ...omitUndefined({ shows: describeSource(source, accepted) }) };
}

function describeSource(source?: ExchangeRow, accepted?: ExchangeRow): FindingRow['shows'] {
  if (source === undefined) return undefined;
  if (source.status >= 400) return 'the refused value';
  return source === accepted ? 'the sent value' : 'the earlier value';
}

/** Returns the field of the book that differs; undefined if the drift is not about a field. */
function findDifferingField({ pointer = '' }: FindingRow): string | undefined {
  return /^\/data(?:\/\d+)?\/attributes\/([^/]+)/.exec(pointer)?.[1];
}

/** Returns the members of the body that a refusal names. */
function listRefusedFields({ requestBody, responseBody }: ExchangeRow): string[] {
  const names = readParamNames(responseBody).map((name) => name.replace(/\..*$/, ''));
  return names.filter((name) => isObject(requestBody) && Object.hasOwn(requestBody, name));
}

/** Returns the members of the body that a refusal should have named. */
function listUnnamedFields({ pointer, expected }: FindingRow): string[] {
  if (pointer !== '/invalidParams') return [];
  const [, names = ''] = /^a list that names (.+)$/.exec(expected) ?? [];
  return names.split(' or ').map((name) => name.replace(/\..*$/, ''));
}

/** Returns the fields that the requirement is about: those of the contract, or else those that its sentence names. */
function listFields({ requirement, says }: FindingRow): string[] {
  const fields = findRequirementFields(requirement);
  if (fields.length > 0) return fields;
  return readFields().client.filter((name) => isNamedIn(says, name));
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
