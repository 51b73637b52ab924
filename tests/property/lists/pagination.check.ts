/** Walks over the pages of the list: every book once, and links to the next pages (Book list item). */
import { check, section } from '../../../src/harness/suite/index.ts';
import { blame, type Exchange, items, links, meta } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { frenchItems, ownOf, shelf, walk, type Walk } from './shelf.ts';

const needs = { needs: ['read', 'write'] } as const;

/** A page of the unfiltered list, to which the shelf contributes at least seven books. */
async function pageOf(t: Stage, query: { page?: number; perPage?: number }): Promise<Exchange> {
  await shelf(t);
  return t.need.accepted(await t.ask.list(query));
}

/** Returns the query of a link, in any spelling. */
function queryOf(link: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(link.slice(link.indexOf('?') + 1)));
}

type ListQuery = Parameters<Stage['ask']['list']>[0];

/** Returns the page behind a link, and the same page requested by number. */
async function bothWays(
  t: Stage,
  query: ListQuery,
  link: string,
): Promise<{ followed: Exchange; asked: Exchange }> {
  const followed = await t.wire({ method: 'GET', path: '/books', query: queryOf(link) });
  t.expect.accepted(followed, 'for the next link');
  return { followed, asked: t.need.accepted(await t.ask.list(query)) };
}

function idsOn(answer: Exchange): string[] {
  return items(answer).map(({ id }) => id);
}

/** Walks the French list until nothing changes during the walk; unproven if it always changes. */
async function quietWalk(t: Stage, smallest: number): Promise<Walk> {
  // If other clients have French books as well, pages grow with the list, so the walk stays short.
  const perPage = Math.min(100, smallest * Math.ceil((await frenchItems(t)).length / 24));
  const quiet = await t.eventually(
    async () => walk(t, { language: 'FR', sort: 'title', perPage }),
    ({ totals }) => new Set(totals).size === 1,
  );
  t.need.that(new Set(quiet.totals).size === 1, 'the French list kept changing');
  return quiet;
}

/** A walk of four a page or more, once its total stayed the same. */
const longWalk = oncePerRun(async (t) => quietWalk(t, 4));

/** Asserts that the titles of own books run in one direction over all pages. */
async function expectOrder(t: Stage, { items: shown }: Walk): Promise<void> {
  const titles = (await ownOf(t, shown)).map(({ attributes }) =>
    JSON.stringify(attributes['title']),
  );
  const sorted = titles.toSorted((a, b) => (a < b ? -1 : 1));
  const isOrdered = [sorted, sorted.toReversed()].some((one) => one.join() === titles.join());
  blame('list.sorted', () => {
    const expected = 'titles in one direction from page to page';
    t.expect.that(isOrdered, { expected, actual: titles.join(', ') });
  });
}

async function ownSeen(t: Stage, { items: shown }: Walk): Promise<string[]> {
  return (await ownOf(t, shown)).map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1));
}

export const pagination = section('Pages', [
  check(
    'list.walk',
    {
      'shows every book once on a walk over all pages': async (t) => {
        const ids = (await shelf(t)).map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1));
        for (const smallest of [1, 4]) {
          // Another client's book may move ours from one page to the next during the walk.
          const seen = await t.eventually(
            async () => ownSeen(t, await (smallest === 4 ? longWalk(t) : quietWalk(t, smallest))),
            (found) => found.join() === ids.join(),
          );
          t.expect.equal(seen, ids, `own books seen on a walk of ${smallest} a page or more`);
          if (smallest === 4) await expectOrder(t, await longWalk(t));
        }
      },
      'shows as many books as its total says': async (t) => {
        const { items: shown, totals } = await longWalk(t);
        const total = totals[0] ?? 0;
        if (shown.length !== total) {
          const whole = meta(await pageOf(t, { perPage: 1 })).total;
          t.need.that(total !== whole, 'the total of a filtered list counts all books');
        }
        t.expect.equal(shown.length, total, 'books seen on a walk over all pages');
      },
    },
    needs,
  ),
  check(
    'list.next-leads-on',
    {
      'leads to the next page under the same filters, sort key and size': async (t) => {
        await frenchItems(t);
        // By title the print books come first: only among them a lost key, only after them a lost
        // format shows on the second page.
        for (const format of ['print', 'ebook'] as const) {
          const query = { format, language: 'FR', sort: 'title', perPage: 1 } as const;
          const first = t.need.accepted(await t.ask.list(query));
          const { next } = links(first);
          t.need.that(
            next !== null,
            'with one book on each page, the first of several pages has no next link',
          );
          const second = await t.eventually(
            async () => bothWays(t, { ...query, page: 2 }, next ?? ''),
            ({ followed, asked }) => idsOn(followed).join() === idsOn(asked).join(),
          );
          const { page, perPage } = meta(second.followed);
          t.expect.equal({ page, perPage }, { page: 2, perPage: 1 }, 'meta behind the next link');
          t.expect.equal(idsOn(second.followed), idsOn(second.asked), 'books behind the next link');
        }
      },
    },
    needs,
  ),
]);
