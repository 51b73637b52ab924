/** Tests how the two sides of a drift are shortened to what differs. */
import { expect, it } from 'vitest';
import { createDrift, createExchangeRow } from '../../../tests/support/report/made-up-drifts.ts';
import { shortenSides } from './differing-place.ts';

const row = createDrift('list.walk', {
  expected: 'books of a walk: ["a","b","c"]',
  actual: '["a","c","d"]',
  values: { expected: ['a', 'b', 'c'], actual: ['a', 'c', 'd'] },
});

it('shows short values unchanged', () => {
  expect(shortenSides(row, 80)).toEqual({ expected: row.expected, actual: row.actual });
});

it('shows only the missing and extra entries of long lists', () => {
  expect(shortenSides({ ...row, expected: row.expected.padEnd(90) }, 80)).toEqual({
    expected: 'books of a walk: 3 entries',
    actual: '3 entries, without "b", and also "d"',
  });
});

it('truncates long values that are not lists, and ids in their middle', () => {
  const { values: _, ...plain } = row;
  const shorten = (actual: string): string => shortenSides({ ...plain, actual }, 16).actual;
  expect(shorten('x '.repeat(90))).toBe(`${'x '.repeat(7)}x…`);
  expect(shorten('the id is bookdist-0e6b1935-1-new')).toBe('the id is…-1-new');
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

it.each<
  readonly [string, expected: unknown[], actual: unknown[], sides: readonly [string, string]]
>([
  [
    'is missing, by the member that identifies it',
    [
      { currency: 'EUR', price: 4 },
      { currency: 'GBP', price: 5 },
    ],
    [{ currency: 'EUR', price: 4 }],
    ['prices: 2 entries', '1 entry, without entry 2 (currency GBP)'],
  ],
  [
    'repeats the sequence of another',
    [{ sequence: 1 }, { sequence: 2, title: 'New' }],
    [{ sequence: 1 }, { sequence: 2, title: 'Old' }, { sequence: 2, title: 'New' }],
    ['prices: 2 entries', '3 entries, 2 of sequence 2 (entries 2 and 3)'],
  ],
  [
    'was added',
    [{ sequence: 1 }],
    [{ sequence: 1 }, { sequence: 2 }],
    ['prices: 1 entry', '2 entries, and also entry 2 (sequence 2)'],
  ],
  [
    'has another member, while a further one is missing',
    [{ sequence: 1, title: 'One' }, { sequence: 2 }],
    [{ sequence: 1, title: 'Two' }],
    ['prices: 2 entries', '1 entry, another title in sequence 1, without entry 2 (sequence 2)'],
  ],
  [
    'has another place',
    [{ sequence: 1 }, { sequence: 2 }],
    [{ sequence: 2 }, { sequence: 1 }],
    ['prices: 2 entries', '2 entries, the same in another order'],
  ],
  [
    'differs in two members, by both',
    [{ sequence: 1 }, { sequence: 2, title: 'Sea', subtitle: 'A' }],
    [{ sequence: 1 }, { sequence: 2, title: 'Tide', subtitle: 'B' }],
    ['price[1].title: "Sea"', '"Tide", and price[1].subtitle'],
  ],
])('says which entry of a list %s', (...[_name, expected, actual, [left, right]]) => {
  const values = { expected, actual };
  const pointer = '/data/attributes/price';
  expect(shortenSides({ ...row, pointer, values, expected: 'prices: …' }, 80)).toEqual({
    expected: left,
    actual: right,
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
    actual: '1 entry, without entry 2 (sequence 2)',
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

it('says which page shows books that the total does not count', () => {
  const { values: _, ...plain } = row;
  const response = { data: [{}], meta: { total: 1, page: 3, perPage: 1 } };
  const exchange = createExchangeRow(4, 200, response);
  const answer = { requirement: 'list.page-beyond', actual: '200 with books', exchange };
  expect(shortenSides({ ...plain, ...answer }, 80)).toEqual({
    expected: 'no books on page 3, by the total of 1 at 1 a page',
    actual: '1 book',
  });
});
