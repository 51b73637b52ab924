/** Queries for the list: within its bounds, at them, and just or far outside (Limits, Endpoints). */
import fc from 'fast-check';
import { inWords } from './in-words.ts';

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

function named(queries: fc.Arbitrary<BadQuery>): fc.Arbitrary<BadQuery> {
  return inWords(queries, ({ name, value }) => `${name} ${value}`);
}

export const anyBadPage = named(below.map(bad('page')));
export const anyBadPageSize = named(
  fc.oneof(below, fc.integer({ min: 101, max: 2_000_000 })).map(bad('perPage')),
);
export const anyBadWord = named(fc.oneof(word.map(bad('sort')), word.map(bad('format'))));
