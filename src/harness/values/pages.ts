/** Queries for the list: within its bounds, at them, and just or far outside (Limits, Endpoints). */
import fc from 'fast-check';
import { describeValues } from './describe-values.ts';

/** A bad query value with the name of its parameter. */
export interface BadQuery {
  readonly name: 'page' | 'perPage' | 'sort' | 'format';
  readonly value: string;
}

const createBadQuery =
  (name: BadQuery['name']) =>
  (value: string | number): BadQuery => ({ name, value: String(value) });

const tooLow = fc.integer({ min: -2_000_000, max: 0 });
const word = fc
  .array(fc.constantFrom(...'bcdfghjk'.split('')), { minLength: 3, maxLength: 8 })
  .map((letters) => letters.join(''));

function describeQueries(queries: fc.Arbitrary<BadQuery>): fc.Arbitrary<BadQuery> {
  return describeValues(queries, ({ name, value }) => `${name} ${value}`);
}

export const badPage = describeQueries(tooLow.map(createBadQuery('page')));
export const badPageSize = describeQueries(
  fc.oneof(tooLow, fc.integer({ min: 101, max: 2_000_000 })).map(createBadQuery('perPage')),
);
export const unknownKeyword = describeQueries(
  fc.oneof(word.map(createBadQuery('sort')), word.map(createBadQuery('format'))),
);
