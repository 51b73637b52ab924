/** Tests properties: what is reported, what is shrunk, and what ends them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PropertyRun } from './check.ts';
import { Drift, type Exchange, Unproven } from '../evidence/index.ts';
import { forAll } from './for-all.ts';
import { createExchange } from '../scenes/create-exchange.ts';
import { idleStage } from '../scenes/idle-stage.ts';

function running(parts: Partial<PropertyRun> = {}): PropertyRun {
  const { signal } = new AbortController();
  return {
    seed: 1,
    runs: 25,
    path: undefined,
    replayPath: undefined,
    signal,
    exchanges: [],
    ...parts,
  };
}

const drift = (value: number): Drift => new Drift({ expected: 'small', actual: String(value) });

describe('many values', () => {
  it('are all tested, as many as configured', async () => {
    const asked: number[] = [];
    const property = forAll(fc.nat(), async (_t, value) => {
      asked.push(value);
    });
    expect(property).toMatchObject({ kind: 'property', runs: undefined });
    expect(await property.check(idleStage, running({ runs: 7 }))).toBeUndefined();
    expect(asked).toHaveLength(7);
  });

  it('are as many as the case sets', () => {
    expect(forAll(fc.nat(), async () => undefined, { runs: 3 }).runs).toBe(3);
  });

  it('end with the smallest that drifts, and the path to it', async () => {
    const sent: Exchange[] = [createExchange({ number: 1 })];
    const property = forAll(fc.nat({ max: 1_000 }), async (_t, value) => {
      sent.push(createExchange({ number: value }));
      if (value > 40) throw drift(value);
    });
    const found = await property.check(idleStage, running({ exchanges: sent }));
    expect(found?.drift.difference.actual).toBe('41');
    expect(found?.drift.trail?.map(({ number }) => number)).toEqual([41]);
    expect(found?.counterexample).toMatchObject({ value: '41', seed: 1 });
    expect(found?.counterexample.shrinks).toBeGreaterThan(0);
    expect(found?.counterexample.runs).toBeGreaterThan(0);
    const { path } = found?.counterexample ?? { path: '' };
    expect(path).toMatch(/^\d+(:\d+)*$/);
    sent.length = 0;
    const again = await property.check(idleStage, running({ path, runs: 1, exchanges: sent }));
    expect(again?.drift.difference.actual).toBe('41');
    expect(sent[0]?.number, 'the path leads there at once').toBe(41);
  });
});

describe('an error that is not a drift', () => {
  it('ends the property and is thrown as it is', async () => {
    let asked = 0;
    const trouble = new Unproven('no consent');
    const property = forAll(fc.nat(), async () => {
      asked += 1;
      throw trouble;
    });
    await expect(property.check(idleStage, running())).rejects.toBe(trouble);
    expect(asked).toBe(1);
  });

  it('after a drift leaves the drift as the result', async () => {
    let asked = 0;
    const property = forAll(fc.integer({ min: 50, max: 1_000 }), async (_t, value) => {
      asked += 1;
      if (asked > 1) throw new Unproven('spent');
      throw drift(value);
    });
    expect((await property.check(idleStage, running()))?.drift).toBeInstanceOf(Drift);
  });

  it('includes an interruption: no more requests are sent', async () => {
    let asked = 0;
    const property = forAll(fc.nat(), async () => {
      asked += 1;
    });
    expect(
      await property.check(idleStage, running({ signal: AbortSignal.abort() })),
    ).toBeUndefined();
    expect(asked).toBe(0);
  });
});
