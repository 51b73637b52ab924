/** Asks what a terminal says of two long lists. */
import { expect, it } from 'vitest';
import type { FindingRow } from '../record/index.ts';
import { bothSides } from './shorten-values.ts';

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

it('says short sides as they are', () => {
  expect(bothSides(row, 80)).toEqual({ expected: row.expected, actual: row.actual });
});

it('says of long lists what one lacks and what one has besides', () => {
  expect(bothSides({ ...row, expected: row.expected.padEnd(90) }, 80)).toEqual({
    expected: 'books of a walk: 3 entries',
    actual: '3 entries, without "b", with "d" besides',
  });
});

it('cuts what is long and no list', () => {
  const { values: _, ...plain } = row;
  expect(bothSides({ ...plain, actual: 'x'.repeat(90) }, 10).actual).toBe(`${'x'.repeat(9)}…`);
});
