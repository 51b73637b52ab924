/** Tests that what cases share is made again after a failure. */
import { expect, it } from 'vitest';
import { nobody } from '../scenes/nobody-on-stage.ts';
import { oncePerRun } from './made-once.ts';

it('makes again what failed, and only that', async () => {
  let attempts = 0;
  const make = oncePerRun(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('failed');
    return attempts;
  });
  await expect(make(nobody)).rejects.toThrow('failed');
  expect([await make(nobody), await make(nobody)]).toEqual([2, 2]);
});
