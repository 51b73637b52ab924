import { expect, test } from 'vitest';
import { checkNumbers } from './decisions.ts';

test('accepts numbers without gaps or duplicates', () => {
  const paths = ['docs/decisions/0002-b.md', 'docs/decisions/0001-a.md', 'docs/guides/0009-x.md'];
  expect(checkNumbers(paths)).toEqual([]);
});

test('names a missing number and a duplicate', () => {
  const paths = [
    'docs/decisions/0001-a.md',
    'docs/decisions/0003-c.md',
    'docs/decisions/0003-d.md',
  ];
  expect(checkNumbers(paths)).toEqual([
    expect.stringContaining('no record has the number 0002'),
    expect.stringContaining('2 records have the number 0003'),
  ]);
});
