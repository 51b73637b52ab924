/** Finds what differs in a drift, and shortens its expected and actual result to that place. */
import { isDeepStrictEqual } from 'node:util';
import type { FindingRow } from '../record/index.ts';
import { toPlainText, formatCount, truncate } from '../wording/index.ts';
import { compareLists, describeListChange } from './list-difference.ts';
import { describeUncountedBooks } from './uncounted-books.ts';

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

/** Lists the innermost differences. Lists of different lengths or order differ as a whole; null and absent are equal. */
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
  const isMoved = describeListChange({ values: { expected, actual } }) === 'changes the order of';
  if (Array.isArray(expected) && (isOtherLength || isMoved)) return undefined;
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
export function findWrongStatus({ expected, actual, says }: FindingRow): WrongStatus | undefined {
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
  // Other statuses would be for other grounds than the one of the statement.
  const stated = permittedStatuses.filter((status) => new RegExp(`\\b${status}\\b`).test(says));
  const shown = stated.length > 0 ? stated : permittedStatuses;
  const words = shown.join(', ').replace(/, ([^,]+)$/, ' or $1');
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

/** Returns the expected and the actual result, each in at most `maxLength` characters. */
export function shortenSides(row: FindingRow, maxLength: number): Sides {
  const { expected, actual } = shortenToDifference(row, maxLength);
  const wanted = expected.replace('a value that must match pattern "^[^a-z]*$"', 'upper case');
  return {
    expected: truncateMiddle(toPlainText(wanted), maxLength),
    actual: truncateMiddle(toPlainText(shortenProblem(actual, maxLength)), maxLength),
  };
}

/** The characters that stay at the end of a cut id, by which it differs from others. */
const idEnd = 6;

/** Truncates a text; an id at its end loses its middle. */
function truncateMiddle(text: string, maxLength: number): string {
  const isId = text.length > maxLength && /[\w-]{20,}$/.test(text);
  return isId
    ? `${truncate(text.slice(0, -idEnd), maxLength - idEnd)}${text.slice(-idEnd)}`
    : truncate(text, maxLength);
}

/** Returns a status and the detail of its Problem, which explains more than the members before it, if the whole is too long. */
function shortenProblem(actual: string, maxLength: number): string {
  const [, status, detail] = /^(\d{3}) \{.*?"detail":("(?:[^"\\]|\\.)*")/s.exec(actual) ?? [];
  return actual.length <= maxLength || detail === undefined ? actual : `${status} ${detail}`;
}

/** Shows the one entry of a list or object that differs, and long lists by the entries that only one side has. */
function shortenToDifference(row: FindingRow, maxLength: number): Sides {
  const { expected, actual, values, pointer = '' } = row;
  const wrongStatus = findWrongStatus(row);
  const { actual: status = 0, permittedStatuses = [] } = wrongStatus ?? {};
  // The body of a call that was accepted does not explain why it should have been refused.
  if (status >= 200 && status < 300)
    return {
      expected: isAnyRefusal(permittedStatuses)
        ? 'a refusal'
        : expected.replace(/^\d{3}(?: or \d{3})+$/, () => wrongStatus?.expected ?? expected),
      actual: String(status),
    };
  if (values === undefined)
    return describeUncountedBooks(row) ?? { expected: findSentValue(row) ?? expected, actual };
  const differences = findDifferences(values.expected, values.actual);
  const [first, ...others] = differences;
  if (first === undefined || first.path.length === 0 || isListOfTexts(values.expected))
    return compareWholes(row, maxLength);
  const place = toPlace(pointer.split('/').slice(1), first);
  const sides =
    Array.isArray(first.expected) && Array.isArray(first.actual)
      ? compareLists(place.path, first.expected, first.actual)
      : { expected: `${place.path}: ${place.expected}`, actual: place.actual };
  const paths = others.map((other) => toPlace(pointer.split('/').slice(1), other).path);
  const hidden = paths.length - maxOtherPaths;
  const more = hidden > 0 ? formatCount(paths.length, 'other difference') : paths.join(', ');
  return paths.length === 0 ? sides : { ...sides, actual: `${sides.actual}, and ${more}` };
}

/** The most further places to name. */
const maxOtherPaths = 2;

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && !value.some(isObjectOrArray);
}

/** Compares lists by their entries; lists of texts that fit, and other values, are shown whole. */
function compareWholes(row: FindingRow, maxLength: number): Sides {
  const { expected, actual, values } = row;
  const fits = toPlainText(expected).length <= maxLength && toPlainText(actual).length <= maxLength;
  const isShort = fits && isListOfTexts(values?.expected);
  if (isShort || !Array.isArray(values?.expected) || !Array.isArray(values.actual)) return row;
  const { comparedSubject = 'a list' } = splitExpectation(expected);
  return compareLists(comparedSubject, values.expected, values.actual);
}
