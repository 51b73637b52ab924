import { expect, test } from 'vitest';
import { findFault } from '../../../src/faults/narrowing/index.ts';
import { shuffleNarrowedFaults } from './compared-service.ts';

test('a seed determines the order of the narrowed faults, and each name can be looked up', () => {
  const names = shuffleNarrowedFaults(3);
  expect(names.slice(0, 50)).toEqual(shuffleNarrowedFaults(3).slice(0, 50));
  expect(names.slice(0, 50)).not.toEqual(shuffleNarrowedFaults(4).slice(0, 50));
  expect(names.filter((name) => findFault(name) === undefined)).toEqual([]);
});
