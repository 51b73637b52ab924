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
import { forAll, retryWhileUnclear } from './for-all.ts';
import { describeValues } from '../arbitraries/index.ts';
import { bindScope, createScope } from '../wire/index.ts';
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

/** Returns a stage with the record of its case, which `end` interrupts. */
function createCase() {
  const end = new AbortController();
  const scope = createScope(end.signal);
  const t = { ...idleStage };
  bindScope(t, scope);
  return { t, scope, end };
}

describe('a write with an unknown outcome', () => {
  it('lets a case that drifts or is unproven be repeated, without its failures', async () => {
    const { t, scope } = createCase();
    scope.failures = 1;
    const errors = [drift(1), new Unproven('no book')];
    const result = await retryWhileUnclear(t, async () => {
      const error = errors.shift();
      if (error === undefined) return 'fine';
      scope.unclearWrites += 1;
      scope.failures += 1;
      throw error;
    });
    expect([result, scope.failures]).toEqual(['fine', 1]);
  });

  it('in each of six attempts leaves the case unproven', async () => {
    const { t, scope } = createCase();
    let attempts = 0;
    const exchange = createExchange();
    const attempt = retryWhileUnclear(t, async () => {
      attempts += 1;
      scope.unclearWrites += 1;
      throw new Drift({ expected: 'a', actual: 'b' }, exchange);
    });
    const message = /during each of 6 attempts.*unknown: expected a, but got b$/;
    const matchesMessage: unknown = expect.stringMatching(message);
    await expect(attempt).rejects.toMatchObject({
      name: 'Unproven',
      message: matchesMessage,
      exchange,
    });
    expect(attempts).toBe(6);
  });

  it('is not repeated after an interruption, or if the case itself is wrong', async () => {
    const { t, scope, end } = createCase();
    const throwUnclear = (error: Error) => async () => {
      scope.unclearWrites += 1;
      throw error;
    };
    const mistake = new Error('a mistake');
    await expect(retryWhileUnclear(t, throwUnclear(mistake))).rejects.toBe(mistake);
    end.abort();
    await expect(retryWhileUnclear(t, throwUnclear(drift(1)))).rejects.toThrow(/^interrupted$/);
  });

  it('counts against a result only if every outcome must be known', async () => {
    for (const [strict, expected] of [
      [false, 1],
      [true, 3],
    ] as const) {
      const { t, scope } = createCase();
      let attempts = 0;
      const attemptOnce = async (): Promise<number> => {
        attempts += 1;
        if (attempts < 3) scope.unclearWrites += 1;
        return attempts;
      };
      const options = strict ? { strict } : undefined;
      expect(await retryWhileUnclear(t, attemptOnce, options)).toBe(expected);
    }
  });

  it('that failed each time says so if every outcome must be known', async () => {
    const { t, scope } = createCase();
    const attempt = retryWhileUnclear(t, async () => void (scope.unclearWrites += 1), {
      strict: true,
    });
    await expect(attempt).rejects.toThrow('is unknown: a write was sent twice');
  });

  it('is not the reason for a drift with known outcomes', async () => {
    const { t } = createCase();
    let attempts = 0;
    const known = drift(1);
    const attempt = retryWhileUnclear(t, async () => {
      attempts += 1;
      throw known;
    });
    await expect(attempt).rejects.toBe(known);
    expect(attempts).toBe(1);
  });
});

it('values may depend on the target, and have words', async () => {
  const { t } = createCase();
  const values = describeValues(fc.constant(8), (day) => `in ${day} days`);
  const receive = (stage: unknown) => (stage === t ? values : fc.constant(0));
  const property = forAll(receive, async (_t, value) => {
    throw drift(value);
  });
  const result = await property.check(t, createSettings({ path: '0' }));
  expect(result?.counterexample).toMatchObject({ value: '8', words: 'in 8 days', path: '0' });
  const plain = await forAll(fc.constant(8), async () => {
    throw drift(8);
  }).check(t, createSettings());
  expect(plain?.counterexample).not.toHaveProperty('words');
});

it('the first drift that the monitor found while a value was tested counts, unless the case found one', async () => {
  const exchange = createExchange();
  const difference = { expected: '200', actual: '500' };
  const found = { requirement: 'read.answers-200', difference, exchange } as const;
  const own = drift(1);
  for (const [error, expected] of [
    [undefined, found],
    [new Unproven('no book'), found],
    [own, own],
  ] as const) {
    const { t, scope } = createCase();
    scope.drifts.push({ ...found, requirement: 'lookup.same-book' });
    const property = forAll(fc.constant(1), async () => {
      scope.drifts.push(found, { ...found, requirement: 'lookup.same-book' });
      if (error !== undefined) throw error;
    });
    expect((await property.check(t, createSettings()))?.drift).toMatchObject(expected);
  }
});
