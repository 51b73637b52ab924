/** Covers all pairs of readings with few combinations. */
import * as covertable from 'covertable';
import { listReadings } from '../../../src/contract/requirements.ts';
import { settableIds } from '../../../src/sandbox/readings/index.ts';

// Vitest and Node import this CommonJS package differently.
const { criteria, make } = Object.hasOwn(covertable, 'make') ? covertable : covertable.default;

/** Returns combinations of readings in which every pair of readings of two silences occurs. */
export function createCoveringRows(): Readonly<Record<string, string>>[] {
  const factors = Object.fromEntries(settableIds.map((id) => [id, [...listReadings(id)]]));
  return make(factors, { length: 2, criterion: criteria.simple });
}
