/** Tests the functions that a suite is written with, what they blame, and what ends a property. */
import { expect, it, describe } from 'vitest';
import fc from 'fast-check';
import {
  attributeDrift,
  BrokenCase,
  Drift,
  Unanswered,
  Unproven,
  type Exchange,
} from '../evidence/index.ts';
import { check, observe, section, watch, type PropertyRun } from './check.ts';
import { forAll } from './for-all.ts';
import { createExchange, idleStage } from '../../../tests/support/harness/create-exchange.ts';

const sendNothing = async (): Promise<void> => undefined;

it('a check is about behaviour and needs nothing by default', () => {
  const cases = { 'does it': sendNothing };
  const usual = {
    kind: 'check',
    requirement: 'read.answers-200',
    cases,
    covers: [],
    depth: 'usual',
    secondAccount: false,
  };
  expect(check('read.answers-200', cases)).toEqual({ ...usual, reach: 'behaviour', needs: [] });
  const options = { reach: 'shape', needs: ['publish'] } as const;
  expect(check('read.answers-200', cases, options)).toEqual({ ...usual, ...options });
});

it('an observation waits only if `waits` is set', () => {
  const look = async (): Promise<string> => 'yes';
  const usual = { kind: 'observation', silence: 'create.response', look };
  const plain = {
    ...usual,
    reach: 'behaviour',
    needs: [],
    waits: false,
    depth: 'usual',
    secondAccount: false,
  };
  expect(observe('create.response', look)).toEqual(plain);
  const options = { reach: 'shape', needs: ['write'], waits: true, depth: 'quick' } as const;
  expect(observe('create.response', look, options)).toEqual({
    ...usual,
    ...options,
    secondAccount: false,
  });
});

it('a watch sees, and a section has a title', () => {
  const see = (): undefined => undefined;
  const watchItem = watch('create.response', see);
  expect(watchItem).toEqual({ kind: 'watch', silence: 'create.response', see });
  expect(section('Title', [watchItem])).toEqual({ title: 'Title', items: [watchItem] });
});

it('assigns a drift to one requirement only', () => {
  const drift = new Drift({ expected: 'a', actual: 'b' });
  const createThrower = (error: Error) => () => {
    throw error;
  };
  const attributeInner = (): void => attributeDrift('read.answers-200', createThrower(drift));
  expect(() => attributeDrift('lookup.same-book', attributeInner)).toThrow(drift);
  expect(drift.requirement).toBe('read.answers-200');
  const otherError = new Error('own');
  expect(() => attributeDrift('read.answers-200', createThrower(otherError))).toThrow(otherError);
  expect(otherError).not.toHaveProperty('requirement');
  attributeDrift('read.answers-200', () => undefined);
});

it('the errors have names', () => {
  const errors = [
    new Drift({ expected: 'a', actual: 'b' }),
    new Unproven('u'),
    new BrokenCase('b'),
    new Unanswered('n'),
  ];
  expect(errors.map(({ name }) => name)).toEqual(['Drift', 'Unproven', 'BrokenCase', 'Unanswered']);
});

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
