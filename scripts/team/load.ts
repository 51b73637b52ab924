/** Writes books and files while processes are killed, and then looks for every acknowledged write. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openS3Storage } from '../../src/sandbox/bytes/index.ts';
import { ifAcknowledged, type Caller } from './caller.ts';
import { bucket, type Deployment } from './deployment.ts';

/** The acknowledged writes, and the number of calls. */
export interface WriteRecord {
  readonly bookIds: Set<string>;
  /** Books by the ids of the files that were attached to them. */
  readonly bookIdByFileId: Map<string, string>;
  /** The sizes of all files that a URL was issued for. */
  readonly sizeByFileId: Map<string, number>;
  callCount: number;
  failureCount: number;
  /** The longest time between two acknowledged creates of one writer, in milliseconds. */
  longestGap: number;
}

export interface Load {
  readonly record: WriteRecord;
  readonly stop: () => Promise<void>;
}

const writerCount = 8;
const largeFileSize = 9 * 1024 * 1024;

export function startLoad(caller: Caller): Load {
  const record: WriteRecord = {
    bookIds: new Set(),
    bookIdByFileId: new Map(),
    sizeByFileId: new Map(),
    callCount: 0,
    failureCount: 0,
    longestGap: 0,
  };
  const controller = new AbortController();
  const write = async (writer: number) => {
    let lastCreateAt = performance.now();
    for (let turn = 0; !controller.signal.aborted; turn += 1) {
      const isLarge = writer === 0 && turn % 20 === 0;
      const isBookAcknowledged = await writeBook(caller, record, {
        name: `${writer}-${turn}`,
        isLarge,
      });
      if (isBookAcknowledged) {
        record.longestGap = Math.max(record.longestGap, performance.now() - lastCreateAt);
        lastCreateAt = performance.now();
      } else await pause(50);
    }
  };
  const allWriters = Promise.all(Array.from({ length: writerCount }, (_, index) => write(index)));
  return {
    record,
    stop: async () => {
      controller.abort();
      await allWriters;
    },
  };
}

/** Creates a book with a file. Returns true if the book was acknowledged. */
async function writeBook(
  caller: Caller,
  record: WriteRecord,
  { name, isLarge }: { readonly name: string; readonly isLarge: boolean },
): Promise<boolean> {
  const isAcknowledged = <T>(value: T | undefined | false): value is T => {
    record.callCount += 1;
    if (value === undefined || value === false) record.failureCount += 1;
    return value !== undefined && value !== false;
  };
  const book = await ifAcknowledged(caller.create('ebook', { title: `Load ${name}` }));
  if (!isAcknowledged(book)) return false;
  record.bookIds.add(book);
  const bytes = `${book} `.padEnd(isLarge ? largeFileSize : 20_000, `${book} `);
  const file = await ifAcknowledged(caller.grant(book, 'ebook_content', bytes));
  if (!isAcknowledged(file)) return true;
  record.sizeByFileId.set(file.id, bytes.length);
  if (!isAcknowledged((await caller.upload(file.url, bytes)).status === 200)) return true;
  if (isAcknowledged((await caller.attach(book, file)).status === 200))
    record.bookIdByFileId.set(file.id, book);
  return true;
}

/** Returns a sentence for each acknowledged write that is lost, and for each incomplete file. */
export async function findLosses(
  { bookIds, bookIdByFileId, sizeByFileId }: WriteRecord,
  caller: Caller,
  { objects, postgres }: Deployment,
): Promise<readonly string[]> {
  const losses: string[] = [];
  const listingsById = new Map<string, number>();
  for (const id of await listBooks(caller)) listingsById.set(id, (listingsById.get(id) ?? 0) + 1);
  for (const id of bookIds) {
    const listingCount = listingsById.get(id) ?? 0;
    if (listingCount !== 1) losses.push(`The book ${id} is listed ${listingCount} times.`);
  }
  for (const [file, book] of bookIdByFileId) {
    const text = await readPage(caller, `/books/${book}`);
    if (!text.includes(file)) losses.push(`The file ${file} is not attached to ${book}.`);
  }
  const options = { bucket, prefix: 'files/', region: 'us-east-1', ...objects };
  const storage = await openS3Storage(options);
  for (const [file, size] of sizeByFileId) {
    const storedSize = await storage.size(file);
    const isComplete =
      storedSize === size || (storedSize === undefined && !bookIdByFileId.has(file));
    if (!isComplete) losses.push(`The file ${file} has ${storedSize ?? 'no'} of ${size} bytes.`);
  }
  return [...losses, ...(await findWrongCounters(postgres.url))];
}

/** Returns the ids of all books, page by page in the order of titles. */
async function listBooks(caller: Caller): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const text = await readPage(caller, `/books?perPage=100&sort=title&page=${page}`);
    const pageIds = [...text.matchAll(/"id":"([0-9a-f-]{36})","type":"book"/g)].map(
      ([, id = '']) => id,
    );
    if (pageIds.length === 0) return ids;
    ids.push(...pageIds);
  }
}

/**
 * Returns the text of a response.
 * @throws Error if its status is not 200, because nothing is then known about losses
 */
async function readPage({ get }: Caller, path: string): Promise<string> {
  const { status, text } = await get(path);
  if (status !== 200) throw new Error(`GET ${path} returned ${status}: ${text}`);
  return text;
}

/** Returns the lists whose counters do not add up to their entries, so that their pages would be wrong. */
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
