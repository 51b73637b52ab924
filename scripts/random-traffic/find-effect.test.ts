import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/faults/index.ts';
import { findFault } from '../../src/faults/narrowing/index.ts';
import { findEffect } from './find-effect.ts';
import { openSandboxPair } from './replica.ts';

describe('findEffect', () => {
  const effectOf = (fault: Fault) =>
    findEffect((clock) => openSandboxPair(fault, clock), { seed: 1, moves: 300 });

  test('finds the first response that differs from a sandbox without the fault', async () => {
    const fault = findFault('isbn-checksum-ignored@only-print');
    expect(fault && (await effectOf(fault))?.call).toBe('POST /books');
  });

  test('returns nothing for an operator that never applies to the calls of the fault', async () => {
    const fault = findFault('per-page-cap-ignored@only-in-create-book');
    expect(fault && (await effectOf(fault))).toBeUndefined();
  });

  test('returns nothing for a fault that changes nothing', async () => {
    const nothing = { name: 'nothing', breaks: [], description: 'Nothing.', override: () => ({}) };
    expect(await effectOf(nothing)).toBeUndefined();
  });
});
