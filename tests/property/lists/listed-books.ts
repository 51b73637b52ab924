/** Waits until the list shows a new book, or no longer shows a deleted one. */
import type { ListItem } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { findListItem } from '../../contract/steps/index.ts';

/** Repeats until the list shows the book and the item is as expected; a list may lag behind. */
export async function findListedEventually(
  t: Stage,
  id: string,
  satisfied: (item: ListItem) => boolean = () => true,
): Promise<ListItem | undefined> {
  return t.eventually(
    async () => findListItem(t, id),
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
    async () => findListItem(t, id),
    (item) => item === undefined,
  );
  return left !== undefined;
}
