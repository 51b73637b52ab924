/** The monitor reports no drift of a correct service, whatever is sent; and what judging costs. */
import assert from 'node:assert/strict';
import { coveringRows } from '../../../src/cli/own-sandbox/index.ts';
import type { Claim } from '../claim.ts';
import { fuzz } from './fuzz.ts';

async function findsNothing(seed: number, calls: number, row?: number): Promise<void> {
  const readings = row === undefined ? {} : coveringRows()[row];
  const { drifts, judgements, judging } = await fuzz({
    seed,
    calls,
    ...(readings && { readings }),
  });
  assert.deepEqual(drifts.slice(0, 3), []);
  assert.ok(judgements > calls, 'hardly a response was judged');
  console.log(
    `      ${calls} calls, ${judgements} judgements, ${Math.round((calls / judging) * 1_000)} a second`,
  );
}

export const monitorClaims: readonly Claim[] = [
  {
    says: 'the monitor finds no drift in 2,000 random calls to the sandbox',
    inSample: true,
    prove: async () => findsNothing(1, 2_000),
  },
  {
    says: 'the monitor finds no drift in 100,000 random calls, half of them under other readings',
    inSample: false,
    prove: async () => {
      await findsNothing(2, 50_000);
      for (let row = 0; row < 10; row += 1) await findsNothing(3 + row, 5_000, row);
    },
  },
];
