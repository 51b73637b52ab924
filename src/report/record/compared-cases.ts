/** Collects the responses that a drift is compared with, and what is known about each: circumstances, request and history. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { readContract } from '../../contract/spec.ts';
import { readParamNames } from '../../monitor/index.ts';
import { listRequestFacts } from './body-facts.ts';
import { keyMasks, type ExchangeRow } from './exchanges/index.ts';
import type { FindingRow } from './report.ts';
import type { ExtentRow, WriteRow } from './drift-parts.ts';
import {
  addStoredFacts,
  findLastWrite,
  findShownWrite,
  type History,
  type Response,
} from './history.ts';
import {
  bookPath,
  findBook,
  findField,
  findWrittenBook,
  isAboutQuery,
  maxParts,
  unwrapBook,
  toPart,
} from './sent-part.ts';
import type { ComparedCase, Facts } from './separation.ts';

/** Returns the calls to compare if a valid call was refused: all valid ones, except those refused for another reason. */
export function listRefusalCases(row: FindingRow, history: History): ComparedCase[] {
  const reason = row.exchange && readReason(row.exchange);
  return history.judged
    .filter(({ circumstances }) => circumstances['validity']?.[0] === 'must-be-accepted')
    .flatMap(({ number }) => history.byNumber.get(number)?.row ?? [])
    .filter(({ operation, status }) => operation === row.operation && status < 500)
    .filter((exchange) => exchange.status < 400 || readReason(exchange) === reason)
    .map((exchange) => toOwnCase(exchange, exchange.status >= 400, history));
}

/** Returns the fields that a refusal names, without positions, or its message. */
function readReason({ status, responseBody }: ExchangeRow): string {
  const names = readParamNames(responseBody).map((name) => name.replaceAll(/\d+/g, '*'));
  return `${status} ${names.join(' ')}`;
}

/** Returns all calls of the operation, of which those with a 5xx failed. */
export function listFailureCases({ operation }: FindingRow, history: History): ComparedCase[] {
  return history.exchanges
    .filter((exchange) => exchange.operation === operation)
    .map((exchange) => toOwnCase(exchange, exchange.status >= 500, history));
}

/** Returns the responses that the monitor judged by the requirement; of lists with wrong entries, each entry. */
export function listJudgedCases(row: FindingRow, history: History): ComparedCase[] {
  const { requirement, operation, pointer = '' } = row;
  const place = hidePositions(pointer);
  const isEntry = place.startsWith('/data/*/') && !isAboutQuery(row);
  return history.judged.flatMap((judged) => {
    const exchange = history.byNumber.get(judged.number)?.row;
    if (exchange === undefined || exchange.operation !== operation) return [];
    const drifts = judged.drifts.filter((drift) => drift.requirement === requirement);
    const pointers = drifts.map((drift) => drift.pointer ?? '');
    const wrong = pointers.filter((other) => hidePositions(other) === place);
    const isMet = judged.met.some((id) => id === requirement);
    // The monitor does not know a drift that only a case finds.
    const isFoundByCase = row.judged?.drifted === 1 && judged.number === row.exchange?.number;
    const isWrong = wrong.length > 0 || isFoundByCase;
    if (!isWrong && (drifts.length > 0 || !isMet)) return [];
    const response = { row, exchange, history };
    if (isEntry) return listEntryCases(response, wrong);
    const whole = addStoredFacts(toCase(response, isWrong), response);
    const compared = operation === 'listBooks' ? withoutOwnClaims(whole, pointer) : whole;
    const isEmpty = row.exchange && countBooks(row.exchange) > 0 && countBooks(exchange) === 0;
    return !isEmpty && couldLose(row, compared) ? [compared] : [];
  });
}

/** Leaves out the position of a list that is wrong about itself, because wrong counts give a wrong position. */
function withoutOwnClaims({ facts, ...row }: ComparedCase, pointer: string): ComparedCase {
  const { position = [], ...others } = facts;
  return { ...row, facts: /^\/(?:meta|links)\b/.test(pointer) ? others : { ...others, position } };
}

/** Returns false for a list without books, and for an update that sent the field which another update lost, or of a book without it. */
function couldLose(row: FindingRow, { facts }: ComparedCase): boolean {
  const field = findField(row) ?? '';
  const owned = [facts['write has'], facts['has']].filter((names) => names !== undefined);
  return (
    row.requirement !== 'update.keeps-the-rest' ||
    (['write sends', 'sends'].every((dimension) => facts[dimension]?.includes(field) !== true) &&
      (owned.length === 0 || owned.some((names) => names.includes(field))))
  );
}

function countBooks(exchange: ExchangeRow): number {
  const data = unwrapBook(exchange);
  return isArray(data) ? data.length : 1;
}

function hidePositions(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

function listEntryCases(
  { row, exchange, history }: Response,
  wrong: readonly string[],
): ComparedCase[] {
  const data = unwrapBook(exchange);
  const wrongIndexes = new Set(wrong.map((pointer) => Number(pointer.split('/')[2])));
  return (isArray(data) ? data : []).flatMap((entry, index) => {
    const book = isObject(entry) ? entry['id'] : undefined;
    // Nothing is known of the books of others.
    if (!history.writes.has(book)) return [];
    return [toCase({ row, exchange, history }, wrongIndexes.has(index), book)];
  });
}

/** @param book the book of an entry of a list */
function toCase(response: Response, drifted: boolean, book?: unknown): ComparedCase {
  const { exchange, history } = response;
  const shown = book ?? findWrittenBook(exchange);
  const write =
    exchange.method === 'GET' ? findLastWrite(response, shown) : findShownWrite(response, shown);
  if (write === undefined) return toOwnCase(exchange, drifted, history);
  const writeFacts = Object.entries(listCallFacts(write, history));
  return {
    drifted,
    subject: write.number,
    call: write,
    facts: {
      after: [describeWrite(write)],
      ...Object.fromEntries(writeFacts.map(([name, values]) => [`write ${name}`, values])),
      ...listCallFacts(exchange, history),
    },
  };
}

export function toOwnCase(exchange: ExchangeRow, drifted: boolean, history: History): ComparedCase {
  // Lists with the same query show the same books.
  const subject = exchange.operation === 'listBooks' ? exchange.url : exchange.number;
  return { drifted, subject, call: exchange, facts: listCallFacts(exchange, history) };
}

/** Returns what is known about one call: its circumstances, its request, its key, and what came before it. */
function listCallFacts(exchange: ExchangeRow, history: History): Facts {
  const { number, requestHeaders } = exchange;
  const book = bookPath.exec(exchange.url)?.[1];
  const earlier = history.writes.get(book)?.filter((write) => write.number < number) ?? [];
  const previous = earlier.at(-1);
  const isSecond = requestHeaders[readContract().keyHeader] === keyMasks.second;
  return {
    ...history.byNumber.get(number)?.judged?.circumstances,
    ...listRequestFacts(exchange),
    account: [isSecond ? 'second' : 'first'],
    ...(book !== undefined && {
      previous: [previous === undefined ? 'no other call' : describeWrite(previous)],
      refusals: [earlier.some(({ status }) => status >= 400) ? 'some' : 'no'],
    }),
  };
}

function describeWrite({ operation, method, status }: ExchangeRow): string {
  return `${status >= 400 ? 'a refused ' : ''}${operation ?? method}`;
}

/** Circumstances that tell a reader in which state a book was. */
const shownFacts = ['format', 'status', 'published', 'unpublished', 'previous'];

/** Returns the failing call and the last call of each operation before it that may have changed its book. */
export function listWriteRows(
  row: FindingRow,
  exchange: ExchangeRow,
  history: History,
): WriteRow[] {
  const writes = history.writes.get(findBook(row, exchange)) ?? [];
  const earlier = writes.filter(({ number }) => number <= exchange.number);
  const last = new Map(earlier.map((write) => [write.operation, write]));
  const own = exchange.method === 'GET' ? [] : [exchange];
  return [
    ...new Map([...last.values(), ...own].map((write) => [write.number, write])).values(),
  ].map((write) => {
    const { name: _name, value: _value, ...call } = toPart(write, '');
    const isNew = write.operation === 'createBook';
    const book = isNew ? [] : listState(listCallFacts(write, history));
    return { ...call, sent: listFewParts(write), book };
  });
}

function listFewParts(write: ExchangeRow) {
  const { requestBody } = write;
  const names = isObject(requestBody) ? Object.keys(requestBody) : [];
  return names.slice(0, maxParts).map((name) => toPart(write, name));
}

function listState(facts: Facts): ExtentRow[] {
  return shownFacts.flatMap((dimension) => {
    const values = facts[dimension] ?? [];
    return values.length === 0 || values.includes('never') ? [] : [{ dimension, values }];
  });
}
