/** Signs that two drifts show the same fault: the same place in a response, wrong status or requirement. */
import { isObject } from '../../contract/json-pointer.ts';
import type { FindingRow } from '../record/index.ts';
import { findDifferingPlace, isMissing, findWrongStatus } from './differing-place.ts';

export interface Signs {
  /** Two drifts that share one of these have the same cause. */
  readonly certain: readonly string[];
  /** Responses and members around the wrong one, to which less specific drifts may refer. */
  readonly context: readonly string[];
  /** Signs in the context of other drifts to which this one refers, if it does not show what is wrong itself. */
  readonly references: readonly string[];
}

/** Returns a function that lists the signs of one of these drifts. */
export function createSignFinder(findings: readonly FindingRow[]): (row: FindingRow) => Signs {
  const failing = new Set(findings.flatMap(({ exchange }) => exchange?.number ?? []));
  return (row) => {
    const names = findDifferingPlace(row)?.names ?? [];
    const place = names.length === 0 ? [] : [toPlaceSign(row, names)];
    const definite = [
      ...place,
      ...findAbsenceSigns(row),
      ...findStatusSigns(row),
      ...findEmptyListSigns(row),
    ];
    const responseSigns = findResponseSigns(row, failing);
    const contextSigns = names.slice(1).map((_, at) => toPlaceSign(row, names.slice(0, at + 1)));
    return {
      certain: [toRequirementSign(row, names), ...definite],
      context: [...contextSigns, ...responseSigns],
      references: definite.length === 0 ? responseSigns : place,
    };
  };
}

/** One requirement may cover many members, and each may have its own fault. */
function toRequirementSign(row: FindingRow, names: readonly string[]): string {
  const { requirement, operation } = row;
  if (names.length > 0) return `${requirement} ${names.join('/')}`;
  return isGeneral(row) ? `${requirement} ${operation}` : requirement;
}

/** Lists that stay empty look the same for every query. */
function findEmptyListSigns(row: FindingRow): string[] {
  return showsEmptyList(row) ? [`${row.operation} shows nothing`] : [];
}

/** Returns true if the failing response is a list without entries. */
export function showsEmptyList({ exchange }: FindingRow): boolean {
  const body = exchange?.responseBody;
  const list = isObject(body) ? body['data'] : undefined;
  return Array.isArray(list) && list.length === 0;
}

/** Areas whose requirements hold for every operation; a drift specific to one operation is more telling. */
const generalAreas = /^(errors|flow|id)\./;

/** Returns true for a requirement that several unrelated faults may break. */
export function isGeneral({ requirement }: FindingRow): boolean {
  return generalAreas.test(requirement);
}

/**
 * A case that continues after a wrong response shows the same fault again. A wrong
 * status or place is explained by itself.
 */
function findResponseSigns(row: FindingRow, failing: ReadonlySet<number>): string[] {
  const { exchange, values, pointer } = row;
  const isExplained = findWrongStatus(row) !== undefined || (values ?? pointer) !== undefined;
  const calls = isExplained ? [] : (row.calls ?? []);
  const numbers = new Set([
    ...(exchange === undefined ? [] : [exchange.number]),
    ...calls.map(({ number }) => number).filter((number) => failing.has(number)),
  ]);
  return [...numbers].map((number) => `response ${number}`);
}

/** A member that is missing in several operations. */
function findAbsenceSigns(row: FindingRow): string[] {
  const place = findDifferingPlace(row);
  return place !== undefined && isMissing(place) ? [`no ${place.names.join('/')}`] : [];
}

function toPlaceSign({ operation }: FindingRow, names: readonly string[]): string {
  return `${operation} ${names.join('/')}`;
}

/**
 * The same wrong status of one operation, or the same status and message of any operation. A drift that
 * expects 400 and one that expects 200 or 400 share the expected 400.
 */
function findStatusSigns(row: FindingRow): string[] {
  const wrongStatus = findWrongStatus(row);
  if (wrongStatus === undefined) return [];
  const message = findMessage(row.exchange?.responseBody);
  return wrongStatus.permitted.flatMap((expected) => {
    const change = `${expected} ${wrongStatus.actual}`;
    const withMessage = message === undefined ? [] : [`${change} ${message}`];
    return [`${row.operation} ${change}`, ...withMessage];
  });
}

function findMessage(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const text = body['detail'] ?? body['message'] ?? body['title'];
  if (typeof text !== 'string') return undefined;
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|['"“][^'"”]*['"”]|\d+/gi, '…');
}
