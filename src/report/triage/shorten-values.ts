/** Shortens the expected and actual result of a drift to the place that differs, or to the missing and extra entries of lists. */
import type { FindingRow } from '../record/index.ts';
import { formatCount, truncate, toPlainText } from '../wording/index.ts';
import { findDifferingPlace, splitExpectation } from './differing-place.ts';

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
