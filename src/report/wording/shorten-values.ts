/** Shortens both sides of a drift to one line each: the only place that differs, or the missing and additional entries of lists. */
import { isDeepStrictEqual } from 'node:util';
import { count, cut, plain } from './text.ts';
import type { FindingRow } from '../record/index.ts';

interface Sides {
  readonly expected: string;
  readonly actual: string;
}

/** The number of entries that are listed; the rest is counted. */
const named = 2;

/** Returns the expected and the actual value, each cut to a number of characters. */
export function bothSides(row: FindingRow, longest: number): Sides {
  const { expected, actual } = told(row, longest);
  return { expected: cut(plain(expected), longest), actual: cut(plain(actual), longest) };
}

function told(row: FindingRow, longest: number): Sides {
  const { expected, actual, values } = row;
  const fits = plain(expected).length <= longest && plain(actual).length <= longest;
  if (fits || values === undefined) return row;
  const place = onlyPlace(values.expected, values.actual);
  const about = /^([^:{["]+): /.exec(expected)?.[1] ?? 'a list';
  if (place !== undefined && place.path.length > 0) {
    const where = place.path.join('/');
    return {
      expected: `${about}, at ${where}: ${text(place.expected)}`,
      actual: text(place.actual),
    };
  }
  if (!Array.isArray(values.expected) || !Array.isArray(values.actual)) return row;
  return ofLists(about, values.expected.map(text), values.actual.map(text));
}

function ofLists(about: string, wanted: readonly string[], came: readonly string[]): Sides {
  const missing = wanted.filter((entry) => !came.includes(entry));
  const added = came.filter((entry) => !wanted.includes(entry));
  const differs = [
    entries(came),
    ...(missing.length > 0 ? [`without ${listed(missing)}`] : []),
    ...(added.length > 0 ? [`and also ${listed(added)}`] : []),
    ...(missing.length + added.length === 0 ? ['the same in another order or number'] : []),
  ];
  return { expected: `${about}: ${entries(wanted)}`, actual: differs.join(', ') };
}

interface Place {
  readonly path: readonly string[];
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Returns the only place in which two values of the same form differ; undefined if there are none or several. */
function onlyPlace(expected: unknown, actual: unknown): Place | undefined {
  if (isDeepStrictEqual(expected, actual)) return undefined;
  if (!isStructure(expected) || !isStructure(actual)) return { path: [], expected, actual };
  const names = Object.keys(expected);
  if (!isDeepStrictEqual(names.toSorted(), Object.keys(actual).toSorted())) return undefined;
  const [first, ...others] = names.filter(
    (name) => !isDeepStrictEqual(expected[name], actual[name]),
  );
  if (first === undefined || others.length > 0) return undefined;
  const inside = onlyPlace(expected[first], actual[first]);
  return inside && { ...inside, path: [first, ...inside.path] };
}

/** Returns whether a value is an object or a list. */
function isStructure(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}

function entries(list: readonly string[]): string {
  return count(list.length, 'entry', 'entries');
}

function listed(list: readonly string[]): string {
  const more = list.length - named;
  return [...list.slice(0, named), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
