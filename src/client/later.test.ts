/** Tests that a failure keeps its place where not even the part that would deal with it can be loaded. */
import { expect, it } from 'vitest';
import { loadedAfter } from './later.ts';

it('gives the part, or throws the failure that called for it', async () => {
  const failure = new Error('the answer was lost');
  expect(await loadedAfter(failure, Promise.resolve({ part: 1 }))).toEqual({ part: 1 });
  const gone = Promise.reject(new Error('no such module'));
  await expect(loadedAfter(failure, gone)).rejects.toBe(failure);
});
