/** Claims that the monitor finds no drift in the traffic of a correct service. */
import assert from 'node:assert/strict';
import { createCoveringRows } from '../../own-runs/covering-rows.ts';
import type { Claim } from '../claim.ts';
import { damageHistory, damageNames } from './damaged-recordings.ts';
import { createHistoryJudge, judgeHistory } from './judge-history.ts';
import { driveRecordedTraffic, recordTraffic, type TrafficChoice } from './recorded-traffic.ts';

/** The share of calls that are made invalid. */
const oddShare = 0.25;

async function proveNoDrift(choice: TrafficChoice): Promise<void> {
  const judge = createHistoryJudge({ lagBy: 'service', startsEmpty: true });
  await driveRecordedTraffic({ oddShare, ...choice }, judge.add);
  const { drifts, exchanges, judgements } = judge.result();
  assert.deepEqual(drifts.slice(0, 3), [], `seed ${choice.seed}: ${drifts.length} drifts`);
  // A move sends three calls on average.
  assert.ok(exchanges >= 3 * choice.moves, `only ${exchanges} calls`);
  assert.ok(judgements > exchanges, 'too few responses were judged');
  console.log(`      seed ${choice.seed}: ${exchanges} calls, ${judgements} judgements`);
}

/** Concurrent calls of three clients on the same books; a gateway fails some of them. */
const concurrentTraffic: Partial<TrafficChoice> = {
  clients: 3,
  sharesBooks: true,
  failureShare: 0.05,
};

/** Records traffic of two clients, damages the recording in each way, and judges what remains. */
async function proveDamagedRecordings(
  seed: number,
  readings: TrafficChoice['readings'],
): Promise<void> {
  const choice: TrafficChoice = {
    seed,
    moves: 40,
    clients: 2,
    failureShare: seed % 2 === 0 ? 0 : 0.05,
  };
  const history = await recordTraffic({ ...choice, ...(readings && { readings }) });
  for (const damage of damageNames) {
    const { drifts, judgements } = judgeHistory(damageHistory(history, damage, seed));
    assert.deepEqual(drifts.slice(0, 3), [], `seed ${seed}, with ${damage}`);
    assert.ok(judgements > 300, `seed ${seed}, with ${damage}: only ${judgements} judgements`);
  }
}

export const monitorClaims: readonly Claim[] = [
  {
    says: 'the monitor finds no drift in 2,000 random calls to the sandbox',
    inSample: true,
    prove: async () => proveNoDrift({ seed: 1, moves: 600 }),
  },
  {
    says: 'the monitor finds no drift in 100,000 random calls, half of them under other readings',
    inSample: false,
    prove: async () => {
      await proveNoDrift({ seed: 2, moves: 15_000 });
      for (const [row, readings] of createCoveringRows().slice(0, 10).entries())
        await proveNoDrift({ seed: 3 + row, moves: 1_500, readings });
    },
  },
  {
    says: 'the monitor finds no drift in random calls that overlap and fail, under all pairs of readings',
    inSample: false,
    prove: async () => {
      for (const [row, readings] of createCoveringRows().entries())
        await proveNoDrift({ seed: 500 + row, moves: 150, readings, ...concurrentTraffic });
    },
  },
  {
    says: 'the monitor finds no drift in damaged recordings, under all pairs of readings',
    inSample: false,
    prove: async () => {
      for (const [row, readings] of createCoveringRows().entries())
        await proveDamagedRecordings(row, readings);
    },
  },
];
