/** Fills a sandbox with books, exports them, and imports them again. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Account, Book } from '../book/index.ts';
import { rowOf } from '../changes/index.ts';
import type { SandboxParts } from '../parts/index.ts';
import type { Row } from '../store/index.ts';
import { makeBook } from './catalogue.ts';
import { readSeedLine } from './seed-line.ts';

/** Other calls are answered between two chunks. */
const chunk = 500;

/** Each commit waits for the disk, so that a sandbox without callers writes more books in one. */
const largeChunk = 10 * chunk;

export interface Catalogue {
  readonly count: number;
  readonly seed: number;
  /** True if the sandbox has no clients yet, so that it need not answer in between. */
  readonly atOnce?: boolean;
}

/** Adds made-up books to an account and returns how many. */
export async function seedCatalogue(
  account: Account,
  { count, seed, atOnce = false }: Catalogue,
  parts: SandboxParts,
): Promise<number> {
  const now = parts.clock.now();
  async function* batches(most: number): AsyncGenerator<readonly Row[]> {
    for (let start = 0; start < count; start += most) {
      const length = Math.min(most, count - start);
      const books = Array.from({ length }, (_one, index) => makeBook(start + index, { seed, now }));
      yield await rowsOf(
        books.map((book) => ({ ...book, account: account.id })),
        parts,
      );
    }
  }
  if (atOnce) {
    await parts.store.insertMany(batches(largeChunk));
    return count;
  }
  for await (const rows of batches(chunk)) {
    await parts.store.insertBooks(rows);
    await yieldToOthers();
  }
  return count;
}

/**
 * Imports books, one JSON object per line, as `exportBooks` writes them. Books without an account
 * go to the one that is given.
 * @throws Error with the number of the line that is wrong; the books before it stay
 */
export async function importBooks(
  lines: AsyncIterable<string> | Iterable<string>,
  account: Account,
  parts: SandboxParts,
): Promise<number> {
  let [count, number] = [0, 0];
  let waiting: NewBook[] = [];
  const flush = async () => {
    if (waiting.length > 0) await parts.store.insertBooks(await rowsOf(waiting, parts));
    count += waiting.length;
    waiting = [];
    await yieldToOthers();
  };
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    waiting.push({ account: account.id, ...readSeedLine(line, number, parts) });
    if (waiting.length >= chunk) await flush();
  }
  await flush();
  return count;
}

/** Exports every book, one JSON object per line, in the order of creation. */
export async function* exportBooks({ store }: SandboxParts): AsyncGenerator<string> {
  for (let after = 0; ;) {
    const books = await store.booksAfter(after, chunk);
    for (const { sequence: _own, version: _kept, ...book } of books)
      yield `${JSON.stringify(book)}\n`;
    const last = books.at(-1);
    if (last === undefined) return;
    after = last.sequence;
    await yieldToOthers();
  }
}

type NewBook = Omit<Book, 'sequence' | 'version'>;

async function rowsOf(books: readonly NewBook[], parts: SandboxParts): Promise<readonly Row[]> {
  const sequences = await parts.store.takeSequences(books.length);
  return books.map((book, index) =>
    rowOf({ ...book, sequence: sequences[index] ?? 0, version: 1 }, parts),
  );
}
