/** Finds a book in the unfiltered list: new books are at one of its two ends. */
import { readItems, type ListItem, readMeta } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';

/** The number of pages read from either end; other clients and cases create books meanwhile. */
const pagesFromEachEnd = 3;

/** Returns the item of a new book, or undefined. The document does not say in which direction the list runs. */
async function findNewest(t: Stage, id: string): Promise<ListItem | undefined> {
  const query = { perPage: 100, sort: 'createdAt' } as const;
  const first = t.need.accepted(await t.ask.list(query));
  const { lastPage } = readMeta(first);
  const found = readItems(first).find((item) => item.id === id);
  if (found !== undefined) return found;
  for (let step = 0; step < pagesFromEachEnd; step += 1) {
    for (const page of new Set([lastPage - step, 2 + step])) {
      if (page < 2 || page > lastPage) continue;
      const answer = t.need.accepted(await t.ask.list({ ...query, page }));
      const item = readItems(answer).find((one) => one.id === id);
      if (item !== undefined) return item;
    }
  }
  return undefined;
}

/** Repeats until the list shows the book and the item is as expected; a list may lag behind. */
export async function findListedEventually(
  t: Stage,
  id: string,
  satisfied: (item: ListItem) => boolean = () => true,
): Promise<ListItem | undefined> {
  return t.eventually(
    async () => findNewest(t, id),
    (item) => item !== undefined && satisfied(item),
  );
}

/** Deletes a listed draft, and returns whether the list still shows it. */
export const isDeletedBookListed = oncePerRun(async (t) => {
  const { id } = await t.make.draft('ebook');
  t.need.that((await findListedEventually(t, id)) !== undefined, 'the list shows no new book');
  t.need.accepted(await t.ask.delete(id));
  return isStillListed(t, id);
});

/** Returns whether the list still shows a book that should be gone; it may lag behind. */
async function isStillListed(t: Stage, id: string): Promise<boolean> {
  const left = await t.eventually(
    async () => findNewest(t, id),
    (item) => item === undefined,
  );
  return left !== undefined;
}
