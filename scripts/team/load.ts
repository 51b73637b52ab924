/** Writes under load while processes die, and then looks for everything that was acknowledged. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { s3Bytes } from '../../src/sandbox/bytes/index.ts';
import { ifAcknowledged, type Caller } from './caller.ts';
import { bucket, type Deployment } from './deployment.ts';

/** The writes that were acknowledged, and those that were begun. */
export interface WriteRecord {
  readonly books: Set<string>;
  /** Books by the ids of the files that were attached to them. */
  readonly attached: Map<string, string>;
  /** The sizes of all files that a URL was issued for. */
  readonly sizes: Map<string, number>;
  calls: number;
  failed: number;
  /** The longest time between two acknowledged creates of one writer, in milliseconds. */
  longestGap: number;
}

export interface Load {
  readonly record: WriteRecord;
  readonly stop: () => Promise<void>;
}

const writers = 8;
const largeFileSize = 9 * 1024 * 1024;

export function startLoad(caller: Caller): Load {
  const record: WriteRecord = {
    books: new Set(),
    attached: new Map(),
    sizes: new Map(),
    calls: 0,
    failed: 0,
    longestGap: 0,
  };
  const stopping = new AbortController();
  const write = async (writer: number) => {
    let last = performance.now();
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const large = writer === 0 && turn % 20 === 0;
      const done = await writeBook(caller, record, { name: `${writer}-${turn}`, large });
      if (done) {
        record.longestGap = Math.max(record.longestGap, performance.now() - last);
        last = performance.now();
      } else await pause(50);
    }
  };
  const all = Promise.all(Array.from({ length: writers }, (_one, index) => write(index)));
  return {
    record: record,
    stop: async () => {
      stopping.abort();
      await all;
    },
  };
}

/** Creates a book with a file; returns whether the book was acknowledged. */
async function writeBook(
  caller: Caller,
  written: WriteRecord,
  { name, large }: { readonly name: string; readonly large: boolean },
): Promise<boolean> {
  const isAcknowledged = <T>(value: T | undefined | false): value is T => {
    written.calls += 1;
    if (value === undefined || value === false) written.failed += 1;
    return value !== undefined && value !== false;
  };
  const book = await ifAcknowledged(caller.create('ebook', { title: `Load ${name}` }));
  if (!isAcknowledged(book)) return false;
  written.books.add(book);
  const bytes = `${book} `.padEnd(large ? largeFileSize : 20_000, `${book} `);
  const file = await ifAcknowledged(caller.grant(book, 'ebook_content', bytes));
  if (!isAcknowledged(file)) return true;
  written.sizes.set(file.id, bytes.length);
  if (!isAcknowledged((await caller.put(file.url, bytes)).status === 200)) return true;
  if (isAcknowledged((await caller.attach(book, file)).status === 200))
    written.attached.set(file.id, book);
  return true;
}

/** Returns a sentence for each acknowledged thing that is not there, and for each half file. */
export async function findLosses(
  { books, attached, sizes }: WriteRecord,
  caller: Caller,
  { objects, postgres }: Deployment,
): Promise<readonly string[]> {
  const losses: string[] = [];
  const listed = new Map<string, number>();
  for (const id of await listBooks(caller)) listed.set(id, (listed.get(id) ?? 0) + 1);
  for (const id of books) {
    const times = listed.get(id) ?? 0;
    if (times !== 1) losses.push(`The book ${id} is listed ${times} times.`);
  }
  for (const [file, book] of attached) {
    const text = await readPage(caller, `/books/${book}`);
    if (!text.includes(file)) losses.push(`The file ${file} is not attached to ${book}.`);
  }
  const place = { bucket, prefix: 'files/', region: 'us-east-1', ...objects };
  const bytes = await s3Bytes(place);
  for (const [file, size] of sizes) {
    const stored = await bytes.size(file);
    const isThere = stored === size || (stored === undefined && !attached.has(file));
    if (!isThere) losses.push(`The file ${file} has ${stored ?? 'no'} of ${size} bytes.`);
  }
  return [...losses, ...(await findWrongCounters(postgres.url))];
}

/** Returns the ids of all books, page by page in the order of titles. */
async function listBooks(caller: Caller): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const text = await readPage(caller, `/books?perPage=100&sort=title&page=${page}`);
    const found = [...text.matchAll(/"id":"([0-9a-f-]{36})","type":"book"/g)].map(
      ([, id = '']) => id,
    );
    if (found.length === 0) return ids;
    ids.push(...found);
  }
}

/** @throws Error if the deployment does not answer; nothing is known about losses then */
async function readPage({ get }: Caller, path: string): Promise<string> {
  const { status, text } = await get(path);
  if (status !== 200) throw new Error(`GET ${path} was answered with ${status}: ${text}`);
  return text;
}

/** The counters of a list must add up to its entries, or its pages would be cut in the wrong place. */
async function findWrongCounters(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select name from list where
      (select count(*) from list_entry where list_entry.list = list.id) <>
      (select sum(entries) from list_span where list_span.list = list.id)`,
  );
  await client.end();
  return rows.map(({ name }) => `The counters of the list ${name} are wrong.`);
}
