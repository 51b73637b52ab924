import { beforeAll, describe, expect, test } from 'vitest';
import type { ObservedExchange } from '../../../src/monitor/index.ts';
import { damageHistory, damageNames } from './damaged-recordings.ts';
import { judgeHistory } from './judge-history.ts';
import { recordTraffic, type TrafficChoice } from './recorded-traffic.ts';

describe('a recording of a correct service', () => {
  let history: readonly ObservedExchange[];
  beforeAll(async () => {
    history = await recordTraffic({ seed: 5, moves: 60, clients: 2 });
  });

  test.each(damageNames)('has no drift with %s', (damage) => {
    const { drifts, judgements } = judgeHistory(damageHistory(history, damage, 5));
    expect(drifts).toEqual([]);
    expect(judgements).toBeGreaterThan(1_000);
  });
});

test('overlapping calls on the same books, some failed by a gateway, have no drift', async () => {
  const choice: TrafficChoice = {
    seed: 1,
    moves: 80,
    clients: 3,
    sharesBooks: true,
    failureShare: 0.05,
    oddShare: 0.25,
  };
  const { drifts, judgements } = judgeHistory(await recordTraffic(choice));
  expect(drifts).toEqual([]);
  expect(judgements).toBeGreaterThan(10_000);
});

test('a refused second URL for an uploaded file is no drift, even if no response named the first file', async () => {
  const readings = { 'put.reused': 'upload-409', 'upload.response': 'reference' };
  const { drifts } = judgeHistory(await recordTraffic({ seed: 7, moves: 150, readings }));
  expect(drifts).toEqual([]);
});
