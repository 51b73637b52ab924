/**
 * The lists of books: one for each sort and filter of an account, stored as index entries. A list is
 * divided into spans of about a thousand entries, each with a counter. To find a page, the store adds up
 * the counters of the spans before it and then skips less than one span.
 */
import type { SortKey } from './store.ts';
import type { Connection, Span } from './statements.ts';
import { toLookUpKey } from './schema.ts';

/** How a list is sorted. Books without an ISBN have their own list, because they come last in both directions. */
export type ListSort = SortKey | 'noIdentifier';

export interface ListFilter {
  readonly format?: string | undefined;
  readonly language?: string | undefined;
}

/** The columns of a book that decide its place in lists. */
export interface ListedBook {
  readonly account: string;
  readonly sequence: number;
  readonly created_at: number;
  readonly title_key: string;
  readonly isbn: string | null;
  readonly format: string;
  /** A JSON array. */
  readonly languages: string;
}

/** The name of a list, and the key of a book in that list. */
export interface Entry {
  readonly list: string;
  readonly key: string;
}

/** The maximum number of entries in a span. A longer span is split in two. */
export const maxSpanLength = 2_000;

/** Returns the name of a list, unique within an account. */
export function getListName(sort: ListSort, { format = '', language = '' }: ListFilter): string {
  return JSON.stringify([sort, toLookUpKey(format), toLookUpKey(language)]);
}

/** Returns a time as a key that sorts as text. */
export function getTimeKey(time: number): string {
  return String(Math.max(0, time)).padStart(15, '0');
}

/** Returns each list that a book belongs to, with its key there. */
export function getEntries(book: ListedBook): readonly Entry[] {
  const keys: readonly (readonly [ListSort, string])[] = [
    ['createdAt', getTimeKey(book.created_at)],
    ['title', book.title_key],
    book.isbn === null ? ['noIdentifier', ''] : ['productIdentifier', book.isbn],
  ];
  const languages: unknown = JSON.parse(book.languages);
  const filters: ListFilter[] = [{}, { format: book.format }];
  for (const language of new Set(Array.isArray(languages) ? languages.map(String) : [])) {
    filters.push({ language }, { format: book.format, language });
  }
  return keys.flatMap(([sort, key]) =>
    filters.map((filter) => ({ list: getListName(sort, filter), key })),
  );
}

/** Adds books to their lists. Runs inside a transaction. */
export async function insertEntries(connection: Connection, books: readonly ListedBook[]) {
  const bookEntries = books.map((book) => ({ book, entries: getEntries(book) }));
  const entries = await serializeEntries(connection, bookEntries);
  await addEntries(connection, entries);
}

/** Moves a book from the lists it was in to those it belongs to. Runs inside a transaction. */
export async function moveEntries(
  connection: Connection,
  book: ListedBook,
  { before, after }: { readonly before: readonly Entry[]; readonly after: readonly Entry[] },
): Promise<void> {
  const serialize = ({ list, key }: Entry) => JSON.stringify([list, key]);
  const [oldEntries, newEntries] = [new Set(before.map(serialize)), new Set(after.map(serialize))];
  const removedEntries = before.filter((entry) => !newEntries.has(serialize(entry)));
  const addedEntries = after.filter((entry) => !oldEntries.has(serialize(entry)));
  if (removedEntries.length > 0) {
    const places = await findPlaces(connection, [{ book, entries: removedEntries }]);
    // Deletes single entries, because for several SQLite would search whole lists.
    for (const [list, key, sequence] of places) {
      await connection.run.deleteEntry({ list, key, sequence }, connection.db);
    }
    await connection.run.countSpans({ entries: JSON.stringify(places), change: -1 }, connection.db);
  }
  if (addedEntries.length > 0) {
    const entries = await serializeEntries(connection, [{ book, entries: addedEntries }]);
    await addEntries(connection, entries);
  }
}

async function addEntries(connection: Connection, entries: string): Promise<void> {
  const { db, run } = connection;
  await run.insertEntries({ entries }, db);
  const { rows } = await run.countSpans({ entries, change: 1 }, db);
  for (const span of rows) await splitSpan(connection, span);
}

export interface BookEntries {
  readonly book: ListedBook;
  readonly entries: readonly Entry[];
}

type EntryPlace = readonly [list: number, key: string, sequence: number];

async function findPlaces(connection: Connection, bookEntries: readonly BookEntries[]) {
  const places: EntryPlace[] = [];
  for (const { book, entries } of bookEntries) {
    for (const { list, key } of entries) {
      places.push([await findOrCreateList(connection, book.account, list), key, book.sequence]);
    }
  }
  return places;
}

/** Returns the places of entries as a JSON array. */
export async function serializeEntries(
  connection: Connection,
  bookEntries: readonly BookEntries[],
): Promise<string> {
  return JSON.stringify(await findPlaces(connection, bookEntries));
}

/** Splits a span in two, repeatedly, until none is too long. */
async function splitSpan(connection: Connection, span: Span): Promise<void> {
  if (span.entries <= maxSpanLength) return;
  const { db, run } = connection;
  const firstHalf = Math.floor(span.entries / 2);
  const { list, sort_key: key, sequence } = span;
  const { rows } = await run.entriesFrom({ list, key, sequence, skipped: firstHalf, limit: 1 }, db);
  const [splitAt] = rows;
  if (splitAt === undefined) return;
  await run.resizeSpan({ id: span.id, entries: firstHalf }, db);
  const start = { key: splitAt.sort_key, sequence: splitAt.sequence };
  const entries = span.entries - firstHalf;
  const { rows: createdSpans } = await run.insertSpan({ list, ...start, entries }, db);
  await splitSpan(connection, { ...span, entries: firstHalf });
  const { key: sort_key, sequence: splitSequence } = start;
  for (const { id } of createdSpans) {
    await splitSpan(connection, { id, list, sort_key, sequence: splitSequence, entries });
  }
}

/** Returns the id of a list; undefined if no book was ever in it. */
export async function findList({ db, run }: Connection, account: string, name: string) {
  return (await run.findList({ account, name }, db)).rows[0]?.id;
}

async function findOrCreateList(connection: Connection, account: string, name: string) {
  const { db, run, knownLists } = connection;
  const key = `${account} ${name}`;
  const id = knownLists.get(key) ?? (await findList(connection, account, name));
  if (id !== undefined) {
    knownLists.set(key, id);
    return id;
  }
  await run.insertList({ account, name }, db);
  const createdId = await findList(connection, account, name);
  if (createdId === undefined) throw new Error(`The list ${name} could not be created.`);
  // The id is not cached yet, because the transaction may still be rolled back.
  // The first span starts before every key and every sequence number.
  await run.insertSpan({ list: createdId, key: '', sequence: -1, entries: 0 }, db);
  return createdId;
}
