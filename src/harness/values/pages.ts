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

export const badPages: readonly BadQuery[] = [0, -1].map(bad('page'));
export const badPageSizes: readonly BadQuery[] = [0, -1, 101].map(bad('perPage'));
/** Nothing that could be a documented value in another case or with a sign in front: that is open. */
export const badSorts: readonly BadQuery[] = ['price', 'status'].map(bad('sort'));
export const badFormats: readonly BadQuery[] = ['hardcover', 'pdf'].map(bad('format'));

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

/** Page sizes the list takes; small ones, of which there are several pages, come up most often. */
export const pageSize: fc.Arbitrary<number> = inWords(
  fc.oneof(
    fc.integer({ min: 1, max: 6 }),
    fc.integer({ min: 1, max: 100 }),
    fc.constantFrom(1, 50, 99, 100),
  ),
  (size) => `pages of ${size}`,
);

/** A page that exists wherever the account holds six books. */
export const existingPage: fc.Arbitrary<{ readonly page: number; readonly perPage: number }> =
  fc.oneof(
    pageSize.map((perPage) => ({ page: 1, perPage })),
    fc.constantFrom([2, 1], [6, 1], [3, 2], [2, 3], [2, 5]).map(([page = 1, perPage = 1]) => {
      return { page, perPage };
    }),
  );
