/** Tests properties: what is reported, what is shrunk, and what ends them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PropertyRun } from './check.ts';
import { Drift, type Exchange, Unproven } from '../evidence/index.ts';
import { forAll } from './for-all.ts';
import { createExchange, idleStage } from '../../../tests/support/harness/create-exchange.ts';

function createSettings(parts: Partial<PropertyRun> = {}): PropertyRun {
  const { signal } = new AbortController();
  return {
    seed: 1,
    runs: 25,
    path: undefined,
    signal,
    exchanges: [],
    ...parts,
  };
}

const drift = (value: number): Drift => new Drift({ expected: 'small', actual: String(value) });

describe('many values', () => {
  it('are all tested, as many as configured', async () => {
    const values: number[] = [];
    const property = forAll(fc.nat(), async (_t, value) => {
      values.push(value);
    });
    expect(property).toMatchObject({ kind: 'property', runs: undefined });
    expect(await property.check(idleStage, createSettings({ runs: 7 }))).toBeUndefined();
    expect(values).toHaveLength(7);
  });

  it('are as many as the case sets', () => {
    expect(forAll(fc.nat(), async () => undefined, { runs: 3 }).runs).toBe(3);
  });

  it('end with the smallest that drifts, and the path to it', async () => {
    const exchanges: Exchange[] = [createExchange({ number: 1 })];
    const property = forAll(fc.nat({ max: 1_000 }), async (_t, value) => {
      exchanges.push(createExchange({ number: value }));
      if (value > 40) throw drift(value);
    });
    const result = await property.check(idleStage, createSettings({ exchanges }));
    expect(result?.drift.difference.actual).toBe('41');
    expect(result?.drift.trail?.map(({ number }) => number)).toEqual([41]);
    expect(result?.counterexample).toMatchObject({ value: '41', seed: 1 });
    expect(result?.counterexample.shrinks).toBeGreaterThan(0);
    expect(result?.counterexample.runs).toBeGreaterThan(0);
    const { path } = result?.counterexample ?? { path: '' };
    expect(path).toMatch(/^\d+(:\d+)*$/);
    exchanges.length = 0;
    const replayResult = await property.check(
      idleStage,
      createSettings({ path, runs: 1, exchanges }),
    );
    expect(replayResult?.drift.difference.actual).toBe('41');
    expect(exchanges[0]?.number, 'the path leads there at once').toBe(41);
  });
});

describe('an error that is not a drift', () => {
  it('ends the property and is thrown as it is', async () => {
    let attempts = 0;
    const unproven = new Unproven('no consent');
    const property = forAll(fc.nat(), async () => {
      attempts += 1;
      throw unproven;
    });
    await expect(property.check(idleStage, createSettings())).rejects.toBe(unproven);
    expect(attempts).toBe(1);
  });

  it('after a drift leaves the drift as the result', async () => {
    let attempts = 0;
    const property = forAll(fc.integer({ min: 50, max: 1_000 }), async (_t, value) => {
      attempts += 1;
      if (attempts > 1) throw new Unproven('spent');
      throw drift(value);
    });
    expect((await property.check(idleStage, createSettings()))?.drift).toBeInstanceOf(Drift);
  });

  it('includes an interruption: no more requests are sent', async () => {
    let attempts = 0;
    const property = forAll(fc.nat(), async () => {
      attempts += 1;
    });
    expect(
      await property.check(idleStage, createSettings({ signal: AbortSignal.abort() })),
    ).toBeUndefined();
    expect(attempts).toBe(0);
  });
});
