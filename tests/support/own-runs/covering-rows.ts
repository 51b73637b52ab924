/** Covers all pairs of readings with few combinations. */
import * as covertable from 'covertable';
import { listReadings } from '../../../src/contract/requirements.ts';
import { settableIds } from '../../../src/sandbox/readings/index.ts';

// Vitest and Node import this CommonJS package differently.
const { criteria, make } = Object.hasOwn(covertable, 'make') ? covertable : covertable.default;

/**
 * Returns combinations of readings in which every pair of readings of two silences occurs. With a length of 1 every
 * reading occurs, which is computed much faster.
 */
export function createCoveringRows(length: 1 | 2): Readonly<Record<string, string>>[] {
  const factors = Object.fromEntries(settableIds.map((id) => [id, [...listReadings(id)]]));
  return make(factors, { length, criterion: criteria.simple });
}
