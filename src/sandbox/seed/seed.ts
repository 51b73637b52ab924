/** Fills a sandbox with books, exports them, and imports them again. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Book } from '../book/index.ts';
import { getDefaultFields, toRow } from '../changes.ts';
import type { Parts } from '../parts/index.ts';
import type { Row } from '../store/index.ts';
import { makeBook } from './catalogue.ts';
import { parseSeedLine } from './parse-seed-line.ts';

/** The number of books in a batch. Other requests are answered between two batches. */
const batchSize = 500;

/** The batch size for a sandbox that is not ready yet. Each commit waits for the disk, so fewer commits are faster. */
const largeBatchSize = 10 * batchSize;

export interface Catalogue {
  readonly count: number;
  readonly seed: number;
}

/** Lines of JSON, one book each, as `exportBooks` writes them. */
type Lines = AsyncIterable<string> | Iterable<string>;

/** New books, and the number of books or lines of the source that have been read with this batch. */
interface Batch {
  readonly books: readonly NewBook[];
  readonly next: number;
}

/** Adds made-up books to an account and returns their number. */
export async function seedCatalogue(
  account: string,
  catalogue: Catalogue,
  parts: Parts,
): Promise<number> {
  const source = { ...catalogue, account, now: parts.clock.now() };
  for (const { books } of batchCatalogue(source, { start: 0, size: batchSize }, parts)) {
    await parts.store.insertBooks(await toRows(books, parts));
    await yieldToOthers();
  }
  return catalogue.count;
}

interface BatchPosition {
  readonly start: number;
  readonly size: number;
}

function* batchCatalogue(
  { account, count, seed, now }: Catalogue & { readonly account: string; readonly now: number },
  { start, size }: BatchPosition,
  parts: Parts,
): Generator<Batch> {
  for (let from = start; from < count; from += size) {
    const next = Math.min(from + size, count);
    const books = Array.from({ length: next - from }, (_book, index) => ({
      ...getDefaultFields(parts),
      ...makeBook(from + index, { seed, now }),
      account,
    }));
    yield { books, next };
  }
}

interface ImportTarget {
  /** The id of the account that gets the books. */
  readonly account: string;
  /** True if a book with an account of its own keeps it. */
  readonly keepsAccounts: boolean;
}

/**
 * Imports books and returns their number.
 * @throws Error with the number of an invalid line; earlier batches stay stored
 */
export async function importBooks(
  lines: Lines,
  target: ImportTarget,
  parts: Parts,
): Promise<number> {
  let count = 0;
  const position = { start: 0, size: batchSize };
  for await (const { books } of batchLines({ ...target, lines }, position, parts)) {
    await parts.store.insertBooks(await toRows(books, parts));
    count += books.length;
    await yieldToOthers();
  }
  return count;
}

async function* batchLines(
  { lines, account, keepsAccounts }: ImportTarget & { readonly lines: Lines },
  { start, size }: BatchPosition,
  parts: Parts,
): AsyncGenerator<Batch> {
  let next = 0;
  let books: NewBook[] = [];
  for await (const line of lines) {
    next += 1;
    if (next <= start || line.trim() === '') continue;
    const book = parseSeedLine(line, next, parts);
    books.push({ ...book, account: (keepsAccounts ? book.account : undefined) ?? account });
    if (books.length < size) continue;
    yield { books, next };
    books = [];
  }
  yield { books, next };
}

/** The first books of a sandbox: made-up ones, or those of a file. */
export type SeedSource = {
  /** The same name means the same books. */
  readonly name: string;
  /** Called after each batch with the number of books or lines so far. */
  readonly onProgress?: (done: number) => void;
} & ({ readonly count: number } | { readonly lines: Lines });

interface SeedProgress {
  readonly source: string;
  readonly next: number;
  /** The time that made-up books are dated by. */
  readonly now: number;
}

/**
 * Fills an empty store with its first books, or continues if that was interrupted. Until all of them are stored, the sandbox is not ready.
 * @param source undefined if the sandbox is not to be filled
 * @returns the number of books or lines that are stored now; undefined if nothing had to be added
 * @throws Error if the store is partly filled from another source
 */
export async function fillStore(
  source: SeedSource | undefined,
  account: string,
  parts: Parts,
): Promise<number | undefined> {
  const { store, clock } = parts;
  const text = await store.readProgress();
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only this function writes progress
  const progress = text === undefined ? undefined : (JSON.parse(text) as SeedProgress);
  if (progress !== undefined && progress.source !== source?.name) {
    throw new Error(
      `Seeding with --seed ${progress.source} was interrupted after ${progress.next} books. ` +
        'Pass the same option again to continue, or start with another store.',
    );
  }
  if (source === undefined) return undefined;
  if (progress === undefined && (await store.listBooksAfter(0, 1)).length > 0) return undefined;
  const { next: start, now } = progress ?? { next: 0, now: clock.now() };
  const position = { start, size: largeBatchSize };
  const batches =
    'count' in source
      ? batchCatalogue({ count: source.count, seed: 1, account, now }, position, parts)
      : batchLines({ lines: source.lines, account, keepsAccounts: true }, position, parts);
  let done = start;
  async function* addProgress() {
    for await (const { books, next } of batches) {
      const state: SeedProgress = { source: source?.name ?? '', next, now };
      yield { rows: await toRows(books, parts), progress: JSON.stringify(state) };
      done = next;
      source?.onProgress?.(done);
      await yieldToOthers();
    }
  }
  await store.insertMany(addProgress());
  return done;
}

/** Exports the books of an account, or all, one JSON object per line, in the order of creation. */
export async function* exportBooks({ store }: Parts, account?: string): AsyncGenerator<string> {
  for (let after = 0; ;) {
    const books = await store.listBooksAfter(after, batchSize);
    for (const { sequence: _sequence, version: _version, ...book } of books) {
      if (account === undefined || book.account === account) yield `${JSON.stringify(book)}\n`;
    }
    const last = books.at(-1);
    if (last === undefined) return;
    after = last.sequence;
    await yieldToOthers();
  }
}

type NewBook = Omit<Book, 'sequence' | 'version'>;

async function toRows(books: readonly NewBook[], parts: Parts): Promise<readonly Row[]> {
  const sequences = await parts.store.takeSequences(books.length);
  return books.map((book, index) =>
    toRow({ ...book, sequence: sequences[index] ?? 0, version: 1 }, parts),
  );
}
