/** Tests that what cases share is made again after a failure. */
import { expect, it } from 'vitest';
import { idleStage } from '../scenes/idle-stage.ts';
import { oncePerRun } from './once-per-run.ts';

it('creates again only what failed', async () => {
  let attempts = 0;
  const make = oncePerRun(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('failed');
    return attempts;
  });
  await expect(make(idleStage)).rejects.toThrow('failed');
  expect([await make(idleStage), await make(idleStage)]).toEqual([2, 2]);
});
