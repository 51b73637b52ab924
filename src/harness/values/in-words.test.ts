/** Tests that generated values are described in words if JSON would say little to a reader. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wordsFor } from './in-words.ts';
import {
  anyBadPage,
  anyBadPageSize,
  anyBadWord,
  chapterUpdates,
  daysAhead,
  noDate,
  spoiltIsbn,
} from './index.ts';

it.each([
  ['page', anyBadPage],
  ['page size', anyBadPageSize],
  ['sort key or format', anyBadWord],
  ['updates of chapters', chapterUpdates],
  ['day', daysAhead(0, 9)],
  ['date', noDate],
  ['ISBN', spoiltIsbn],
])('puts any %s into words', (_name, values: fc.Arbitrary<unknown>) => {
  for (const value of fc.sample(values, 30)) expect(wordsFor(values, value)).toMatch(/\w/);
});

it('names what an update of chapters does', () => {
  const update = { rewrite: [], add: 1, backwards: true, titles: [] };
  expect(wordsFor(chapterUpdates, [update, { ...update, add: 0, backwards: false }])).toBe(
    'an update that adds 1, lists them backwards, then an update that changes nothing',
  );
});
