import { expect, test } from 'vitest';
import { findBreakingChanges } from './contract-versions.ts';

test('no change of the contract breaks callers of the last released version', async () => {
  const advice = 'Revert these changes, or raise the first number of info.version.';
  expect(await findBreakingChanges(), advice).toEqual([]);
});
