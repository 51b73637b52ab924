/** Signs by which two drifts show the same fault: one response, one place in it, or one wrong status. */
import { isObject } from '../../contract/json-pointer.ts';
import type { FindingRow } from '../record/index.ts';
import { onlyPlace } from '../wording/index.ts';
import { statusesOf } from './statuses.ts';

/** Returns a function that lists the signs of one of these drifts. */
export function signsIn(findings: readonly FindingRow[]): (row: FindingRow) => string[] {
  const failing = new Set(findings.flatMap(({ exchange }) => exchange?.number ?? []));
  return (row) => [
    isGeneral(row) ? `${row.requirement} ${row.operation}` : row.requirement,
    ...responses(row, failing),
    ...places(row),
    ...statuses(row),
    ...emptyLists(row),
  ];
}

/** Lists that stay empty look the same for every query. */
function emptyLists(row: FindingRow): string[] {
  return showsEmptyList(row) ? [`${row.operation} shows nothing`] : [];
}

/** Returns true if the failing response is a list without entries. */
export function showsEmptyList({ exchange }: FindingRow): boolean {
  const body = exchange?.responseBody;
  const list = isObject(body) ? body['data'] : undefined;
  return Array.isArray(list) && list.length === 0;
}

/** Areas whose requirements hold for every operation; a drift of one operation's own says more. */
const general = /^(errors|flow|id)\./;

/** Returns true for a requirement that several unrelated faults may break. */
export function isGeneral({ requirement }: FindingRow): boolean {
  return general.test(requirement);
}

/**
 * A case that continues after a wrong response shows the same fault again. A wrong
 * status is explained by itself.
 */
function responses(row: FindingRow, failing: ReadonlySet<number>): string[] {
  const { exchange } = row;
  const calls = statusesOf(row) === undefined ? (row.calls ?? []) : [];
  const asked = new Set([
    ...(exchange === undefined ? [] : [exchange.number]),
    ...calls.map(({ number }) => number).filter((number) => failing.has(number)),
  ]);
  return [...asked].map((number) => `response ${number}`);
}

function places(row: FindingRow): string[] {
  const names = placeIn(row);
  return names.length === 0 ? [] : [`${row.operation} ${names.join('/')}`];
}

/**
 * Returns the names of the members that lead to the wrong value, without positions in lists. None if
 * the whole value is wrong, which says nothing about the fault.
 */
export function placeIn({ values, pointer }: FindingRow): string[] {
  const place = values && onlyPlace(values.expected, values.actual);
  const named = place?.path ?? pointer?.split('/').slice(1) ?? [];
  return named.filter((name) => name !== '' && !/^\d+$/.test(name));
}

/**
 * The same wrong status of one operation, or the same status and message of any operation. A drift
 * from `400` and one from `200 or 400` share the expected 400.
 */
function statuses(row: FindingRow): string[] {
  const found = statusesOf(row);
  if (found === undefined) return [];
  const message = messageIn(row.exchange?.responseBody);
  return found.permitted.flatMap((expected) => {
    const change = `${expected} ${found.actual}`;
    const worded = message === undefined ? [] : [`${change} ${message}`];
    return [`${row.operation} ${change}`, ...worded];
  });
}

/** The message of a refusal without the values in it. */
function messageIn(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const text = body['detail'] ?? body['message'] ?? body['title'];
  if (typeof text !== 'string') return undefined;
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|['"“][^'"”]*['"”]|\d+/gi, '…');
}
