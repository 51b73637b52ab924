/** Shortens both sides of a drift to one line each: the only place that differs, or the missing and additional entries of lists. */
import type { FindingRow } from '../record/index.ts';
import { count, cut, plain } from '../wording/index.ts';
import { differingPlace } from './differing-place.ts';

interface Sides {
  readonly expected: string;
  readonly actual: string;
}

/** The number of entries that are listed; the rest is counted. */
const named = 2;

/** Returns the expected and the actual value, each cut to a number of characters. */
export function bothSides(row: FindingRow, longest: number): Sides {
  const { expected, actual } = shorten(row, longest);
  return { expected: cut(plain(expected), longest), actual: cut(plain(actual), longest) };
}

function shorten(row: FindingRow, longest: number): Sides {
  const { expected, actual, values } = row;
  const fits = plain(expected).length <= longest && plain(actual).length <= longest;
  if (fits || values === undefined) return row;
  const about = /^([^:{["]+): /.exec(expected)?.[1] ?? 'a list';
  const place = differingPlace(row);
  if (place !== undefined && place.names.length > 0) {
    const where = place.names.join('/');
    return { expected: `${about}, at ${where}: ${place.expected}`, actual: place.actual };
  }
  if (!Array.isArray(values.expected) || !Array.isArray(values.actual)) return row;
  const [wanted, got] = [values.expected, values.actual].map((list) => list.map(textOf));
  return ofLists(about, wanted ?? [], got ?? []);
}

function ofLists(about: string, wanted: readonly string[], got: readonly string[]): Sides {
  const missing = wanted.filter((entry) => !got.includes(entry));
  const added = got.filter((entry) => !wanted.includes(entry));
  const differs = [
    entries(got),
    ...(missing.length > 0 ? [`without ${listed(missing)}`] : []),
    ...(added.length > 0 ? [`and also ${listed(added)}`] : []),
    ...(missing.length + added.length === 0 ? ['the same in another order or number'] : []),
  ];
  return { expected: `${about}: ${entries(wanted)}`, actual: differs.join(', ') };
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}

function entries(list: readonly string[]): string {
  return count(list.length, 'entry', 'entries');
}

function listed(list: readonly string[]): string {
  const more = list.length - named;
  return [...list.slice(0, named), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
