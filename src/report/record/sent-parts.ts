/** Finds what the calls before a drift sent about its place: the part of a request that a reader needs. */
import { isDeepStrictEqual } from 'node:util';
import { readFields } from '../../contract/fields.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { findRequirementFields } from '../../contract/requirement-places.ts';
import { readParamNames } from '../../monitor/index.ts';
import type { ExchangeRow } from './exchanges/index.ts';
import {
  findNamedMembers,
  findNamedParts,
  findOwnParts,
  isNamedIn,
  addFileParts,
} from './own-parts.ts';
import type { FindingRow, SentRow } from './report.ts';
import {
  findBook,
  findField,
  findShownBook,
  isAboutQuery,
  isAboutRefusal,
  maxParts,
  toPart,
} from './sent-part.ts';
import {
  listFailureCases,
  listJudgedCases,
  listRefusalCases,
  listWriteRows,
} from './compared-cases.ts';
import type { History } from './history.ts';
import type { ComparedCase } from './separation.ts';
import { countStored } from './stored-counts.ts';
import { tellApart } from './passing-call.ts';

/** Returns the drifts with the parts of requests that explain them, and with what tells them from other responses. */
export function addSentParts(findings: readonly FindingRow[], history: History): FindingRow[] {
  const { exchanges } = history;
  return findings.map((finding) => {
    // The exchange of a drift is cut if it is long, and then it no longer has the books of a list.
    const exchange = history.byNumber.get(finding.exchange?.number ?? 0)?.row ?? finding.exchange;
    const { sent, shows } = addParts({ ...finding, ...omitUndefined({ exchange }) }, history);
    const ofBook = exchange === undefined ? [] : listWriteRows(finding, exchange, history);
    const row = {
      ...finding,
      ...omitUndefined({ sent, shows, writes: ofBook.length === 0 ? undefined : ofBook }),
    };
    const withParts = addFileParts(row, exchanges);
    return addStoredCounts(withParts, history) ?? addSeparation(withParts, history);
  });
}

/** Adds the condition that tells the drifts from other responses; for the refusal of a valid call, from other valid calls. */
function addSeparation(row: FindingRow, history: History): FindingRow {
  const { judged, exchange, expected } = row;
  if (judged === undefined || exchange === undefined) return row;
  if (judged.of === 'calls') return withSeparation(row, judged, listFailureCases(row, history));
  // A read finds no book after a refused delete, which is at fault.
  const isWronglyRefused =
    exchange.status >= 400 && /^(?:a )?2/.test(expected) && !isAboutRefusal(row);
  const valid = isWronglyRefused ? listRefusalCases(row, history) : [];
  const refused = valid.filter(({ drifted }) => drifted).length;
  return refused === 0
    ? withSeparation(row, judged, listJudgedCases(row, history))
    : withSeparation(row, { of: 'valid calls', times: valid.length, drifted: refused }, valid);
}

/** Returns the first field that the refusal names, that differs, or that the drift shows. */
function findConcernedField(row: FindingRow): string | undefined {
  const [refused] = row.exchange === undefined ? [] : listRefusedFields(row.exchange);
  const sent = row.sent?.find(({ method }) => method !== 'GET');
  return refused ?? findField(row) ?? sent?.name;
}

function withSeparation(
  row: FindingRow,
  judged: NonNullable<FindingRow['judged']>,
  cases: readonly ComparedCase[],
): FindingRow {
  const drifts = cases.filter(({ drifted }) => drifted);
  const isList = row.operation === 'listBooks';
  const { alike, after } = isList ? { alike: cases } : selectAlike(cases);
  // Nothing but its value is known of an entry in a list.
  const { passing, ...told } = tellApart(alike, row.exchange, findConcernedField(row));
  const isEntry = /^\/data\/\d/.test(row.pointer ?? '') && !isAboutQuery(row);
  const facts = omitUndefined({
    after,
    ...told,
    passing: isEntry ? undefined : passing,
  });
  // A list shows the results of many calls.
  if (drifts.length === 0 || (isList && told.separation === undefined))
    return { ...row, judged: { ...judged, ...facts } };
  const drifted = alike.filter((compared) => compared.drifted).length;
  return { ...row, judged: { ...judged, times: alike.length, drifted, ...facts } };
}

/**
 * Returns the calls of the operation after which all drifts come, and that operation: results of others say little.
 * Returns all cases if the drifts come after several operations, or are not about an earlier call.
 */
function selectAlike(cases: readonly ComparedCase[]): {
  readonly alike: readonly ComparedCase[];
  readonly after?: string;
} {
  const drifts = cases.filter(({ drifted }) => drifted);
  const [after, ...others] = new Set(drifts.map(({ facts }) => facts['after']?.[0]));
  if (after === undefined || others.length > 0) return { alike: cases };
  // Each call counts once, however often its result is read.
  const bySubject = [...drifts, ...cases]
    .filter(({ facts }) => facts['after']?.[0] === after)
    .toReversed()
    .map((row) => [row.subject, row] as const);
  return { after, alike: [...new Map(bySubject).values()] };
}

/** Replaces the counts of a value that a write did not store by those of such writes; undefined for other drifts, and if a read is at fault. */
function addStoredCounts(row: FindingRow, history: History): FindingRow | undefined {
  const [write] = row.sent ?? [];
  if (findField(row) !== write?.name || write === undefined) return undefined;
  const isWrite = write.method !== 'GET' && write.status < 300 && row.shows !== 'the refused value';
  // A later update changed the value, so the write that sent it is not at fault.
  const isLost =
    row.requirement === 'update.keeps-the-rest' && write.request !== row.exchange?.number;
  const counts = isWrite && !isLost ? countStored(history, write) : undefined;
  if (counts === undefined) return undefined;
  const { reader, ...judged } = counts;
  return reader === undefined
    ? { ...row, judged: { ...judged, of: 'writes' } }
    : addSeparation({ ...row, reader }, history);
}

function addParts(row: FindingRow, history: History): FindingRow {
  const { exchange } = row;
  if (exchange === undefined) return row;
  const ofQuery = isAboutQuery(row);
  const field = ofQuery ? undefined : findField(row);
  const unnamed = listUnnamedFields(row);
  const concerned =
    unnamed.length > 0 ? unnamed : [...listRefusedFields(exchange), ...listFields(row)];
  const fields = field === undefined ? concerned : [field];
  const ownParts = findOwnParts(row, exchange, [...new Set(fields)]);
  if (field === undefined) {
    const stored = ofQuery ? [] : findStoredParts(row, exchange, history);
    const named = stored.length > 0 ? findNamedMembers(row, exchange) : [];
    const parts = [ownParts, [...named, ...stored], findNamedParts(row, exchange)].find(
      ({ length }) => length > 0,
    );
    return parts === undefined ? row : { ...row, sent: parts.slice(0, maxParts) };
  }
  const bookWrites = selectWrites(row, exchange, history).filter((write) => sends(write, field));
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

/** Returns the members of the body that a refusal names. */
function listRefusedFields(exchange: ExchangeRow): string[] {
  const names = readParamNames(exchange.responseBody).map((name) => name.replace(/\..*$/, ''));
  return names.filter((name) => sends(exchange, name));
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
function findStoredParts(row: FindingRow, exchange: ExchangeRow, history: History): SentRow[] {
  const bookWrites = selectWrites(row, exchange, history).filter(({ status }) => status < 300);
  return listFields(row).flatMap((field) => {
    const write = bookWrites.findLast((earlier) => sends(earlier, field));
    return write === undefined ? [] : [toPart(write, field)];
  });
}

function sends({ requestBody }: ExchangeRow, field: string): boolean {
  return isObject(requestBody) && Object.hasOwn(requestBody, field);
}

/** Returns the creates and updates of the book that a response shows, up to this response. */
function selectWrites(row: FindingRow, exchange: ExchangeRow, { writes }: History) {
  const ofBook = writes.get(findBook(row, exchange)) ?? [];
  return ofBook.filter(
    ({ number, operation }) =>
      number <= exchange.number && (operation === 'createBook' || operation === 'updateBook'),
  );
}

function findShownValue(row: FindingRow, exchange: ExchangeRow, field: string) {
  const attributes = findShownBook(row, exchange)?.['attributes'];
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
