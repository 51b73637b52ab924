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
export interface Listed {
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

/** A span is cut in two when it grows beyond this. */
export const longestSpan = 2_000;

/** Returns the name of a list, unique within an account. */
export function listName(sort: ListSort, { format = '', language = '' }: ListFilter): string {
  return JSON.stringify([sort, lookUpKey(format), lookUpKey(language)]);
}

/** Returns the time of a book as a key that sorts as text. */
export function timeKey(at: number): string {
  return String(Math.max(0, at)).padStart(15, '0');
}

/** Returns each list a book belongs to, with its key there. */
export function entriesFor(book: Listed): readonly Entry[] {
  const keys: readonly (readonly [ListSort, string])[] = [
    ['createdAt', timeKey(book.created_at)],
    ['title', book.title_key],
    book.isbn === null ? ['noIdentifier', ''] : ['productIdentifier', book.isbn],
  ];
  const languages: unknown = JSON.parse(book.languages);
  const filters: ListFilter[] = [{}, { format: book.format }];
  for (const language of new Set(Array.isArray(languages) ? languages.map(String) : [])) {
    filters.push({ language: language }, { format: book.format, language: language });
  }
  return keys.flatMap(([sort, key]) =>
    filters.map((filter) => ({ list: listName(sort, filter), key })),
  );
}

/** Adds books to their lists. Runs inside a transaction. */
export async function insertEntries(at: Connection, books: readonly Listed[]): Promise<void> {
  const entries = await entriesAsJson(
    at,
    books.map((book) => ({ book, entries: entriesFor(book) })),
  );
  await addEntries(at, entries);
}

/** Moves a book from the lists it was in to those it belongs to. Runs inside a transaction. */
export async function moveEntries(
  at: Connection,
  book: Listed,
  { before, after }: { readonly before: readonly Entry[]; readonly after: readonly Entry[] },
): Promise<void> {
  const text = ({ list, key }: Entry) => JSON.stringify([list, key]);
  const [old, now] = [new Set(before.map(text)), new Set(after.map(text))];
  const removed = before.filter((entry) => !now.has(text(entry)));
  const added = after.filter((entry) => !old.has(text(entry)));
  if (removed.length > 0) {
    const places = await placesOf(at, [{ book, entries: removed }]);
    // One by one: SQLite would look for several through each whole list.
    for (const [list, key, sequence] of places) {
      await at.run.deleteEntry({ list, key, sequence }, at.db);
    }
    await at.run.countSpans({ entries: JSON.stringify(places), change: -1 }, at.db);
  }
  if (added.length > 0) {
    await addEntries(at, await entriesAsJson(at, [{ book, entries: added }]));
  }
}

async function addEntries(at: Connection, entries: string): Promise<void> {
  const { db, run } = at;
  await run.insertEntries({ entries }, db);
  const { rows } = await run.countSpans({ entries, change: 1 }, db);
  for (const span of rows) await cutSpan(at, span);
}

export interface BookEntries {
  readonly book: Listed;
  readonly entries: readonly Entry[];
}

/** The id of a list, the key there, and the book's sequence. */
type EntryPlace = readonly [list: number, key: string, sequence: number];

async function placesOf(at: Connection, all: readonly BookEntries[]): Promise<EntryPlace[]> {
  const places: EntryPlace[] = [];
  for (const { book, entries } of all) {
    for (const { list, key } of entries) {
      places.push([await listId(at, book.account, list), key, book.sequence]);
    }
  }
  return places;
}

/** Returns the places of entries as a JSON array. */
export async function entriesAsJson(at: Connection, all: readonly BookEntries[]): Promise<string> {
  return JSON.stringify(await placesOf(at, all));
}

/** Cuts a span in two, and those again, until none is too long. */
async function cutSpan(at: Connection, span: Span): Promise<void> {
  if (span.entries <= longestSpan) return;
  const { db, run } = at;
  const kept = Math.floor(span.entries / 2);
  const { list, sort_key: key, sequence } = span;
  const { rows } = await run.entriesFrom({ list, key, sequence, skipped: kept, limit: 1 }, db);
  const [middle] = rows;
  if (middle === undefined) return;
  await run.resizeSpan({ id: span.id, entries: kept }, db);
  const start = { key: middle.sort_key, sequence: middle.sequence };
  const entries = span.entries - kept;
  const { rows: made } = await run.insertSpan({ list, ...start, entries }, db);
  await cutSpan(at, { ...span, entries: kept });
  for (const { id } of made) {
    await cutSpan(at, { id, list, sort_key: start.key, sequence: start.sequence, entries });
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
async function listId(at: Connection, account: string, name: string): Promise<number> {
  const { db, run, knownLists } = at;
  const key = `${account} ${name}`;
  const found = knownLists.get(key) ?? (await findList(at, account, name));
  if (found !== undefined) {
    knownLists.set(key, found);
    return found;
  }
  await run.insertList({ account, name }, db);
  const made = await findList(at, account, name);
  if (made === undefined) throw new Error(`The list ${name} could not be created.`);
  // The id is not remembered yet, because the transaction may still be undone.
  await run.insertSpan({ list: made, key: '', sequence: -1, entries: 0 }, db);
  return made;
}
