/** Claims that the monitor finds no drift in any traffic of a correct service. */
import assert from 'node:assert/strict';
import { coveringRows } from '../../own-runs/covering-rows.ts';
import type { Claim } from '../claim.ts';
import { damaged, damageNames } from './damaged-recordings.ts';
import { fuzz, type FuzzOptions } from './fuzz.ts';
import { judgeHistory } from './judge-history.ts';
import { recordTraffic } from './recorded-traffic.ts';

async function findsNothing(options: FuzzOptions): Promise<void> {
  const { calls, seed } = options;
  const { drifts, judgements, judging } = await fuzz(options);
  assert.deepEqual(drifts.slice(0, 3), [], `seed ${seed}: ${drifts.length} drifts`);
  assert.ok(judgements > calls, 'hardly a response was judged');
  const rate = Math.round((calls / judging) * 1_000);
  console.log(`      seed ${seed}: ${calls} calls, ${judgements} judgements, ${rate} a second`);
}

/** Calls of three clients on the same books at once, some of which a gateway fails. */
const crowd = { lanes: 3, failing: 0.05 };

/** Records traffic of two clients, damages the recording in every way, and judges what is left. */
async function readsWhatIsLeft(seed: number, readings: FuzzOptions['readings']): Promise<void> {
  const choice = { seed, moves: 40, clients: 2, failing: seed % 2 === 0 ? 0 : 0.05 };
  const history = await recordTraffic({ ...choice, ...(readings && { readings }) });
  for (const damage of damageNames) {
    const { drifts, judgements } = judgeHistory(damaged(history, damage, seed));
    assert.deepEqual(drifts.slice(0, 3), [], `seed ${seed}, with ${damage}`);
    assert.ok(judgements > 300, `seed ${seed}, with ${damage}: only ${judgements} judgements`);
  }
}

export const monitorClaims: readonly Claim[] = [
  {
    says: 'the monitor finds no drift in 2,000 random calls to the sandbox',
    inSample: true,
    prove: async () => findsNothing({ seed: 1, calls: 2_000 }),
  },
  {
    says: 'the monitor finds no drift in 100,000 random calls, half of them under other readings',
    inSample: false,
    prove: async () => {
      await findsNothing({ seed: 2, calls: 50_000 });
      for (const [row, readings] of coveringRows().slice(0, 10).entries())
        await findsNothing({ seed: 3 + row, calls: 5_000, readings });
    },
  },
  {
    says: 'the monitor finds no drift in random calls that overlap and fail, under all pairs of readings',
    inSample: false,
    prove: async () => {
      for (const [row, readings] of coveringRows().entries())
        await findsNothing({ seed: 500 + row, calls: 1_500, readings, ...crowd });
    },
  },
  {
    says: 'the monitor finds no drift in damaged recordings, under all pairs of readings',
    inSample: false,
    prove: async () => {
      for (const [row, readings] of coveringRows().entries()) await readsWhatIsLeft(row, readings);
    },
  },
];
