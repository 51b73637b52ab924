/** Seven French books of this run. All cases about the list read them, and none changes them. */
import { readItems, type ListItem, readMeta } from '../../../src/harness/evidence/index.ts';
import { type Book, oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';

/**
 * Within each format, titles are neither in creation order nor its reverse, so that each sort key is visible.
 * Each format has books in two other languages, so that every filter matches something.
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

/** Returns the shelf of this run in the order of creation; created by the first case that needs it. */
export const getShelf = oncePerRun(createShelf);

async function createShelf(t: Stage): Promise<readonly Book[]> {
  const isbns = [1, 2, 3]
    .map(() => t.make.body('print').isbn ?? '')
    .sort((a, b) => (a < b ? -1 : 1));
  const books: Book[] = [];
  for (const { format, letter, isbn, language } of plan) {
    // The run's mark comes first, so only what follows it decides the order of titles.
    const title = t.make.body(format).title.replace(/\d+$/u, letter);
    const extra = isbn === undefined ? {} : { isbn: isbns[isbn] ?? '' };
    const subtitle = `subtitle ${letter}`;
    const fields = { title, subtitle, language: ['fr', language], ...extra };
    books.push(await t.make.draft(format, fields));
  }
  return books;
}

type ListQuery = NonNullable<Parameters<Stage['ask']['list']>[0]>;

/** The largest number of pages that is walked. */
const maxPages = 40;

/** One walk through a list, page by page. */
export interface Walk {
  readonly items: readonly ListItem[];
  /** The `meta.total` of each page. */
  readonly totals: readonly number[];
}

/** Walks all pages by number. Unproven if the list is too long. */
export async function walkPages(t: Stage, query: ListQuery): Promise<Walk> {
  const all: ListItem[] = [];
  const totals: number[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = t.need.accepted(await t.ask.list({ ...query, page }));
    const { total, lastPage } = readMeta(answer);
    t.need.that(lastPage <= maxPages, `the list has ${lastPage} pages, too many to walk`);
    last = lastPage;
    totals.push(total);
    all.push(...readItems(answer));
  }
  return { items: all, totals };
}

/** Polls a filtered list until it has the expected books of the shelf, or time is up. */
async function pollList(t: Stage, query: ListQuery): Promise<readonly ListItem[]> {
  const ids = await listShelfIds(t, query);
  const { items: shown } = await t.eventually(
    async () => walkPages(t, { perPage: 100, ...query }),
    ({ items: found }) => containsAll(found, ids),
  );
  return shown;
}

async function listShelfIds(t: Stage, { format }: ListQuery): Promise<string[]> {
  const own = await getShelf(t);
  return own.filter((book) => format === undefined || book.format === format).map(({ id }) => id);
}

/** Returns all French books of the list, once the whole shelf is among them. */
export async function listFrenchBooks(
  t: Stage,
  query: ListQuery = {},
): Promise<readonly ListItem[]> {
  const shown = await pollList(t, { language: 'FR', ...query });
  const complete = containsAll(shown, await listShelfIds(t, query));
  t.need.that(complete, 'the French list does not show the French books of this run');
  return shown;
}

/** Returns when a listed book was created, in milliseconds; NaN if the item does not say. */
export function getCreatedTime({ attributes: { createdAt } }: ListItem): number {
  return typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
}

function containsAll(found: readonly ListItem[], ids: readonly string[]): boolean {
  const seen = new Set(found.map(({ id }) => id));
  return ids.every((id) => seen.has(id));
}

/** Returns the items that are books of the shelf, in the order shown. */
export async function selectOwn(
  t: Stage,
  shown: readonly ListItem[],
): Promise<readonly ListItem[]> {
  const ids = new Set((await getShelf(t)).map(({ id }) => id));
  return shown.filter(({ id }) => ids.has(id));
}
