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

async function findPlaces(
  connection: Connection,
  bookEntries: readonly BookEntries[],
): Promise<readonly EntryPlace[]> {
  const ids = await findOrCreateLists(connection, bookEntries);
  return bookEntries.flatMap(({ book: { account, sequence }, entries }) =>
    entries.map(({ list, key }): EntryPlace => {
      const id = ids(account, list);
      if (id === undefined) throw new Error(`The list ${list} could not be created.`);
      return [id, key, sequence];
    }),
  );
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

/**
 * Finds the lists of some entries by their accounts and names, and creates the missing ones. The number of
 * statements does not depend on the number of lists, because one book can have thousands of languages.
 * @returns a function that returns the id of a list
 */
async function findOrCreateLists(connection: Connection, bookEntries: readonly BookEntries[]) {
  const { db, run, knownLists } = connection;
  const unknownNames = new Map<string, Set<string>>();
  for (const { book, entries } of bookEntries) {
    for (const { list } of entries) {
      if (knownLists.has(getListKey(book.account, list))) continue;
      const names = unknownNames.get(book.account) ?? new Set();
      unknownNames.set(book.account, names.add(list));
    }
  }
  const createdIds = new Map<string, number>();
  for (const [account, names] of unknownNames) {
    const find = async (searched: Iterable<string>) =>
      run.findLists({ account, names: JSON.stringify([...searched].map((name) => [name])) }, db);
    for (const { id, name } of (await find(names)).rows) {
      knownLists.set(getListKey(account, name), id);
      names.delete(name);
    }
    if (names.size === 0) continue;
    const lists = JSON.stringify([...names].map((name) => [name]));
    await run.insertLists({ account, names: lists }, db);
    const { rows } = await find(names);
    await run.insertFirstSpans({ lists: JSON.stringify(rows.map(({ id }) => [id])) }, db);
    // These ids are not cached yet, because the transaction may still be rolled back.
    for (const { id, name } of rows) createdIds.set(getListKey(account, name), id);
  }
  return (account: string, name: string) => {
    const key = getListKey(account, name);
    return knownLists.get(key) ?? createdIds.get(key);
  };
}

function getListKey(account: string, name: string): string {
  return `${account} ${name}`;
}
