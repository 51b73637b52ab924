/** Finds what differs in a drift, and shortens its expected and actual result to that place. */
import { isDeepStrictEqual } from 'node:util';
import type { FindingRow } from '../record/index.ts';
import { toPlainText, formatCount, truncate } from '../wording/index.ts';

/** Members that wrap the members of a book and say nothing about a fault. */
const wrapperMembers = new Set(['data', 'attributes']);

/** The place of a drift, and what differs there. */
export interface DifferingPlace {
  /** The path to the place, without `data`, `attributes` and positions in lists. Empty if the value differs as a whole. */
  readonly names: readonly string[];
  /** The expected value, in words or as JSON. */
  readonly expected: string;
  readonly actual: string;
}

/** Returns true if an expected member is missing. */
export function isMissing({ names, actual }: DifferingPlace): boolean {
  return names.length > 0 && ['absent', 'nothing', 'null'].includes(actual);
}

/** Splits an expectation such as `title as read back: "Sea"` into the compared subject and its value. */
export function splitExpectation(expected: string): {
  readonly comparedSubject: string | undefined;
  readonly value: string;
} {
  const [prefix = '', comparedSubject] = /^([^:{["]+): /.exec(expected) ?? [];
  return { comparedSubject, value: expected.slice(prefix.length) };
}

interface ValueDifference {
  readonly names: readonly string[];
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Returns the place that differs; undefined for a drift without a pointer and without values. */
export function findDifferingPlace(row: FindingRow): DifferingPlace | undefined {
  const { values, pointer = '', expected, actual } = row;
  const path = selectMemberNames(pointer.split('/').slice(1));
  const { value } = splitExpectation(expected);
  const place = { names: path, expected: toPlainText(value), actual: toPlainText(actual) };
  if (values === undefined) return path.length === 0 ? undefined : place;
  const differences = findDifferences(values.expected, values.actual);
  const [first] = differences;
  const areSamePlace = differences.every(({ names }) => isDeepStrictEqual(names, first?.names));
  if (first === undefined || !areSamePlace) return place;
  return {
    names: [...path, ...first.names],
    expected: formatValue(first.expected),
    actual: formatValue(first.actual),
  };
}

/** Lists the innermost differences. Lists of different lengths differ as a whole; null and absent are equal. */
function findDifferences(expected: unknown, actual: unknown): ValueDifference[] {
  if (isDeepStrictEqual(expected ?? null, actual ?? null)) return [];
  const memberPairs = pairMembers(expected, actual);
  if (memberPairs === undefined) return [{ names: [], expected, actual }];
  return memberPairs.flatMap(([name, expectedMember, actualMember]) =>
    findDifferences(expectedMember, actualMember).map((difference) => ({
      ...difference,
      names: [...selectMemberNames([name]), ...difference.names],
    })),
  );
}

function pairMembers(expected: unknown, actual: unknown): [string, unknown, unknown][] | undefined {
  if (!isObjectOrArray(expected) || !isObjectOrArray(actual)) return undefined;
  if (Array.isArray(expected) !== Array.isArray(actual)) return undefined;
  const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  const isOtherLength = Object.keys(expected).length !== Object.keys(actual).length;
  if (Array.isArray(expected) && isOtherLength) return undefined;
  return names.map((name) => [name, expected[name], actual[name]]);
}

function isObjectOrArray(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function selectMemberNames(path: readonly string[]): string[] {
  return path.filter((name) => name !== '' && !wrapperMembers.has(name) && !/^\d+$/.test(name));
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`;
  return value === undefined || value === null ? 'nothing' : toPlainText(JSON.stringify(value));
}

interface WrongStatus {
  /** Such as `404`, `400 or 422`, or `2xx`. */
  readonly expected: string;
  readonly permittedStatuses: readonly string[];
  readonly actual: number;
}

/** Returns the permitted statuses and the actual one; undefined if the drift is not about a status. */
export function findWrongStatus({ expected, actual }: FindingRow): WrongStatus | undefined {
  const pattern = /^(?:one of the readings: )?([1-5](?:\d\d|xx)(?:(?: or |, )[1-5]\d\d)*)/i;
  const [, expectedStatuses] = pattern.exec(expected) ?? [];
  const [actualStatus] = /^[1-5]\d\d\b/.exec(actual) ?? [];
  if (expectedStatuses === undefined || actualStatus === undefined) return undefined;
  const permittedStatuses = expectedStatuses.toLowerCase().split(/ or |, /);
  const isPermitted = permittedStatuses.some(
    (status) => status === actualStatus || status === `${actualStatus.charAt(0)}xx`,
  );
  if (isPermitted) return undefined;
  const words = permittedStatuses.join(' or ');
  return { expected: words, permittedStatuses, actual: Number(actualStatus) };
}

interface Sides {
  readonly expected: string;
  readonly actual: string;
}

/** The most entries to list; the others are counted. */
const maxEntries = 2;

/** Returns the expected and the actual result, each in at most `maxLength` characters. */
export function shortenSides(row: FindingRow, maxLength: number): Sides {
  const { expected, actual } = shortenToDifference(row, maxLength);
  return {
    expected: truncate(toPlainText(expected), maxLength),
    actual: truncate(toPlainText(actual), maxLength),
  };
}

function shortenToDifference(row: FindingRow, maxLength: number): Sides {
  const { expected, actual, values } = row;
  const fits = toPlainText(expected).length <= maxLength && toPlainText(actual).length <= maxLength;
  if (fits || values === undefined) return row;
  const { comparedSubject = 'a list' } = splitExpectation(expected);
  const place = findDifferingPlace(row);
  if (place !== undefined && place.names.length > 0) {
    const path = place.names.join('/');
    return { expected: `${comparedSubject}, at ${path}: ${place.expected}`, actual: place.actual };
  }
  if (!Array.isArray(values.expected) || !Array.isArray(values.actual)) return row;
  const sides = [values.expected.map(formatEntry), values.actual.map(formatEntry)] as const;
  return compareLists(comparedSubject, ...sides);
}

type Entries = readonly string[];

function compareLists(comparedSubject: string, expected: Entries, actual: Entries): Sides {
  const missing = expected.filter((entry) => !actual.includes(entry));
  const extra = actual.filter((entry) => !expected.includes(entry));
  const differences = [
    missing.length > 0 && `without ${listEntries(missing)}`,
    extra.length > 0 && `and also ${listEntries(extra)}`,
  ].filter(Boolean);
  const difference = differences.join(', ') || 'the same in another order or number';
  return {
    expected: `${comparedSubject}: ${countEntries(expected)}`,
    actual: `${countEntries(actual)}, ${difference}`,
  };
}

function formatEntry(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}

function countEntries(list: Entries): string {
  return formatCount(list.length, 'entry', 'entries');
}

function listEntries(list: Entries): string {
  const hidden = list.length - maxEntries;
  return [...list.slice(0, maxEntries), hidden > 0 ? `${hidden} more` : []].flat().join(', ');
}
