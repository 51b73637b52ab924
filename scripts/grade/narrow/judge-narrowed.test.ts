import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/faults/index.ts';
import { findFault } from '../../../src/faults/narrowing/index.ts';
import type { Effect } from './compare-services.ts';
import { findEffect } from './judge-narrowed.ts';
import { openSandboxPair, shuffleNarrowedFaults } from './compared-service.ts';

async function findEffectOn(fault: Fault | undefined): Promise<Effect | undefined> {
  if (fault === undefined) throw new Error('There is no such fault.');
  return findEffect((clock) => openSandboxPair(fault, clock), { seed: 1, moves: 300 });
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
