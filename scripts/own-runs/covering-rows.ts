/** Covers all pairs of readings with few combinations. */
import covertable from 'covertable';
import { listReadings } from '../../src/contract/requirements.ts';
import { settableIds } from '../../src/sandbox/readings/index.ts';

/** Returns combinations of readings in which every pair of readings of two silences occurs. */
export function createCoveringRows(): Readonly<Record<string, string>>[] {
  const factors = Object.fromEntries(settableIds.map((id) => [id, [...listReadings(id)]]));
  const { simple } = covertable.criteria;
  return covertable.make(factors, { length: 2, criterion: simple });
}
