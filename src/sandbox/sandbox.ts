/** A working service that does what the document says: as many as wanted in one process. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxOptions } from './sandbox-options.ts';
import { readContract } from '../contract/spec.ts';
import { type Book, accountsByKey } from './book/index.ts';
import { answerUpload, createApp } from './http/index.ts';
import { endReview } from './changes/index.ts';
import type { SandboxParts, SettableClock } from './parts/index.ts';
import type { Readings } from './readings/index.ts';
import { exportBooks, importBooks, seedCatalogue } from './seed/index.ts';
import { partsFor } from './build-parts.ts';

export interface Sandbox {
  /** Asks the service, in process. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Asks its storage, in process. */
  readonly storageFetch: (request: Request) => Promise<Response>;
  readonly keys: readonly string[];
  readonly clock: SettableClock;
  readonly readings: Readings;
  /** Every book, deleted ones included, in the order they were made. */
  readonly books: () => Promise<readonly Book[]>;
  /** Ends the review of a book now: published, or another status. */
  readonly settle: (bookId: string, status?: string) => Promise<void>;
  /** Adds made-up books to the account of a key; the same seed makes the same books. */
  readonly seed: (catalogue: { readonly count: number; readonly seed?: number }) => Promise<number>;
  /** Reads books in, one JSON object a line, and returns how many. */
  readonly importBooks: (lines: AsyncIterable<string> | Iterable<string>) => Promise<number>;
  /** Writes every book out, one JSON object a line. */
  readonly exportBooks: () => AsyncIterable<string>;
  /** Forgets every book and file. */
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** What it is made of, for whoever serves it. */
  readonly parts: SandboxParts;
  readonly app: ReturnType<typeof createApp>;
}

/** Makes a sandbox; its books are there at once, its data directory is made when missing. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const contract = readContract();
  const report = options.report ?? (() => undefined);
  if (options.data !== undefined) await mkdir(join(options.data, 'files'), { recursive: true });
  const keys = options.keys ?? [options.key ?? 'sandbox-key'];
  const { parts, clock } = await partsFor({
    ...options,
    accounts: accountsByKey(keys),
    contract,
  });
  const app = createApp({ contract, parts: () => parts, report, publicUrl: options.publicUrl });
  return {
    fetch: async (request) => app.fetch(request),
    storageFetch: (request) => upload(request, parts),
    keys,
    clock,
    readings: parts.readings,
    parts,
    app,
    books: () => parts.store.allBooks(),
    settle: (bookId, status) =>
      endReview(bookId, (book) => status ?? parts.rules.afterReview(book.status), {
        now: clock.now(),
        parts,
      }),
    ...seeding(parts, keys[0] ?? ''),
    reset: async () => {
      await parts.store.reset();
      await parts.bytes.clear();
    },
    close: async () => {
      await parts.store.close();
      await parts.bytes.close();
    },
  };
}

/** Seed data belongs to the account of the first key. */
function seeding(
  parts: SandboxParts,
  key: string,
): Pick<Sandbox, 'seed' | 'importBooks' | 'exportBooks'> {
  const owner = () => {
    const account = parts.accountOf(key);
    if (account === undefined) throw new Error('There is no account for seed data.');
    return account;
  };
  return {
    seed: async ({ count, seed = 1 }) => seedCatalogue(owner(), { count, seed }, parts),
    importBooks: async (lines) => importBooks(lines, owner(), parts),
    exportBooks: () => exportBooks(parts),
  };
}

async function upload(request: Request, parts: SandboxParts): Promise<Response> {
  const { url, method, headers } = request;
  const header = (name: string) => headers.get(name) ?? undefined;
  const body = request.body ?? none();
  const answer = await answerUpload({ url, method, header, body }, parts);
  const { text, status } = answer;
  return new Response(text === '' ? null : text, { status, headers: answer.headers });
}

async function* none(): AsyncGenerator<Uint8Array> {
  // A request without a body sends no bytes.
}
