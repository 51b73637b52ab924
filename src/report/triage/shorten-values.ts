/** Shortens both sides of a drift to one line each: the only place that differs, or the missing and additional entries of lists. */
import type { FindingRow } from '../record/index.ts';
import { formatCount, truncate, toPlainText } from '../wording/index.ts';
import { findDifferingPlace } from './differing-place.ts';

interface Sides {
  readonly expected: string;
  readonly actual: string;
}

/** The number of entries that are listed; the rest is counted. */
const maxEntries = 2;

/** Returns the expected and the actual value, each cut to a number of characters. */
export function shortenSides(row: FindingRow, maxLength: number): Sides {
  const { expected, actual } = shorten(row, maxLength);
  return {
    expected: truncate(toPlainText(expected), maxLength),
    actual: truncate(toPlainText(actual), maxLength),
  };
}

function shorten(row: FindingRow, maxLength: number): Sides {
  const { expected, actual, values } = row;
  const fits = toPlainText(expected).length <= maxLength && toPlainText(actual).length <= maxLength;
  if (fits || values === undefined) return row;
  const about = /^([^:{["]+): /.exec(expected)?.[1] ?? 'a list';
  const place = findDifferingPlace(row);
  if (place !== undefined && place.names.length > 0) {
    const path = place.names.join('/');
    return { expected: `${about}, at ${path}: ${place.expected}`, actual: place.actual };
  }
  if (!Array.isArray(values.expected) || !Array.isArray(values.actual)) return row;
  const [expectedEntries, actualEntries] = [values.expected, values.actual].map((list) =>
    list.map(formatEntry),
  );
  return compareLists(about, expectedEntries ?? [], actualEntries ?? []);
}

function compareLists(
  about: string,
  expected: readonly string[],
  actual: readonly string[],
): Sides {
  const missing = expected.filter((entry) => !actual.includes(entry));
  const added = actual.filter((entry) => !expected.includes(entry));
  const differs = [
    countEntries(actual),
    ...(missing.length > 0 ? [`without ${listEntries(missing)}`] : []),
    ...(added.length > 0 ? [`and also ${listEntries(added)}`] : []),
    ...(missing.length + added.length === 0 ? ['the same in another order or number'] : []),
  ];
  return { expected: `${about}: ${countEntries(expected)}`, actual: differs.join(', ') };
}

function formatEntry(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}

function countEntries(list: readonly string[]): string {
  return formatCount(list.length, 'entry', 'entries');
}

function listEntries(list: readonly string[]): string {
  const hidden = list.length - maxEntries;
  return [...list.slice(0, maxEntries), ...(hidden > 0 ? [`${hidden} more`] : [])].join(', ');
}
