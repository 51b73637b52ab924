/** Finds what differs in a drift: the one place, often inside a list, or the statuses. */
import { isDeepStrictEqual } from 'node:util';
import type { FindingRow } from '../record/index.ts';
import { toPlainText } from '../wording/index.ts';

/** Members around those of a book, which say nothing about a fault. */
const wrapperMembers = new Set(['data', 'attributes']);

/** The place of a drift, and what differs there. */
export interface DifferingPlace {
  /** The members that lead there, without `data`, `attributes` and positions in lists. Empty for a whole value. */
  readonly names: readonly string[];
  /** The expected value, in words or as JSON. */
  readonly expected: string;
  readonly actual: string;
}

/** Returns true if a member is missing that was expected. */
export function isMissing({ names, actual }: DifferingPlace): boolean {
  return names.length > 0 && ['absent', 'nothing', 'null'].includes(actual);
}

interface ValueDifference {
  readonly names: readonly string[];
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Returns the place; undefined for a drift that names neither a place nor two values. */
export function findDifferingPlace(row: FindingRow): DifferingPlace | undefined {
  const { values, pointer = '', expected, actual } = row;
  const path = selectMemberNames(pointer.split('/').slice(1));
  const expectedText = toPlainText(expected.replace(/^[^:{["]+: /, ''));
  const wholeValue = { names: path, expected: expectedText, actual: toPlainText(actual) };
  if (values === undefined) return path.length === 0 ? undefined : wholeValue;
  const differences = findDifferences(values.expected, values.actual);
  const [first] = differences;
  const areSamePlace = differences.every(({ names }) => isDeepStrictEqual(names, first?.names));
  if (first === undefined || !areSamePlace) return wholeValue;
  return {
    names: [...path, ...first.names],
    expected: formatValue(first.expected),
    actual: formatValue(first.actual),
  };
}

/** Lists the innermost differences. Lists of different length differ as a whole; null and absent are equal. */
function findDifferences(expected: unknown, actual: unknown): ValueDifference[] {
  if (isDeepStrictEqual(expected ?? null, actual ?? null)) return [];
  const children = pairMembers(expected, actual);
  if (children === undefined) return [{ names: [], expected, actual }];
  return children.flatMap(([name, one, other]) =>
    findDifferences(one, other).map((difference) => ({
      ...difference,
      names: [...selectMemberNames([name]), ...difference.names],
    })),
  );
}

function pairMembers(expected: unknown, actual: unknown): [string, unknown, unknown][] | undefined {
  if (!isObjectOrArray(expected) || !isObjectOrArray(actual)) return undefined;
  if (Array.isArray(expected) !== Array.isArray(actual)) return undefined;
  const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  const grew = Array.isArray(expected) && names.length !== Object.keys(expected).length;
  const shrank = Array.isArray(actual) && names.length !== Object.keys(actual).length;
  return grew || shrank ? undefined : names.map((name) => [name, expected[name], actual[name]]);
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
  readonly permitted: readonly string[];
  readonly actual: number;
}

/** Returns both statuses; undefined for a drift of anything else. */
export function findWrongStatus({ expected, actual }: FindingRow): WrongStatus | undefined {
  const list = /^(?:one of the readings: )?([1-5](?:\d\d|xx)(?:(?: or |, )[1-5]\d\d)*)/i;
  const [, expectedStatuses] = list.exec(expected) ?? [];
  const [received] = /^[1-5]\d\d\b/.exec(actual) ?? [];
  if (expectedStatuses === undefined || received === undefined) return undefined;
  const permitted = expectedStatuses.toLowerCase().split(/ or |, /);
  const isPermitted = permitted.some(
    (status) => status === received || status === `${received.charAt(0)}xx`,
  );
  if (isPermitted) return undefined;
  return { expected: permitted.join(' or '), permitted, actual: Number(received) };
}
