/** Fills a sandbox with books, exports them, and imports them again. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Book } from '../book/index.ts';
import { createDraft, getDefaultFields, toRow } from '../changes.ts';
import type { Parts } from '../parts/index.ts';
import type { Row } from '../store/index.ts';
import { makeBook } from './catalogue.ts';
import { describeViolation, parseJson } from '../shapes/index.ts';

/** The number of books in a batch. Other requests are answered between two batches. */
const batchSize = 500;

/** The batch size for a sandbox without clients. Each commit waits for the disk, so fewer commits are faster. */
const largeBatchSize = 10 * batchSize;

export interface Catalogue {
  readonly count: number;
  readonly seed: number;
  /** True if the sandbox has no clients yet, so that no request has to be answered between batches. */
  readonly bulk?: boolean;
}

/** Adds made-up books to an account and returns their number. */
export async function seedCatalogue(
  account: string,
  { count, seed, bulk = false }: Catalogue,
  parts: Parts,
): Promise<number> {
  const now = parts.clock.now();
  async function* batches(size: number): AsyncGenerator<readonly Row[]> {
    for (let start = 0; start < count; start += size) {
      const length = Math.min(size, count - start);
      const books = Array.from({ length }, (_book, index) => ({
        ...getDefaultFields(parts),
        ...makeBook(start + index, { seed, now }),
        account,
      }));
      yield await toRows(books, parts);
    }
  }
  if (bulk) {
    await parts.store.insertMany(batches(largeBatchSize));
    return count;
  }
  for await (const rows of batches(batchSize)) {
    await parts.store.insertBooks(rows);
    await yieldToOthers();
  }
  return count;
}

interface ImportTarget {
  /** The id of the account that gets the books. */
  readonly account: string;
  /** True if a book with an account of its own keeps it. */
  readonly keepsAccounts: boolean;
}

/**
 * Imports books, one JSON object per line, as `exportBooks` writes them, and returns their number.
 * @throws Error with the number of an invalid line; earlier batches stay stored
 */
export async function importBooks(
  lines: AsyncIterable<string> | Iterable<string>,
  { account, keepsAccounts }: ImportTarget,
  parts: Parts,
): Promise<number> {
  let [count, lineNumber] = [0, 0];
  let newBooks: NewBook[] = [];
  const flush = async () => {
    if (newBooks.length > 0) await parts.store.insertBooks(await toRows(newBooks, parts));
    count += newBooks.length;
    newBooks = [];
    await yieldToOthers();
  };
  for await (const line of lines) {
    lineNumber += 1;
    if (line.trim() === '') continue;
    const book = parseSeedLine(line, lineNumber, parts);
    newBooks.push({ ...book, account: (keepsAccounts ? book.account : undefined) ?? account });
    if (newBooks.length >= batchSize) await flush();
  }
  await flush();
  return count;
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

type SeedLine = Omit<Book, 'account' | 'sequence' | 'version'> & {
  readonly account?: string;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const statuses: readonly unknown[] = 'draft published in_review withdrawn action_needed'.split(' ');

const storedFields: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: (value) => typeof value === 'string' && uuid.test(value),
  account: (value) => typeof value === 'string',
  status: (value) => statuses.includes(value),
  createdAt: Number.isSafeInteger,
  updatedAt: Number.isSafeInteger,
  reviewedAt: Number.isSafeInteger,
  deletedAt: Number.isSafeInteger,
  isFinalVersion: (value) => typeof value === 'boolean',
  files: Array.isArray,
  chapters: (value) => value === null || Array.isArray(value),
};

/**
 * Returns the book of a line. Missing fields are those of a new draft.
 * @throws Error that names the line
 */
function parseSeedLine(line: string, number: number, parts: Parts): SeedLine {
  const book = parseLine(line, number);
  const [violation] = parts.shapes.body('createBook', book).violations;
  if (violation !== undefined) {
    const field = violation.name === '' ? '' : `${violation.name}: `;
    throw new Error(`Line ${number} is not a book: ${field}${describeViolation(violation)}`);
  }
  const fields: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(book));
  const fits = (name: string) => fields[name] === undefined || storedFields[name]?.(fields[name]);
  const invalidName = Object.keys(storedFields).find((name) => fits(name) === false);
  if (invalidName !== undefined) {
    throw new Error(`Line ${number} is not a book: ${invalidName} has a wrong type or value.`);
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- checked by the contract and the table above
  const checkedFields = fields as Partial<SeedLine>;
  return { ...createDraft(checkedFields, parts.clock.now(), parts), ...checkedFields };
}

const defects = {
  'not-json': 'is not JSON',
  'unpaired-surrogate': 'has a string with half of a surrogate pair',
  'too-many-values': 'has too many values',
};

function parseLine(line: string, number: number): object {
  const parsed = parseJson(line, Infinity);
  if ('defect' in parsed) throw new Error(`Line ${number} ${defects[parsed.defect]}.`);
  const { value } = parsed;
  return typeof value === 'object' && value !== null ? value : {};
}
