/** Walks over the pages of the list: every book once, and links to the next pages (Book list item). */
import { check, section } from '../../../src/harness/suite/index.ts';
import { attributeDrift, type Exchange, readMeta } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import type { Format } from '../../../src/harness/values/index.ts';
import { listFrenchBooks, selectOwn, getShelf, walkPages, type Walk } from './shelf.ts';

const needs = { needs: ['read', 'write'] } as const;

/** A page of the unfiltered list, to which the shelf contributes at least seven books. */
async function requestPage(
  t: Stage,
  query: { page?: number; perPage?: number },
): Promise<Exchange> {
  await getShelf(t);
  return t.need.accepted(await t.ask.list(query));
}

interface Route {
  readonly format?: Format;
  readonly sort: 'title' | 'productIdentifier';
  /** Books on a page, if the list is short. */
  readonly smallest: number;
}

/** All French books, and the French print books by another key: three pages each. */
const routes: readonly Route[] = [
  { sort: 'title', smallest: 3 },
  { format: 'print', sort: 'productIdentifier', smallest: 1 },
];

/** Walks a French list until nothing changes during the walk; unproven if it always changes. */
async function walkUnchangedList(t: Stage, { format, sort, smallest }: Route): Promise<Walk> {
  const query = { language: 'FR', sort, ...(format && { format }) };
  // If other clients have French books as well, pages grow with the list, so the walk stays short.
  const perPage = Math.min(100, smallest * Math.ceil((await listFrenchBooks(t)).length / 24));
  const quiet = await t.eventually(
    async () => walkPages(t, { ...query, perPage }),
    ({ totals }) => new Set(totals).size === 1,
  );
  t.need.that(new Set(quiet.totals).size === 1, 'the French list kept changing');
  return quiet;
}

async function listOwnIds(t: Stage, { items: shown }: Walk): Promise<string[]> {
  return (await selectOwn(t, shown)).map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1));
}

/** The sort keys of own books in the order shown. The monitor alone would allow for lists that lag. */
async function listSortKeys(
  t: Stage,
  { items: shown }: Walk,
  sort: Route['sort'],
): Promise<string[]> {
  return (await selectOwn(t, shown)).map(({ attributes }) => JSON.stringify(attributes[sort]));
}

function isMonotonic(keys: readonly string[]): boolean {
  const sorted = keys.toSorted((a, b) => (a < b ? -1 : 1));
  return [sorted, sorted.toReversed()].some((one) => one.join() === keys.join());
}

/** Asserts that a walk shows as many books as its total says. */
async function expectTotal(t: Stage, { items: shown, totals }: Walk): Promise<void> {
  const total = totals[0] ?? 0;
  if (shown.length !== total) {
    const whole = readMeta(await requestPage(t, { perPage: 1 })).total;
    t.need.that(total !== whole, 'the total of a filtered list counts all books');
  }
  t.expect.equal(shown.length, total, 'books seen on a walk over all pages');
}

export const pagination = section('Pages', [
  check(
    'list.walk',
    {
      'shows every book once on a walk over all pages': async (t) => {
        for (const route of routes) {
          const { format, sort } = route;
          const books = (await getShelf(t)).filter((one) => (format ?? one.format) === one.format);
          const ids = books.map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1));
          // Another client's book may move ours from one page to the next during the walk.
          const { walked, seen, keys } = await t.eventually(
            async () => {
              const quiet = await walkUnchangedList(t, route);
              return {
                walked: quiet,
                // A book that the filter should have left out is no matter of the walk.
                seen: (await listOwnIds(t, quiet)).filter((id) => ids.includes(id)),
                keys: await listSortKeys(t, quiet, sort),
              };
            },
            (found) => found.seen.join() === ids.join() && isMonotonic(found.keys),
          );
          t.expect.equal(seen, ids, `own books seen on a walk by ${sort}`);
          attributeDrift('list.sorted', () => {
            const expected = `books in one direction by ${sort} from page to page`;
            t.expect.that(isMonotonic(keys), { expected, actual: keys.join(', ') });
          });
          await expectTotal(t, walked);
        }
      },
    },
    needs,
  ),
]);
