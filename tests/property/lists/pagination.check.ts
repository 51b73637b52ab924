/** Requests any page of the list, follows its link to the next one, and walks over all pages (Book list item). */
import fc from 'fast-check';
import { getMaxPageSize } from '../../../src/contract/fields.ts';
import { check, forAll, section } from '../../../src/harness/suite/index.ts';
import {
  attributeDrift,
  type Exchange,
  readLinks,
  readMeta,
} from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { type Format, formats } from '../../../src/harness/arbitraries/index.ts';
import { isAccepted } from '../../contract/steps/steps.ts';
import { valuesPerSuite } from '../values-per-suite.ts';
import {
  fetchFrenchItems,
  selectOwnItems,
  getFrenchBooks,
  walkPages,
  type Walk,
} from './french-books.ts';

const needsReadWrite = { needs: ['read', 'write'] } as const;

/** Requests a page of the unfiltered list, which has at least the seven French books of this run. */
async function requestPage(
  t: Stage,
  query: { page?: number; perPage?: number },
): Promise<Exchange> {
  await getFrenchBooks(t);
  return t.need.accepted(await t.ask.list(query));
}

/** A list to walk over. */
interface Route {
  readonly format?: Format;
  readonly sort: 'title' | 'productIdentifier';
  /** The page size for a list of up to 24 books; longer lists get larger pages. */
  readonly minPageSize: number;
}

/** All French books by title, and the French print books by identifier: three pages each. */
const routes: readonly Route[] = [
  { sort: 'title', minPageSize: 3 },
  { format: 'print', sort: 'productIdentifier', minPageSize: 1 },
];

/** Repeats a walk until nothing changes during it; the case stays unproven if the list keeps changing. */
async function walkUnchangedList(t: Stage, { format, sort, minPageSize }: Route): Promise<Walk> {
  const query = { language: 'FR', sort, ...(format && { format }) };
  // If other clients have French books as well, larger pages keep the walk short.
  const perPage = Math.min(
    getMaxPageSize(),
    minPageSize * Math.ceil((await fetchFrenchItems(t)).length / 24),
  );
  const walk = await t.eventually(
    async () => walkPages(t, { ...query, perPage }),
    ({ totals }) => new Set(totals).size === 1,
  );
  t.need.that(new Set(walk.totals).size === 1, 'the French list kept changing');
  return walk;
}

function sortIds(books: readonly { readonly id: string }[]): string[] {
  return books.map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1));
}

/** Returns the sorted ids of this run's books that a route must show. */
async function listExpectedIds(t: Stage, { format }: Route): Promise<string[]> {
  const books = await getFrenchBooks(t);
  return sortIds(books.filter((book) => format === undefined || book.format === format));
}

/** Returns the sort values of own books in the order shown. The monitor alone would tolerate a lagging list. */
async function listSortKeys(t: Stage, { items }: Walk, sort: Route['sort']): Promise<string[]> {
  return (await selectOwnItems(t, items)).map(({ attributes }) => JSON.stringify(attributes[sort]));
}

interface OwnBooks {
  readonly walk: Walk;
  /** The sorted ids of those expected books that the walk shows. */
  readonly ids: readonly string[];
  /** The sort values of own books, in the order shown. */
  readonly keys: readonly string[];
}

/** Repeats the walk while own books are missing or out of order, because other clients' books may shift the pages. */
async function walkForOwnBooks(
  t: Stage,
  route: Route,
  expectedIds: readonly string[],
): Promise<OwnBooks> {
  return t.eventually(
    async () => {
      const walk = await walkUnchangedList(t, route);
      // Ignores own books that the filter should have excluded; another requirement covers them.
      const ownItems = await selectOwnItems(t, walk.items);
      const ids = sortIds(ownItems).filter((id) => expectedIds.includes(id));
      return { walk, ids, keys: await listSortKeys(t, walk, route.sort) };
    },
    ({ ids, keys }) => ids.join() === expectedIds.join() && isMonotonic(keys),
  );
}

function isMonotonic(keys: readonly string[]): boolean {
  const sorted = keys.toSorted((a, b) => (a < b ? -1 : 1));
  return [sorted, sorted.toReversed()].some((order) => order.join() === keys.join());
}

/** Asserts that a walk shows as many books as its total. Unproven if the total ignores the filter. */
async function expectTotal(t: Stage, { items, totals }: Walk): Promise<void> {
  const total = totals[0] ?? 0;
  if (items.length !== total) {
    const unfilteredTotal = readMeta(await requestPage(t, { perPage: 1 })).total;
    t.need.that(total !== unfilteredTotal, 'the total of a filtered list counts all books');
  }
  t.expect.equal(items.length, total, 'books seen on a walk over all pages');
}

/** The page of a list, chosen among those that the French books of this run fill. */
const pages = fc.record({
  sort: fc.constantFrom('createdAt', 'title', 'productIdentifier'),
  format: fc.constantFrom<(Format | undefined)[]>(undefined, undefined, ...formats),
  isWhole: fc.nat({ max: 4 }).map((value) => value === 0),
  size: fc.nat({ max: 7 }),
  place: fc.nat({ max: 6 }),
});

/** Requests a page, and the next one by its link. The monitor judges their books, order, links and totals. */
const requestAnyPage = forAll(
  pages,
  async (t, { sort, format, isWhole, size, place }) => {
    const books = await getFrenchBooks(t);
    const count = books.filter((book) => format === undefined || book.format === format).length;
    // Most pages are shorter than their list, so that a wrong length, order or link can show.
    const perPage = isWhole ? getMaxPageSize() : 1 + (size % (count + 1));
    const page = 1 + (place % Math.ceil(count / perPage));
    const query = { language: 'FR', sort, perPage, page, ...(format && { format }) } as const;
    const exchange = await t.ask.list(query);
    const next = isAccepted(exchange) ? readLinks(exchange).next : null;
    if (next === null) return;
    const nextQuery = Object.fromEntries(new URL(next, 'http://service.invalid').searchParams);
    await t.wire({ method: 'GET', path: '/books', query: nextQuery });
  },
  { runs: valuesPerSuite },
);

export const pagination = section('Pages', [
  check(
    'list.page-size',
    { 'shows any page of a sorted and filtered list, and links it to the next': requestAnyPage },
    needsReadWrite,
  ),
  check(
    'list.walk',
    {
      'shows every book once on a walk over all pages': async (t) => {
        for (const route of routes) {
          const expectedIds = await listExpectedIds(t, route);
          const { walk, ids, keys } = await walkForOwnBooks(t, route, expectedIds);
          t.expect.equal(ids, expectedIds, `own books seen on a walk by ${route.sort}`);
          attributeDrift('list.sorted', () => {
            const expected = `books in one direction by ${route.sort} from page to page`;
            t.expect.that(isMonotonic(keys), { expected, actual: keys.join(', ') });
          });
          await expectTotal(t, walk);
        }
      },
    },
    needsReadWrite,
  ),
]);
