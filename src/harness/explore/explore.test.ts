/** Tests that exploring accuses no correct service, leaves no books, keeps to its consent and repeats itself. */
import { expect, test } from 'vitest';
import type { Exchange } from '../evidence/index.ts';
import type { RunOptions } from '../run/index.ts';
import { faults } from '../../faults/index.ts';
import { runOnOwnSandbox } from '../../../tests/support/own-runs/run-on-own-sandbox.ts';

async function explore(settings: { seed: number; requests: number; allow?: RunOptions['allow'] }) {
  const exchanges: Exchange[] = [];
  const { requests, ...others } = settings;
  const outcome = await runOnOwnSandbox([], {
    ...others,
    runs: 1,
    explore: { requests },
    sandbox: {},
    knows: true,
    isFrozen: true,
    onEvent: (event) => {
      if (event.type === 'exchanged') exchanges.push(event.exchange);
    },
  });
  return { outcome, exchanges };
}

const ids = /[0-9a-f]{8}-[0-9a-f-]{27}|bookdist[- ][0-9a-f]+[- ]\d+/gi;

test('explores every operation without a drift, removes its books, and repeats itself with the same seed', async () => {
  const [first, second] = [
    await explore({ seed: 5, requests: 150 }),
    await explore({ seed: 5, requests: 150 }),
  ];
  const { findings, leftovers } = first.outcome;
  expect(findings.filter(({ verdict }) => verdict === 'drifts')).toEqual([]);
  expect(leftovers).toEqual([]);
  const operations = new Set(first.exchanges.map(({ operation }) => operation));
  expect(operations.size).toBe(11);
  const listCalls = (exchanges: readonly Exchange[]): readonly string[] =>
    exchanges.map(({ request }) => `${request.method} ${request.path.replaceAll(ids, 'ID')}`);
  expect(listCalls(second.exchanges)).toEqual(listCalls(first.exchanges));
});

test('only reads without further consent', async () => {
  const { exchanges } = await explore({ seed: 1, requests: 30, allow: new Set(['read']) });
  expect(exchanges.length).toBeGreaterThan(20);
  expect(exchanges.filter(({ request }) => request.method !== 'GET')).toEqual([]);
});

test('shows a drift with a short history that was played again', async () => {
  const { findings, leftovers } = await runOnOwnSandbox([], {
    seed: 4,
    runs: 1,
    explore: { requests: 500 },
    isFrozen: true,
    sandbox: { faults: faults.filter(({ name }) => name === 'isbn-checksum-ignored') },
    knows: true,
  });
  const found = findings.find(({ counterexample }) => counterexample !== undefined);
  expect(found?.requirement).toMatch(/^isbn\./);
  expect(found?.trail?.length).toBeLessThan(4);
  expect(found?.counterexample?.confirmed).toEqual({ times: 1, shown: 1 });
  expect(leftovers).toEqual([]);
});
