/**
 * Seven French books of each run, which cases about the list read and never change. Waits until the list shows
 * a new book, or no longer shows a deleted one.
 */
import { getMaxPageSize } from '../../../src/contract/fields.ts';
import { readItems, type ListItem, readMeta } from '../../../src/harness/evidence/index.ts';
import { type Book, oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { findListItem } from '../../contract/steps/steps.ts';

/**
 * Titles are not in the order of creation or its reverse, so that an order shows which key it has.
 * Each format has books in two more languages, so that every filter matches some books.
 */
const plan = [
  { format: 'print', letter: 'c', isbn: 1, language: 'en' },
  { format: 'ebook', letter: 'f', isbn: undefined, language: 'ES' },
  { format: 'print', letter: 'a', isbn: 2, language: 'ES' },
  { format: 'audio', letter: 'g', isbn: undefined, language: 'en' },
  { format: 'print', letter: 'b', isbn: 0, language: 'en' },
  { format: 'ebook', letter: 'd', isbn: undefined, language: 'en' },
  { format: 'audio', letter: 'e', isbn: undefined, language: 'ES' },
] as const;

/** Returns the French books of this run in the order of creation; the first case that needs them creates them. */
export const getFrenchBooks = oncePerRun(createFrenchBooks);

async function createFrenchBooks(t: Stage): Promise<readonly Book[]> {
  const isbns = [1, 2, 3]
    .map(() => t.make.body('print').isbn ?? '')
    .sort((a, b) => (a < b ? -1 : 1));
  const books: Book[] = [];
  for (const { format, letter, isbn, language } of plan) {
    // All titles start with the mark of the run, so only the letter decides their order.
    const title = t.make.body(format).title.replace(/\d+$/u, letter);
    const extra = isbn === undefined ? {} : { isbn: isbns[isbn] ?? '' };
    const subtitle = `subtitle ${letter}`;
    const fields = { title, subtitle, language: ['fr', language], ...extra };
    books.push(await t.make.draft(format, fields));
  }
  return books;
}

type ListQuery = NonNullable<Parameters<Stage['ask']['list']>[0]>;

/** The largest number of pages to walk. */
const maxPages = 40;

/** One walk through a list, page by page. */
export interface Walk {
  readonly items: readonly ListItem[];
  /** The `meta.total` of each page. */
  readonly totals: readonly number[];
}

/** Requests all pages by number. The case stays unproven if the list is too long. */
export async function walkPages(t: Stage, query: ListQuery): Promise<Walk> {
  const items: ListItem[] = [];
  const totals: number[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const response = t.need.accepted(await t.ask.list({ ...query, page }));
    const { total, lastPage } = readMeta(response);
    t.need.that(lastPage <= maxPages, `the list has ${lastPage} pages, too many to walk`);
    last = lastPage;
    totals.push(total);
    items.push(...readItems(response));
  }
  return { items, totals };
}

/** Walks a filtered list until it shows the expected French books of this run, or time is up. */
async function pollList(t: Stage, query: ListQuery): Promise<readonly ListItem[]> {
  const ids = await listFrenchIds(t, query);
  const lastWalk = await t.eventually(
    async () => walkPages(t, { perPage: getMaxPageSize(), ...query }),
    ({ items }) => containsAll(items, ids),
  );
  return lastWalk.items;
}

async function listFrenchIds(t: Stage, { format }: ListQuery): Promise<string[]> {
  const books = await getFrenchBooks(t);
  return books.filter((book) => format === undefined || book.format === format).map(({ id }) => id);
}

/** Returns all French items of the list, once those of this run are among them. */
export async function fetchFrenchItems(
  t: Stage,
  query: ListQuery = {},
): Promise<readonly ListItem[]> {
  const items = await pollList(t, { language: 'FR', ...query });
  const isComplete = containsAll(items, await listFrenchIds(t, query));
  t.need.that(isComplete, 'the French list does not show the French books of this run');
  return items;
}

/** Returns the creation time of a list item in milliseconds, or NaN without one. */
export function getCreatedTime({ attributes: { createdAt } }: ListItem): number {
  return typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
}

function containsAll(items: readonly ListItem[], ids: readonly string[]): boolean {
  const listedIds = new Set(items.map(({ id }) => id));
  return ids.every((id) => listedIds.has(id));
}

/** Returns the items of this run's French books, in the order shown. */
export async function selectOwnItems(
  t: Stage,
  items: readonly ListItem[],
): Promise<readonly ListItem[]> {
  const ids = new Set((await getFrenchBooks(t)).map(({ id }) => id));
  return items.filter(({ id }) => ids.has(id));
}

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
