/** Queries for the list: within its bounds, at them, and just or far outside (Limits, Endpoints). */
import fc from 'fast-check';

/** A bad query value with the name of its parameter. */
export interface BadQuery {
  readonly name: 'page' | 'perPage' | 'sort' | 'format';
  readonly value: string;
}

const bad =
  (name: BadQuery['name']) =>
  (value: string | number): BadQuery => ({ name, value: String(value) });

const below = fc.integer({ min: -2_000_000, max: 0 });
const word = fc
  .array(fc.constantFrom(...'bcdfghjk'.split('')), { minLength: 3, maxLength: 8 })
  .map((letters) => letters.join(''));

export const anyBadPage: fc.Arbitrary<BadQuery> = below.map(bad('page'));
export const anyBadPageSize: fc.Arbitrary<BadQuery> = fc
  .oneof(below, fc.integer({ min: 101, max: 2_000_000 }))
  .map(bad('perPage'));
export const anyBadWord: fc.Arbitrary<BadQuery> = fc.oneof(
  word.map(bad('sort')),
  word.map(bad('format')),
);
