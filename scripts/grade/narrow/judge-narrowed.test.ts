import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/faults/index.ts';
import { findFault } from '../../../src/faults/narrowing/index.ts';
import type { Network } from '../../../tests/support/own-runs/sandbox-network.ts';
import { compareNetworks, type Effect } from './compare-services.ts';
import { findEffect } from './judge-narrowed.ts';
import { shuffleNarrowedFaults } from './sandbox-pair.ts';

async function findEffectOn(fault: Fault | undefined): Promise<Effect | undefined> {
  if (fault === undefined) throw new Error('There is no such fault.');
  return findEffect(fault, { seed: 1, moves: 300 });
}

describe('findEffect', () => {
  test('finds the first response that differs from a sandbox without the fault', async () => {
    const effect = await findEffectOn(findFault('isbn-checksum-ignored@only-in-create-book'));
    expect(effect?.call).toBe('POST /books');
  });

  test('finds nothing if no call of the faulty operation meets the restriction', async () => {
    const fault = findFault('per-page-cap-ignored@only-in-create-book');
    expect(await findEffectOn(fault)).toBeUndefined();
  });

  test('finds nothing if a fault changes nothing', async () => {
    const fault = { name: 'nothing', breaks: [], description: 'Nothing.', override: () => ({}) };
    expect(await findEffectOn(fault)).toBeUndefined();
  });
});

test('a seed determines the order of the narrowed faults, and each name can be looked up', () => {
  const names = shuffleNarrowedFaults(3);
  expect(names.slice(0, 50)).toEqual(shuffleNarrowedFaults(3).slice(0, 50));
  expect(names.slice(0, 50)).not.toEqual(shuffleNarrowedFaults(4).slice(0, 50));
  expect(names.filter((name) => findFault(name) === undefined)).toEqual([]);
});

test('nothing is compared after overlapping requests that the services handled in different orders', async () => {
  const createService = (texts: readonly string[]): Network => {
    const left = [...texts];
    return async () => {
      const body = left.shift() ?? '';
      return { status: 200, headers: [], text: async () => body };
    };
  };
  const { network, effect, comparedUntil } = compareNetworks(
    createService(['1', '2', '3', '4']),
    createService(['1', '3', '2', '5']),
  );
  const send = async () =>
    network('http://service.invalid/books', {
      method: 'GET',
      headers: {},
    });

  await send();
  expect(comparedUntil()).toBeUndefined();
  await Promise.all([send(), send()]);
  await send();

  expect(comparedUntil()).toBe(3);
  expect(effect()).toBeUndefined();
});
