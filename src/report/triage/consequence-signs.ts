/** Finds signs that a drift only follows from another one: from a wrong member of its book, a write, or an upload URL. */
import { findBook, type FindingRow } from '../record/index.ts';
import { findDifferingPlace, findWrongStatus } from './differing-place.ts';
import { findBlamedOperation, findWrongReader, isReadOperation } from './drift-calls.ts';
import { describeUncountedBooks } from './uncounted-books.ts';

/** Returns signs to which the consequences of a drift refer. */
export function findSourceSigns(row: FindingRow, names: readonly string[]): string[] {
  const grants = row.requirement === grantRule ? [grantRule] : [];
  const totals = describeUncountedBooks(row) === undefined ? [] : [wrongTotal];
  return [
    ...findBookSigns(row),
    ...findMemberSigns(row, names),
    ...(isRead(row) ? [] : findValueSigns(row, names)),
    ...findRefusalSigns(row),
    ...grants,
    ...totals,
  ];
}

/** The sign of a total that is too low: `lastPage` is right, and only disagrees with it. */
const wrongTotal = 'the total is too low';

/** Returns the signs of drifts from which this one may follow. */
export function findConsequenceSigns(
  row: FindingRow,
  names: readonly string[],
  findings: readonly FindingRow[],
): string[] {
  return [
    ...findEarlierBookSigns(row, findings),
    ...findWriteSigns(row, names),
    ...findGrantSigns(row),
    ...(isRead(row) ? findValueSigns(row, names) : []),
    ...findOtherStatusSigns(row),
    ...(row.requirement === 'list.last-page' ? [wrongTotal] : []),
    ...(names.length === 0 ? findFilterSigns(row) : []),
  ];
}

function isRead(row: FindingRow): boolean {
  return isReadOperation(findBlamedOperation(row));
}

/** Returns the sign of a wrong status of a book: if a write sets it, other calls only show it. */
function findValueSigns({ actual }: FindingRow, names: readonly string[]): string[] {
  return names.join() === 'status' ? [`status is ${actual}`] : [];
}

/** So many valid calls that were all refused mean that the operation does not work at all. */
const manyCalls = 3;

/** Returns the sign of an operation that refuses all valid calls: it cannot answer any other call as it should. */
function findRefusalSigns(row: FindingRow): string[] {
  const { judged, operation } = row;
  const isDead =
    judged?.of === 'valid calls' && judged.times === judged.drifted && judged.times >= manyCalls;
  return isDead ? [`${operation} always answers ${findWrongStatus(row)?.actual}`] : [];
}

function findOtherStatusSigns(row: FindingRow): string[] {
  const wrongStatus = findWrongStatus(row);
  const isRefused = wrongStatus !== undefined && wrongStatus.actual >= 400;
  return isRefused ? [`${row.operation} always answers ${wrongStatus.actual}`] : [];
}

/** Returns the sign of the write whose value a read shows wrong, because the write may not have stored it. */
function findWriteSigns(row: FindingRow, names: readonly string[]): string[] {
  const [write] = row.sent ?? [];
  const isWrongRead = findWrongReader(row) !== undefined && row.reader === undefined;
  return isWrongRead && write !== undefined ? [`${write.operation} ${names.join('/')}`] : [];
}

/** Returns the sign of a book and its wrong member. */
function findBookSigns(row: FindingRow): string[] {
  const { exchange, pointer } = row;
  const [name] = findDifferingPlace(row)?.names ?? [];
  const isStored = pointer?.includes('/attributes/') === true && exchange !== undefined;
  const book = isStored ? findBook(row, exchange) : undefined;
  return book === undefined || name === undefined ? [] : [`${name} of ${book}`];
}

/** Returns the signs of a book whose member an earlier response shows wrong too: it stays wrong in later calls. */
function findEarlierBookSigns(row: FindingRow, findings: readonly FindingRow[]): string[] {
  const number = row.exchange?.number ?? 0;
  return findBookSigns(row).filter((sign) =>
    findings.some(
      (other) => (other.exchange?.number ?? number) < number && findBookSigns(other).includes(sign),
    ),
  );
}

/** Returns the sign of a wrong member of a book, by which lists may filter. */
function findMemberSigns({ pointer }: FindingRow, [name]: readonly string[]): string[] {
  return name !== undefined && pointer?.includes('/attributes/') === true ? [`wrong ${name}`] : [];
}

/** Lists show the ISBN under another name. */
const memberNames: Readonly<Record<string, string>> = { productIdentifier: 'isbn' };

/** Returns signs of the members by which a list filters or sorts: if a member is wrong, the list has other books or another order. */
export function findFilterSigns({ operation, exchange }: FindingRow): string[] {
  if (operation !== 'listBooks') return [];
  const query = new URLSearchParams(exchange?.url.split('?')[1]);
  const key = query.get('sort') ?? '';
  return [...query.keys(), memberNames[key] ?? key].map((name) => `wrong ${name}`);
}

/** Without an upload URL of its own, a file gets the bytes of another, and attaching it goes wrong. */
const grantRule = 'upload.url-per-file';

function findGrantSigns({ operation }: FindingRow): string[] {
  return operation === 'attachFile' || operation === 'putFile' ? [grantRule] : [];
}
