import { beforeAll, describe, expect, test } from 'vitest';
import type { ObservedExchange } from '../../../src/monitor/index.ts';
import { damaged, damageNames } from './damaged-recordings.ts';
import { fuzz } from './fuzz.ts';
import { judgeHistory } from './judge-history.ts';
import { recordTraffic } from './recorded-traffic.ts';

describe('a recording of a correct service', () => {
  let history: readonly ObservedExchange[];
  beforeAll(async () => {
    history = await recordTraffic({ seed: 5, moves: 60, clients: 2 });
  });

  test.each(damageNames)('is fine with %s', (damage) => {
    const { drifts, judgements } = judgeHistory(damaged(history, damage, 5));
    expect(drifts).toEqual([]);
    expect(judgements).toBeGreaterThan(1_000);
  });
});

test('calls that overlap on the same books are fine, and a gateway that fails some', async () => {
  const { drifts, judgements } = await fuzz({ seed: 1, calls: 1_000, lanes: 3, failing: 0.05 });
  expect(drifts).toEqual([]);
  expect(judgements).toBeGreaterThan(10_000);
});
