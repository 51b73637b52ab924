/** Combinations of readings that together contain every pair. */
import covertable from 'covertable';
import { listReadings } from '../../src/contract/requirements.ts';
import { settableIds } from '../../src/sandbox/readings/index.ts';

/** Returns as few rows as possible that contain every pair of readings of two silences. */
export function createCoveringRows(): Readonly<Record<string, string>>[] {
  const factors = Object.fromEntries(settableIds.map((id) => [id, [...listReadings(id)]]));
  const { simple } = covertable.criteria;
  return covertable.make(factors, { length: 2, criterion: simple });
}
