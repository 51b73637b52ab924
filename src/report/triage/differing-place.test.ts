/** Tests how the two sides of a drift are shortened to what differs. */
import { expect, it } from 'vitest';
import type { FindingRow } from '../record/index.ts';
import { shortenSides } from './differing-place.ts';

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

it('shows the one entry of a list that differs, whatever the order of members', () => {
  const chapter = (fileId: string) => ({ title: 'One', fileId });
  const values = {
    expected: [chapter('a'), { fileId: 'b', title: 'One' }],
    actual: [chapter('a'), chapter('c')],
  };
  const pointer = '/data/attributes/chapters';
  expect(shortenSides({ ...row, pointer, values }, 80)).toEqual({
    expected: 'chapters[1].fileId: "b"',
    actual: '"c"',
  });
});

it('takes an absent member of an entry for the same as null', () => {
  const values = {
    expected: [{ sequence: 1, titleAscii: null }, { sequence: 2 }],
    actual: [{ sequence: 1 }],
  };
  const pointer = '/data/attributes/chapters';
  const expected = `chapters: ${JSON.stringify(values.expected)}`.padEnd(90);
  expect(shortenSides({ ...row, pointer, values, expected }, 60)).toEqual({
    expected: 'chapters: 2 entries',
    actual: '1 entry, without {"sequence":2}',
  });
});

it('shortens a Problem to its detail', () => {
  const { values: _, ...plain } = row;
  const problem = { title: 'Unprocessable Content', status: 422, detail: 'isbn: "1" is no ISBN.' };
  const sides = { expected: '204', actual: `422 ${JSON.stringify(problem)}` };
  expect(shortenSides({ ...plain, ...sides }, 60).actual).toBe('422 "isbn: \\"1\\" is no ISBN."');
  expect(shortenSides({ ...plain, ...sides }, 300).actual).toBe(sides.actual);
});

it('calls a long list of refusals a refusal', () => {
  const { values: _, ...plain } = row;
  const sides = { expected: '400 or 401 or 403 or 404', actual: '200  application/json  {}' };
  expect(shortenSides({ ...plain, ...sides }, 80)).toEqual({
    expected: 'a refusal',
    actual: '200',
  });
});
