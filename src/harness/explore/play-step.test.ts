import { expect, test } from 'vitest';
import { idleStage } from '../../../tests/support/harness/create-exchange.ts';
import { createCast } from './play-step.ts';

test('a cast forgets deleted books, their files, and values that only they can have', () => {
  const cast = createCast(idleStage);
  for (const number of [1, 2, 3]) {
    cast.books.set(number, `book-${number}`);
    cast.files.set(10 + number, { id: `file-${number}`, url: 'https://x.invalid', book: number });
  }
  const [first, second] = ['{isbn 1}', '{isbn 2}'].map((text) => cast.resolve(text));

  cast.forget([1]);

  expect([...cast.books.values()]).toEqual(['book-2', 'book-3']);
  expect([...cast.files.keys()]).toEqual([12, 13]);
  expect(() => cast.resolve('{book 1}')).toThrow('there is no book 1');
  expect(cast.resolve('{isbn 2}')).toBe(second);
  expect(cast.resolve('{isbn 1}')).not.toBe(first);
});

test('a cast forgets the values of moves that were not chosen', () => {
  const cast = createCast(idleStage);
  const [old, unused, used] = [1, 2, 3].map((number) => cast.resolve(`{isbn ${number}}`));

  cast.forgetUnused(1, 3, [
    { method: 'PATCH', path: '/books/{book 1}', json: { isbn: '{isbn 3}' } },
  ]);

  expect(cast.resolve('{isbn 1}')).toBe(old);
  expect(cast.resolve('{isbn 2}')).not.toBe(unused);
  expect(cast.resolve('{isbn 3}')).toBe(used);
});
