/** A working service that does what the document says: as many as wanted in one process. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readContract } from '../contract/spec.ts';
import { accountsOf } from './accounts.ts';
import { answerUpload } from './answer-upload.ts';
import { createApp } from './app.ts';
import type { Book } from './book.ts';
import type { Bytes } from './bytes.ts';
import { endReview } from './change-book.ts';
import type { SettableClock } from './clock.ts';
import type { Measures, Override, SandboxParts } from './parts.ts';
import type { Readings } from './readings.ts';
import type { Rules } from './rules.ts';
import { partsFor } from './parts-for.ts';
import type { Store } from './store.ts';

export interface SandboxOptions extends Partial<Measures> {
  /** The API key; `sandbox-key` unless given. */
  readonly key?: string;
  /** Several keys, each with an account of its own; instead of `key`. */
  readonly keys?: readonly string[];
  /** A directory for books and files that outlive the process; in memory without one. */
  readonly data?: string;
  readonly store?: Store;
  readonly bytes?: Bytes;
  readonly clock?: SettableClock;
  /** Makes UUIDs. */
  readonly newId?: () => string;
  /** Readings of silences, where they are not the default ones; see `settableIds`. */
  readonly readings?: Readonly<Record<string, string>>;
  readonly rules?: Partial<Rules>;
  /** What this sandbox gets wrong on purpose. */
  readonly faults?: readonly Alteration[];
  /** Where upload URLs lead; a server that learns its port late gives a function. */
  readonly storageOrigin?: string | (() => string);
  /** Told when an answer is not as the contract describes it, or the sandbox fails. */
  readonly report?: (line: string) => void;
}

/** Something that takes the place of parts of a sandbox. */
export interface Alteration {
  readonly override: (parts: SandboxParts) => Override;
}

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
    accounts: accountsOf(keys),
    contract,
  });
  const app = createApp({ contract, parts: () => parts, report });
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
    reset: async () => {
      await parts.store.reset();
      await parts.bytes.clear();
      parts.reviews.clear();
    },
    close: async () => {
      await parts.store.close();
      await parts.bytes.close();
    },
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
