/**
 * The lists of books: one for each sort and filter of an account, kept as index entries. A list is
 * cut into spans of about a thousand entries with a counter each, so that any page is found by
 * adding up the counters before it and skipping less than a span.
 */
import type { SortKey } from './store.ts';
import type { Connection, Span } from './statements.ts';
import { lookUpKey } from './text-keys.ts';

/** Books without an identifier come after those with one, in both directions. */
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

export interface Entry {
  readonly list: string;
  readonly key: string;
}

/** A span is split in two when it grows beyond this. */
export const maxSpanLength = 2_000;

/** Returns the name of a list, unique within an account. */
export function listName(sort: ListSort, { format = '', language = '' }: ListFilter): string {
  return JSON.stringify([sort, lookUpKey(format), lookUpKey(language)]);
}

/** Returns the time of a book as a key that sorts as text. */
export function timeKey(connection: number): string {
  return String(Math.max(0, connection)).padStart(15, '0');
}

/** Returns each list a book belongs to, with its key there. */
export function entriesFor(book: ListedBook): readonly Entry[] {
  const keys: readonly (readonly [ListSort, string])[] = [
    ['createdAt', timeKey(book.created_at)],
    ['title', book.title_key],
    book.isbn === null ? ['noIdentifier', ''] : ['productIdentifier', book.isbn],
  ];
  const languages: unknown = JSON.parse(book.languages);
  const filters: ListFilter[] = [{}, { format: book.format }];
  for (const language of new Set(Array.isArray(languages) ? languages.map(String) : [])) {
    filters.push({ language }, { format: book.format, language });
  }
  return keys.flatMap(([sort, key]) =>
    filters.map((filter) => ({ list: listName(sort, filter), key })),
  );
}

/** Adds books to their lists. Runs inside a transaction. */
export async function insertEntries(
  connection: Connection,
  books: readonly ListedBook[],
): Promise<void> {
  const entries = await entriesAsJson(
    connection,
    books.map((book) => ({ book, entries: entriesFor(book) })),
  );
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
  const removed = before.filter((entry) => !newEntries.has(serialize(entry)));
  const added = after.filter((entry) => !oldEntries.has(serialize(entry)));
  if (removed.length > 0) {
    const places = await findPlaces(connection, [{ book, entries: removed }]);
    // One by one: SQLite would look for several through each whole list.
    for (const [list, key, sequence] of places) {
      await connection.run.deleteEntry({ list, key, sequence }, connection.db);
    }
    await connection.run.countSpans({ entries: JSON.stringify(places), change: -1 }, connection.db);
  }
  if (added.length > 0) {
    await addEntries(connection, await entriesAsJson(connection, [{ book, entries: added }]));
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

/** The id of a list, the key there, and the book's sequence. */
type EntryPlace = readonly [list: number, key: string, sequence: number];

async function findPlaces(
  connection: Connection,
  all: readonly BookEntries[],
): Promise<EntryPlace[]> {
  const places: EntryPlace[] = [];
  for (const { book, entries } of all) {
    for (const { list, key } of entries) {
      places.push([await findOrCreateList(connection, book.account, list), key, book.sequence]);
    }
  }
  return places;
}

/** Returns the places of entries as a JSON array. */
export async function entriesAsJson(
  connection: Connection,
  all: readonly BookEntries[],
): Promise<string> {
  return JSON.stringify(await findPlaces(connection, all));
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
  const { rows: created } = await run.insertSpan({ list, ...start, entries }, db);
  await splitSpan(connection, { ...span, entries: firstHalf });
  for (const { id } of created) {
    await splitSpan(connection, {
      id,
      list,
      sort_key: start.key,
      sequence: start.sequence,
      entries,
    });
  }
}

/** Returns the id of a list; undefined if no book was ever in it. */
export async function findList(
  { db, run }: Connection,
  account: string,
  name: string,
): Promise<number | undefined> {
  return (await run.findList({ account, name }, db)).rows[0]?.id;
}

/** Returns the id of a list, which is created if it is missing. */
async function findOrCreateList(
  connection: Connection,
  account: string,
  name: string,
): Promise<number> {
  const { db, run, knownLists } = connection;
  const key = `${account} ${name}`;
  const id = knownLists.get(key) ?? (await findList(connection, account, name));
  if (id !== undefined) {
    knownLists.set(key, id);
    return id;
  }
  await run.insertList({ account, name }, db);
  const created = await findList(connection, account, name);
  if (created === undefined) throw new Error(`The list ${name} could not be created.`);
  // The id is not remembered yet, because the transaction may still be undone.
  await run.insertSpan({ list: created, key: '', sequence: -1, entries: 0 }, db);
  return created;
}
