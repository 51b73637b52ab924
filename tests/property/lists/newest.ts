/** Looks a book up in the list of everything: new books stand at one of its two ends. */
import { items, type ListItem, meta } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';

/** How far from either end is looked; other users and other cases create books meanwhile. */
const pagesFromEachEnd = 3;

/** The item of a book made a moment ago, or undefined; which way the list runs is open. */
async function findNewest(t: Stage, id: string): Promise<ListItem | undefined> {
  const query = { perPage: 100, sort: 'createdAt' } as const;
  const first = t.need.accepted(await t.ask.list(query));
  const { lastPage } = meta(first);
  const found = items(first).find((item) => item.id === id);
  if (found !== undefined) return found;
  for (let step = 0; step < pagesFromEachEnd; step += 1) {
    for (const page of new Set([lastPage - step, 2 + step])) {
      if (page < 2 || page > lastPage) continue;
      const answer = t.need.accepted(await t.ask.list({ ...query, page }));
      const item = items(answer).find((one) => one.id === id);
      if (item !== undefined) return item;
    }
  }
  return undefined;
}

/** Asks until the list shows the book and the item satisfies; a list may lag behind. */
export async function listedItem(
  t: Stage,
  id: string,
  satisfied: (item: ListItem) => boolean = () => true,
): Promise<ListItem | undefined> {
  return t.eventually(
    async () => findNewest(t, id),
    (item) => item !== undefined && satisfied(item),
  );
}

/** Whether the list goes on showing a book that ought to be gone; it may lag behind. */
export async function stillListed(t: Stage, id: string): Promise<boolean> {
  const left = await t.eventually(
    async () => findNewest(t, id),
    (item) => item === undefined,
  );
  return left !== undefined;
}
