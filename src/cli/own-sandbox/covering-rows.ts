/** Combinations of readings that together contain every pair. */
import covertable from 'covertable';
import { readingsOf } from '../../contract/requirements.ts';
import { settableIds } from '../../sandbox/readings/index.ts';

/** So few of them that every two readings of two silences meet in one. */
export function coveringRows(): Readonly<Record<string, string>>[] {
  const factors = Object.fromEntries(settableIds.map((id) => [id, [...readingsOf(id)]]));
  const { simple } = covertable.criteria;
  return covertable.make(factors, { length: 2, criterion: simple });
}
