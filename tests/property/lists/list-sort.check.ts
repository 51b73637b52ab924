/** In which order the list comes: monotone by its key, in a direction that is left open (Endpoints). */
import { check, forAll, section } from '../../../src/harness/suite/index.ts';
import { items, type ListItem } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { pageSize } from '../../../src/harness/values/index.ts';
import { createdTime, frenchItems, ownOf, shelf, walk } from './shelf.ts';

const needs = { needs: ['read', 'write'] } as const;

type SortKey = 'createdAt' | 'title' | 'productIdentifier';
type Direction = 'ascending' | 'descending' | 'neither';

/** Which way values run; equal neighbours fit either. All equal counts as ascending. */
function directionOf(values: readonly (number | string)[]): Direction {
  const pairs = values.slice(1).map((value, index) => ({ value, before: values[index] ?? value }));
  if (pairs.every(({ value, before }) => before <= value)) return 'ascending';
  return pairs.every(({ value, before }) => before >= value) ? 'descending' : 'neither';
}

function texts(shown: readonly ListItem[], key: SortKey): string[] {
  return shown.map(({ attributes }) => attributes[key]).filter((text) => typeof text === 'string');
}

function expectOneWay(t: Stage, values: readonly (number | string)[], key: SortKey): void {
  t.expect.that(directionOf(values) !== 'neither', {
    expected: `books in one direction of ${key}`,
    actual: values.join(', '),
  });
}

/** The books of the shelf as a sort puts them, once through all pages. */
async function ownSorted(t: Stage, sort: SortKey): Promise<readonly ListItem[]> {
  await frenchItems(t);
  const { items: shown } = await walk(t, { language: 'FR', sort, perPage: 4 });
  return ownOf(t, shown);
}

/** Asks for a list with and without the key: creation times as they come. */
async function bothOrders(t: Stage, query: { language?: string }): Promise<[number[], number[]]> {
  const plain = t.need.accepted(await t.ask.list({ ...query, perPage: 100 }));
  const sorted = t.need.accepted(await t.ask.list({ ...query, perPage: 100, sort: 'createdAt' }));
  return [items(plain).map(createdTime), items(sorted).map(createdTime)];
}

export const listSort = section('Sorting', [
  check(
    'list.sorted',
    {
      'sorts by title': async (t) => {
        const titles = texts(await ownSorted(t, 'title'), 'title');
        t.need.that(titles.length >= 6, 'the list does not show the titles of this run');
        expectOneWay(t, titles, 'title');
      },
      'sorts by product identifier': async (t) => {
        const found = texts(await ownSorted(t, 'productIdentifier'), 'productIdentifier');
        const isbns = found.filter((text) => /^\d{13}$/u.test(text));
        t.need.that(isbns.length >= 3, 'the list shows no ISBN as product identifier');
        expectOneWay(t, isbns, 'productIdentifier');
      },
      'sorts by time of creation': async (t) => {
        expectOneWay(t, (await ownSorted(t, 'createdAt')).map(createdTime), 'createdAt');
      },
      'sorts any page by time of creation': forAll(
        pageSize,
        async (t, perPage) => {
          await shelf(t);
          const answer = t.need.accepted(await t.ask.list({ sort: 'createdAt', perPage }));
          expectOneWay(t, items(answer).map(createdTime), 'createdAt');
        },
        { runs: 3 },
      ),
    },
    needs,
  ),
  check(
    'list.default-sort',
    {
      'comes in the order of creation when no sort key is given': async (t) => {
        await frenchItems(t);
        // Titles and ISBNs of the shelf run otherwise than its times, where these differ at all.
        const small = await bothOrders(t, { language: 'FR' });
        const telling = new Set(small[0]).size >= 3 ? small : await bothOrders(t, {});
        t.need.that(new Set(telling[0]).size >= 3, 'all books were created at the same time');
        const [plain, sorted] = telling.map(directionOf);
        t.need.that(sorted !== 'neither', 'sort=createdAt does not sort by time of creation');
        t.expect.equal(plain, sorted, 'direction of createdAt without a sort key');
      },
    },
    needs,
  ),
]);
