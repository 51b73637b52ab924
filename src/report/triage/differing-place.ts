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
  /** The path with positions, such as `chapters[9].fileId`. */
  readonly path: string;
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
  readonly path: readonly string[];
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Returns the place that differs; undefined for a drift without a pointer and without values. */
export function findDifferingPlace(row: FindingRow): DifferingPlace | undefined {
  const { values, pointer = '', expected, actual } = row;
  const path = pointer.split('/').slice(1);
  const { value } = splitExpectation(findSentValue(row) ?? expected);
  const place = {
    ...describePath(path),
    expected: toPlainText(value),
    actual: toPlainText(actual),
  };
  if (values === undefined) return place.names.length === 0 ? undefined : place;
  const differences = findDifferences(values.expected, values.actual);
  const [first] = differences;
  const names = differences.map((difference) => selectMemberNames(difference.path));
  const areSamePlace = names.every((other) => isDeepStrictEqual(other, names[0]));
  return first === undefined || !areSamePlace ? place : toPlace(path, first);
}

/** Returns the sent value of a stored member, which says more than its type; undefined if another rule was expected. */
export function findSentValue({ expected, pointer, sent: [write] = [] }: FindingRow) {
  const isSent = write !== undefined && write.method !== 'GET' && write.status < 300;
  if (!isSent || !expected.startsWith('a value that must be ')) return undefined;
  return pointer === `/data/attributes/${write.name}` ? JSON.stringify(write.value) : undefined;
}

function toPlace(path: readonly string[], { path: inner, expected, actual }: ValueDifference) {
  const sides = { expected: formatValue(expected), actual: formatValue(actual) };
  return { ...describePath([...path, ...inner]), ...sides };
}

/** Returns the names in a path, and the path as text. */
function describePath(path: readonly string[]): Pick<DifferingPlace, 'names' | 'path'> {
  const [first = '', ...rest] = path.filter((name) => name !== '' && !wrapperMembers.has(name));
  const text = rest.reduce(
    (start, name) => (/^\d+$/.test(name) ? `${start}[${name}]` : `${start}.${name}`),
    /^\d+$/.test(first) ? `[${first}]` : first,
  );
  return { names: selectMemberNames(path), path: toPlainText(text) };
}

/** Lists the innermost differences. Lists of different lengths differ as a whole; null and absent are equal. */
function findDifferences(expected: unknown, actual: unknown): ValueDifference[] {
  if (isDeepStrictEqual(expected ?? null, actual ?? null)) return [];
  const memberPairs = pairMembers(expected, actual);
  if (memberPairs === undefined) return [{ path: [], expected, actual }];
  return memberPairs.flatMap(([name, expectedMember, actualMember]) =>
    findDifferences(expectedMember, actualMember).map((difference) => ({
      ...difference,
      path: [name, ...difference.path],
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

export interface WrongStatus {
  /** Such as `404`, `400 or 422`, or `2xx`. */
  readonly expected: string;
  readonly permittedStatuses: readonly string[];
  readonly actual: number;
}

/** Returns the permitted statuses and the actual one; undefined if the drift is not about a status. */
export function findWrongStatus({ expected, actual }: FindingRow): WrongStatus | undefined {
  const pattern =
    /^(?:one of the readings: |a (?=2xx))?([1-5](?:\d\d|xx)(?:(?: or |, )[1-5]\d\d)*)/i;
  const [, expectedStatuses] = pattern.exec(expected) ?? [];
  const [actualStatus] = /^[1-5]\d\d\b/.exec(actual) ?? [];
  if (expectedStatuses === undefined || actualStatus === undefined) return undefined;
  const permittedStatuses = expectedStatuses.toLowerCase().split(/ or |, /);
  const isPermitted = permittedStatuses.some(
    (status) => status === actualStatus || status === `${actualStatus.charAt(0)}xx`,
  );
  if (isPermitted) return undefined;
  const words = permittedStatuses.join(', ').replace(/, ([^,]+)$/, ' or $1');
  return { expected: words, permittedStatuses, actual: Number(actualStatus) };
}

/** More statuses than a reader takes in. */
const maxStatuses = 3;

/** Returns true for a long list of statuses that all refuse. */
export function isAnyRefusal(permittedStatuses: readonly string[]): boolean {
  const areRefusals = permittedStatuses.every((status) => Number(status) >= 400);
  return areRefusals && permittedStatuses.length > maxStatuses;
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
    actual: truncate(toPlainText(shortenProblem(actual, maxLength)), maxLength),
  };
}

/** Returns a status and the detail of its Problem, which explains more than the members before it, if the whole is too long. */
function shortenProblem(actual: string, maxLength: number): string {
  const [, status, detail] = /^(\d{3}) \{.*?"detail":("(?:[^"\\]|\\.)*")/s.exec(actual) ?? [];
  return actual.length <= maxLength || detail === undefined ? actual : `${status} ${detail}`;
}

/** Shows the one entry of a list or object that differs, and long lists by the entries that only one side has. */
function shortenToDifference(row: FindingRow, maxLength: number): Sides {
  const { expected, actual, values, pointer = '' } = row;
  const { actual: status = 0, permittedStatuses = [] } = findWrongStatus(row) ?? {};
  // The body of a call that was accepted does not explain why it should have been refused.
  if (status >= 200 && status < 300)
    return {
      expected: isAnyRefusal(permittedStatuses) ? 'a refusal' : expected,
      actual: String(status),
    };
  if (values === undefined) return { expected: findSentValue(row) ?? expected, actual };
  const { comparedSubject = 'a list' } = splitExpectation(expected);
  const differences = findDifferences(values.expected, values.actual);
  const [first] = differences;
  const isPlainList = Array.isArray(values.expected) && !values.expected.some(isObjectOrArray);
  if (first !== undefined && first.path.length > 0 && !isPlainList) {
    const place = toPlace(pointer.split('/').slice(1), first);
    const others = differences.length - 1;
    const more = others > 0 ? `, and ${formatCount(others, 'other difference')}` : '';
    return { expected: `${place.path}: ${place.expected}`, actual: `${place.actual}${more}` };
  }
  const fits = toPlainText(expected).length <= maxLength && toPlainText(actual).length <= maxLength;
  if (fits || !Array.isArray(values.expected) || !Array.isArray(values.actual)) return row;
  const sides = [values.expected.map(formatEntry), values.actual.map(formatEntry)] as const;
  return compareLists(comparedSubject, ...sides);
}

type Entries = readonly string[];

/** Returns the entries that only one of two lists has. */
function findEntries(expected: Entries, actual: Entries) {
  const missing = expected.filter((entry) => !actual.includes(entry));
  const extra = actual.filter((entry) => !expected.includes(entry));
  return { missing, extra };
}

/** Says what happened to the entries of a list, such as `drops entries of`; undefined if entries have other values. */
export function describeListChange({ values }: FindingRow): string | undefined {
  if (!Array.isArray(values?.expected) || !Array.isArray(values.actual)) return undefined;
  const [expected, actual] = [values.expected.map(formatEntry), values.actual.map(formatEntry)];
  const { missing, extra } = findEntries(expected, actual);
  if (missing.length > 0 && extra.length > 0) return undefined;
  if (missing.length > 0) return actual.length === 0 ? 'drops' : 'drops entries of';
  if (extra.length > 0) return 'adds entries to';
  return isDeepStrictEqual(expected, actual) ? undefined : 'changes the order of';
}

function compareLists(comparedSubject: string, expected: Entries, actual: Entries): Sides {
  const { missing, extra } = findEntries(expected, actual);
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

/** Returns an entry as JSON with its members in one order and without null, so that equal entries are equal texts. */
function formatEntry(value: unknown): string {
  const sortMembers = (_name: string, member: unknown): unknown =>
    isObjectOrArray(member) && !Array.isArray(member)
      ? Object.fromEntries(
          Object.entries(member)
            .filter(([, inner]) => inner !== null)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : member;
  return JSON.stringify(value, sortMembers) ?? 'nothing';
}

function countEntries(list: Entries): string {
  return formatCount(list.length, 'entry', 'entries');
}

function listEntries(list: Entries): string {
  const hidden = list.length - maxEntries;
  return [...list.slice(0, maxEntries), hidden > 0 ? `${hidden} more` : []].flat().join(', ');
}
