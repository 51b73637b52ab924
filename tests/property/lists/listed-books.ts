/** Waits until the list shows a new book, or no longer shows a deleted one. */
import type { ListItem } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { findListItem } from '../../contract/steps/index.ts';

/** Returns a book's list item once the list shows it as expected, or the last one found; a list may lag. */
export async function findListItemEventually(
  t: Stage,
  id: string,
  isExpected: (item: ListItem) => boolean = () => true,
): Promise<ListItem | undefined> {
  return t.eventually(
    async () => findListItem(t, id),
    (item) => item !== undefined && isExpected(item),
  );
}

/** Deletes a listed draft. Returns true if the list still shows it. */
export const isDeletedBookListed = oncePerRun(async (t) => {
  const { id } = await t.make.draft('ebook');
  const item = await findListItemEventually(t, id);
  t.need.that(item !== undefined, 'the list does not show a new book');
  t.need.accepted(await t.ask.delete(id));
  return isStillListed(t, id);
});

/** Returns true if the list keeps showing a deleted book; a list may lag. */
async function isStillListed(t: Stage, id: string): Promise<boolean> {
  const lastItem = await t.eventually(
    async () => findListItem(t, id),
    (item) => item === undefined,
  );
  return lastItem !== undefined;
}
