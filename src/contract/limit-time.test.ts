/** Tests that a time limit survives garbage collection. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { limitTime } from './limit-time.ts';

it('aborts after its time, even if memory was collected before', async () => {
  const signal = limitTime(new AbortController().signal, 200);
  setFlagsFromString('--expose-gc');
  await nextTurn();
  runInNewContext('gc()');
  await expect.poll(() => signal.aborted, { timeout: 10_000 }).toBe(true);
});
