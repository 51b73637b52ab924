import { expect, test } from 'vitest';
import { forgetOldBooks, isFull } from './forget-books.ts';
import { createWorld, unknownBook } from './index.ts';

test('the books that were written last are kept', () => {
  const start = createWorld();
  const books = start.books.withMutations((all) => {
    for (let at = 0; at <= 4_000; at += 1) {
      all.set(`b${at}`, { ...unknownBook(`b${at}`, 'one', 0), writtenAt: at });
    }
  });
  const externalIds = start.externalIds.set('old', ['b1']).set('new', ['b2', 'b4000']);
  const full = { ...start, books, externalIds };
  const after = forgetOldBooks(full);
  expect([isFull(start), isFull(full), isFull(after)]).toEqual([false, true, false]);
  expect([after.books.has('b1'), after.books.has('b4000')]).toEqual([false, true]);
  expect(after.externalIds.toObject()).toEqual({ new: ['b4000'] });
  expect(isFull({ ...full, options: { ...full.options, startsEmpty: true } })).toBe(false);
});
