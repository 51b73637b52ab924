/** Tests that a book that cases share is created again after a failure. */
import { expect, it } from 'vitest';
import { idleStage } from '../../../tests/support/harness/create-exchange.ts';
import { oncePerRun } from './once-per-run.ts';

it('creates a shared value again after a failure, but not after a success', async () => {
  let attempts = 0;
  const make = oncePerRun(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('failed');
    return attempts;
  });
  await expect(make(idleStage)).rejects.toThrow('failed');
  expect([await make(idleStage), await make(idleStage)]).toEqual([2, 2]);
});
