/** Tests that what cases share is made again after a failure. */
import { expect, it } from 'vitest';
import { nobody } from '../scenes/nobody-on-stage.ts';
import { oncePerCase, oncePerRun } from './made-once.ts';

it.each([
  ['oncePerCase', oncePerCase],
  ['oncePerRun', oncePerRun],
] as const)('%s makes again what failed, and only that', async (_name, once) => {
  let attempts = 0;
  const make = once(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('failed');
    return attempts;
  });
  await expect(make(nobody)).rejects.toThrow('failed');
  expect([await make(nobody), await make(nobody)]).toEqual([2, 2]);
});
