/**
 * The lists of books: one for each sort and filter of an account, stored as index entries. A list is
 * divided into spans of about a thousand entries, each with a counter. To find a page, the store adds up
 * the counters of the spans before it and then skips less than one span.
 */
import type { Db } from '../database/index.ts';
import * as run from './list-statements.ts';
import { type BookColumns, toLookUpKey } from './schema.ts';
import type { SortKey } from './store.ts';

/** How a list is sorted. Books without an ISBN have their own list, because they come last in both directions. */
export type ListSort = SortKey | 'noIdentifier';

interface ListFilter {
  readonly format?: string | undefined;
  readonly language?: string | undefined;
}

export type ListedBook = Pick<
  BookColumns,
  'account' | 'sequence' | 'created_at' | 'title_key' | 'isbn' | 'format' | 'languages'
>;

/** The maximum number of entries in a span. A longer span is split in two. */
export const maxSpanLength = 2_000;

/** Returns the name of a list, unique within an account. */
export function getListName(sort: ListSort, { format = '', language = '' }: ListFilter): string {
  return JSON.stringify([sort, toLookUpKey(format), toLookUpKey(language)]);
}

export function getTimeKey(time: number): string {
  return String(Math.max(0, time)).padStart(15, '0');
}

function getEntries({ account, sequence, format, ...book }: ListedBook) {
  const keys: readonly (readonly [ListSort, string])[] = [
    ['createdAt', getTimeKey(book.created_at)],
    ['title', book.title_key],
    book.isbn === null ? ['noIdentifier', ''] : ['productIdentifier', book.isbn],
  ];
  const languages: unknown = JSON.parse(book.languages);
  const filters: ListFilter[] = [{}, { format }];
  for (const language of new Set(Array.isArray(languages) ? languages.map(String) : [])) {
    filters.push({ language }, { format, language });
  }
  return keys.flatMap(([sort, key]) =>
    filters.map((filter) => ({ account, name: getListName(sort, filter), key, sequence })),
  );
}

/** Moves books from the lists they were in to those they belong to now. Runs inside a transaction. */
export async function moveEntries(
  db: Db,
  before: readonly ListedBook[],
  after: readonly ListedBook[],
): Promise<void> {
  const [oldPlaces, newPlaces] = [await findPlaces(db, before), await findPlaces(db, after)];
  const [oldTexts, newTexts] = [new Set(oldPlaces.map(String)), new Set(newPlaces.map(String))];
  const removed = oldPlaces.filter((place) => !newTexts.has(String(place)));
  const added = newPlaces.filter((place) => !oldTexts.has(String(place)));
  if (removed.length > 0) {
    // Deletes single entries, because for several SQLite would search whole lists.
    for (const [list, key, sequence] of removed) await run.deleteEntry(db, { list, key, sequence });
    await run.countSpans(db, { entries: JSON.stringify(removed), change: -1 });
  }
  if (added.length > 0) {
    const entries = JSON.stringify(added);
    await run.insertEntries(db, { entries });
    for (const span of await run.countSpans(db, { entries, change: 1 })) await splitSpan(db, span);
  }
}

/** Splits a span in two, repeatedly, until none is too long. */
async function splitSpan(db: Db, span: run.Span): Promise<void> {
  if (span.entries <= maxSpanLength) return;
  const firstHalf = Math.floor(span.entries / 2);
  const { list, sort_key: key, sequence } = span;
  const from = { list, key, sequence, skipped: firstHalf, limit: 1 };
  const [start] = await run.entriesFrom(db, from);
  if (start === undefined) return;
  await run.resizeSpan(db, { id: span.id, entries: firstHalf });
  const entries = span.entries - firstHalf;
  const second = { list, key: start.sort_key, sequence: start.sequence, entries };
  const created = await run.insertSpan(db, second);
  await splitSpan(db, { ...span, entries: firstHalf });
  for (const { id } of created) await splitSpan(db, { ...start, id, list, entries });
}

export async function findList(db: Db, account: string, name: string) {
  return (await run.findList(db, { account, name }))[0]?.id;
}

/**
 * Returns the places of books in their lists, and creates the missing lists. The number of statements does not depend
 * on the number of lists, because one book can have many languages.
 */
export async function findPlaces(db: Db, books: readonly ListedBook[]) {
  const entries = books.flatMap(getEntries);
  const createdIds = new Map<string, number>();
  const toKey = (account: string, name: string) => `${account} ${name}`;
  const unknown = entries.filter(({ account, name }) => !db.listIds.has(toKey(account, name)));
  for (const account of new Set(unknown.map((entry) => entry.account))) {
    const ofAccount = unknown.filter((entry) => entry.account === account);
    const names = new Set(ofAccount.map(({ name }) => name));
    const serialize = () => JSON.stringify([...names].map((name) => [name]));
    for (const { id, name } of await run.findLists(db, { account, names: serialize() })) {
      db.listIds.set(toKey(account, name), id);
      names.delete(name);
    }
    if (names.size === 0) continue;
    await run.insertLists(db, { account, names: serialize() });
    const lists = await run.findLists(db, { account, names: serialize() });
    await run.insertFirstSpans(db, { lists: JSON.stringify(lists.map(({ id }) => [id])) });
    // These ids are not kept, because the transaction may still be rolled back.
    for (const { id, name } of lists) createdIds.set(toKey(account, name), id);
  }
  return entries.map(({ account, name, key, sequence }): [number, string, number] => {
    const id = db.listIds.get(toKey(account, name)) ?? createdIds.get(toKey(account, name));
    if (id === undefined) throw new Error(`The list ${name} could not be created.`);
    return [id, key, sequence];
  });
}
