/** Finds what differs in a drift: the one place, often inside a list, or the statuses. */
import { isDeepStrictEqual } from 'node:util';
import type { FindingRow } from '../record/index.ts';
import { plain } from '../wording/index.ts';

/** Members around those of a book, which say nothing about a fault. */
const frame = new Set(['data', 'attributes']);

/** The place of a drift, and what differs there. */
export interface DifferingPlace {
  /** The members that lead there, without `data`, `attributes` and positions in lists. Empty for a whole value. */
  readonly names: readonly string[];
  /** The expected value, in words or as JSON. */
  readonly expected: string;
  readonly actual: string;
}

/** Returns true if a member is missing that was expected. */
export function isAbsent({ names, actual }: DifferingPlace): boolean {
  return names.length > 0 && ['absent', 'nothing', 'null'].includes(actual);
}

interface Leaf {
  readonly names: readonly string[];
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Returns the place; undefined for a drift that names neither a place nor two values. */
export function differingPlace(row: FindingRow): DifferingPlace | undefined {
  const { values, pointer = '', expected, actual } = row;
  const around = namesOnly(pointer.split('/').slice(1));
  const wanted = plain(expected.replace(/^[^:{["]+: /, ''));
  const whole = { names: around, expected: wanted, actual: plain(actual) };
  if (values === undefined) return around.length === 0 ? undefined : whole;
  const leaves = leavesOf(values.expected, values.actual);
  const [first] = leaves;
  const alike = leaves.every(({ names }) => isDeepStrictEqual(names, first?.names));
  if (first === undefined || !alike) return whole;
  return {
    names: [...around, ...first.names],
    expected: textOf(first.expected),
    actual: textOf(first.actual),
  };
}

/** Lists the innermost differences. Lists of different length differ as a whole; null and absent are equal. */
function leavesOf(expected: unknown, actual: unknown): Leaf[] {
  if (isDeepStrictEqual(expected ?? null, actual ?? null)) return [];
  const inside = childrenOf(expected, actual);
  if (inside === undefined) return [{ names: [], expected, actual }];
  return inside.flatMap(([name, one, other]) =>
    leavesOf(one, other).map((leaf) => ({ ...leaf, names: [...namesOnly([name]), ...leaf.names] })),
  );
}

function childrenOf(expected: unknown, actual: unknown): [string, unknown, unknown][] | undefined {
  if (!isStructure(expected) || !isStructure(actual)) return undefined;
  if (Array.isArray(expected) !== Array.isArray(actual)) return undefined;
  const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  const grew = Array.isArray(expected) && names.length !== Object.keys(expected).length;
  const shrank = Array.isArray(actual) && names.length !== Object.keys(actual).length;
  return grew || shrank ? undefined : names.map((name) => [name, expected[name], actual[name]]);
}

function isStructure(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function namesOnly(path: readonly string[]): string[] {
  return path.filter((name) => name !== '' && !frame.has(name) && !/^\d+$/.test(name));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`;
  return value === undefined || value === null ? 'nothing' : plain(JSON.stringify(value));
}

export interface WrongStatus {
  /** Such as `404`, `400 or 422`, or `2xx`. */
  readonly expected: string;
  readonly permitted: readonly string[];
  readonly actual: number;
}

/** Returns both statuses; undefined for a drift of anything else. */
export function statusesOf({ expected, actual }: FindingRow): WrongStatus | undefined {
  const list = /^(?:one of the readings: )?([1-5](?:\d\d|xx)(?:(?: or |, )[1-5]\d\d)*)/i;
  const [, wanted] = list.exec(expected) ?? [];
  const [received] = /^[1-5]\d\d\b/.exec(actual) ?? [];
  if (wanted === undefined || received === undefined) return undefined;
  const permitted = wanted.toLowerCase().split(/ or |, /);
  const fits = permitted.some((one) => one === received || one === `${received.charAt(0)}xx`);
  if (fits) return undefined;
  return { expected: permitted.join(' or '), permitted, actual: Number(received) };
}
