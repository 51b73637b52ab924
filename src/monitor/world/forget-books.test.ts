/** Tests which books a full world forgets. */
import { expect, test } from 'vitest';
import { forgetOldBooks, isFull } from './world.ts';
import { createWorld, createUnknownBook } from './index.ts';

test('keeps the books that were written last; a world that started empty is never full', () => {
  const world = createWorld();
  const books = world.books.withMutations((all) => {
    for (let at = 0; at <= 4_000; at += 1) {
      all.set(`b${at}`, { ...createUnknownBook(`b${at}`, 'one', 0), writtenAt: at });
    }
  });
  const externalIds = world.externalIds.set('old', ['b1']).set('new', ['b2', 'b4000']);
  const fullWorld = { ...world, books, externalIds };
  const smallerWorld = forgetOldBooks(fullWorld);
  expect([isFull(world), isFull(fullWorld), isFull(smallerWorld)]).toEqual([false, true, false]);
  expect([smallerWorld.books.has('b1'), smallerWorld.books.has('b4000')]).toEqual([false, true]);
  expect(smallerWorld.externalIds.toObject()).toEqual({ new: ['b4000'] });
  expect(isFull({ ...fullWorld, options: { ...fullWorld.options, startsEmpty: true } })).toBe(
    false,
  );
});
