/** Tests how the two sides of a drift are shortened. */
import { expect, it } from 'vitest';
import type { FindingRow } from '../record/index.ts';
import { shortenSides } from './shorten-values.ts';

const row: FindingRow = {
  fingerprint: '0d8687ff7e6f',
  requirement: 'list.walk',
  level: 'must',
  verdict: 'drifts',
  says: 'A walk shows every book once.',
  section: 'Endpoints',
  sentence: 'shows every book once',
  kind: 'case',
  expected: 'books of a walk: ["a","b","c"]',
  actual: '["a","c","d"]',
  values: { expected: ['a', 'b', 'c'], actual: ['a', 'c', 'd'] },
  occurrences: 1,
  firstAtRequest: 1,
  again: 'bookdist verify',
};

it('shows short values unchanged', () => {
  expect(shortenSides(row, 80)).toEqual({ expected: row.expected, actual: row.actual });
});

it('shows only the missing and extra entries of long lists', () => {
  expect(shortenSides({ ...row, expected: row.expected.padEnd(90) }, 80)).toEqual({
    expected: 'books of a walk: 3 entries',
    actual: '3 entries, without "b", and also "d"',
  });
});

it('truncates long values that are not lists', () => {
  const { values: _, ...plain } = row;
  expect(shortenSides({ ...plain, actual: 'x'.repeat(90) }, 10).actual).toBe(`${'x'.repeat(9)}…`);
});
