/** Fills a sandbox with books, exports them, and imports them again. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Book } from '../book/index.ts';
import { getDefaultFields, toRow, createDraft } from '../changes.ts';
import { type Parts, isTime } from '../replaceable-parts/index.ts';
import type { Row } from '../store/index.ts';
import { isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { describeViolation, parseJson } from '../shapes/index.ts';
import { makeBook } from './catalogue.ts';

/** The number of books in a batch. Other requests are answered between two batches. */
const batchSize = 500;

/** The batch size for a sandbox that is not ready yet. Each commit waits for the disk, so fewer commits are faster. */
const largeBatchSize = 10 * batchSize;

export interface Catalogue {
  readonly count: number;
  readonly seed?: number;
  /** The time that the books are dated by. */
  readonly now?: number;
}

/** Lines of JSON, one book each, as `exportBooks` writes them. */
export type Lines = AsyncIterable<string> | Iterable<string>;

/** A new book, and the number of books or lines of the source that have been read with it. */
interface Entry {
  readonly book: Omit<Book, 'sequence' | 'version'>;
  readonly next: number;
}

type Entries = Iterable<Entry> | AsyncIterable<Entry>;

export interface Target {
  readonly account: string;
  readonly parts: Parts;
  /** The number of books or lines of the source that are stored already. */
  readonly start?: number;
}

/** Reads new books for an account. */
export type Source = (target: Target) => Entries;

/** Makes up books. The same seed makes the same books. */
export function* makeBooks(
  { count, seed = 1, now }: Catalogue,
  { account, parts, start = 0 }: Target,
): Generator<Entry> {
  const settings = { seed, now: now ?? parts.clock.now() };
  for (let index = start; index < count; index += 1) {
    const fields = { ...getDefaultFields(parts), ...makeBook(index, settings) };
    yield { book: { ...fields, account }, next: index + 1 };
  }
}

interface LineSource {
  readonly lines: Lines;
  /** True if a book with an account of its own keeps it. */
  readonly keepsAccounts: boolean;
}

/** @throws Error with the number of an invalid line */
export async function* readBooks(
  { lines, keepsAccounts }: LineSource,
  { account, parts, start = 0 }: Target,
): AsyncGenerator<Entry> {
  let next = 0;
  for await (const line of lines) {
    next += 1;
    if (next <= start || line.trim() === '') continue;
    const book = parseSeedLine(line, next, parts);
    yield { book: { ...book, account: (keepsAccounts && book.account) || account }, next };
  }
}

async function* toBatches(
  entries: Entries,
  size: number,
  parts: Parts,
): AsyncGenerator<{ readonly rows: readonly Row[]; readonly next: number }> {
  let books: Entry['book'][] = [];
  const toRows = async () => {
    const sequences = await parts.store.takeSequences(books.length);
    return books.map((book, index) =>
      toRow({ ...book, sequence: sequences[index] ?? 0, version: 1 }, parts),
    );
  };
  let next = 0;
  for await (const entry of entries) {
    books.push(entry.book);
    next = entry.next;
    if (books.length < size) continue;
    yield { rows: await toRows(), next };
    books = [];
    await yieldToOthers();
  }
  if (books.length > 0) yield { rows: await toRows(), next };
}

/** Adds books and returns their number. If one is invalid, the batches before it stay stored. */
export async function addBooks(entries: Entries, parts: Parts): Promise<number> {
  let count = 0;
  for await (const { rows } of toBatches(entries, batchSize, parts)) {
    await parts.store.insertBooks(rows);
    count += rows.length;
  }
  return count;
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
  { account, parts }: Target,
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
  const target = { account, parts, start };
  const entries =
    'count' in source
      ? makeBooks({ count: source.count, now }, target)
      : readBooks({ lines: source.lines, keepsAccounts: true }, target);
  let done = start;
  const { name, onProgress } = source;
  async function* addProgress() {
    for await (const { rows, next } of toBatches(entries, largeBatchSize, parts)) {
      const state: SeedProgress = { source: name, next, now };
      yield { rows, progress: JSON.stringify(state) };
      done = next;
      onProgress?.(done);
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

type SeedLine = Omit<Book, 'account' | 'sequence' | 'version'> & {
  readonly account?: string;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const statuses: readonly unknown[] = 'draft published in_review withdrawn action_needed'.split(' ');

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isUuid: Check = (value) => typeof value === 'string' && uuid.test(value);
const isListOf =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    Array.isArray(value) &&
    value.every(
      (item) =>
        isObject(item) && Object.entries(checks).every(([name, check]) => check(item[name])),
    );
const isChapterList = isListOf({ fileId: isUuid, sequence: Number.isSafeInteger, title: isText });

const storedFields: Readonly<Record<string, Check>> = {
  id: isUuid,
  account: isText,
  status: (value) => statuses.includes(value),
  createdAt: isTime,
  updatedAt: isTime,
  reviewedAt: isTime,
  deletedAt: isTime,
  isFinalVersion: (value) => typeof value === 'boolean',
  files: isListOf({ id: isUuid, role: isText, filename: isText }),
  chapters: (value) => value === null || isChapterList(value),
};

/**
 * Returns the book of a line. Missing fields are those of a new draft.
 * @throws Error that names the line
 */
function parseSeedLine(line: string, number: number, parts: Parts): SeedLine {
  const parsed = parseJson(line, Infinity);
  if ('defect' in parsed) throw new Error(`Line ${number} ${defects[parsed.defect]}.`);
  const book = parsed.value;
  const [violation] = parts.shapes.body('createBook', book).violations;
  if (violation !== undefined) {
    const field = violation.name === '' ? '' : `${violation.name}: `;
    throw new Error(`Line ${number} is not a book: ${field}${describeViolation(violation)}`);
  }
  const fields: JsonObject = isObject(book) ? book : {};
  for (const [name, isValid] of Object.entries(storedFields)) {
    if (fields[name] === undefined || isValid(fields[name])) continue;
    throw new Error(`Line ${number} is not a book: ${name} has a wrong type or value.`);
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- checked by the contract and the table above
  const checkedFields = fields as unknown as Partial<SeedLine>;
  return { ...createDraft(checkedFields, parts.clock.now(), parts), ...checkedFields };
}

const defects = {
  'not-json': 'is not JSON',
  'unpaired-surrogate': 'has a string with half of a surrogate pair',
  'too-many-values': 'has too many values',
};
