/** Creates sandboxes: stateful services that do what the document says. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxOptions } from './sandbox-options.ts';
import { readContract } from '../contract/spec.ts';
import {
  accountsOfKeys,
  namedAccounts,
  type Account,
  type Accounts,
  type Book,
} from './book/index.ts';
import { answerUpload, createApp, toResponse, type PartsNow } from './http/index.ts';
import { endReview } from './changes/index.ts';
import type { SandboxParts, SettableClock } from './parts/index.ts';
import type { Readings } from './readings/index.ts';
import { exportBooks, importBooks, seedCatalogue, type Catalogue } from './seed/index.ts';
import { behavioursOf, type Behaviours, type NamedBehaviour } from './behaviours.ts';
import { sharedControl, type SharedControl } from './shared-control.ts';
import { partsFor } from './build-parts.ts';

export interface Sandbox {
  /** Calls the service, in process. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Calls its storage, in process. */
  readonly storageFetch: (request: Request) => Promise<Response>;
  readonly keys: readonly string[];
  readonly accounts: readonly Account[];
  readonly clock: SettableClock;
  readonly readings: Readings;
  /** Every book, including deleted ones, in the order of creation. */
  readonly books: () => Promise<readonly Book[]>;
  /** Ends the review of a book now: published, or another status. */
  readonly settle: (bookId: string, status?: string) => Promise<void>;
  /** Adds made-up books to the account of a key; the same seed makes the same books. */
  readonly seed: (catalogue: Partial<Catalogue> & Pick<Catalogue, 'count'>) => Promise<number>;
  /** Imports books, one JSON object per line, and returns how many. */
  readonly importBooks: (lines: AsyncIterable<string> | Iterable<string>) => Promise<number>;
  /** Exports every book, one JSON object per line. */
  readonly exportBooks: () => AsyncIterable<string>;
  /** Removes every book and file. */
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** Chooses readings and faults for one account, instead of those of the sandbox. */
  readonly behave: (accountId: string, behaviour: NamedBehaviour) => void;
  readonly behaviour: (accountId: string) => NamedBehaviour | undefined;
  /** The parts of the sandbox as it was created. */
  readonly parts: SandboxParts;
  /** The parts that answer now, accounts with a behaviour of their own included. */
  readonly partsNow: PartsNow;
  /** Shares changes with the other processes of a shared store. */
  readonly control: SharedControl;
  readonly app: ReturnType<typeof createApp>;
}

/** Creates a sandbox, and its data directory if that is missing. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const contract = readContract();
  const report = options.report ?? (() => undefined);
  if (options.data !== undefined) await mkdir(join(options.data, 'files'), { recursive: true });
  const accounts = accountsIn(options);
  const { parts, clock, behaving } = await partsFor({ ...options, found: accounts.find, contract });
  const behaviours = behavioursOf(parts, behaving);
  const { chaos, store } = parts;
  const accountIds = accounts.all.map(({ id }) => id);
  const { findFaults = () => [], publicUrl } = options;
  const control = sharedControl(store, { clock, chaos, behaviours, accountIds, findFaults });
  const partsNow = store.refresh === undefined ? behaviours.parts : refreshed(behaviours, control);
  const app = createApp({ contract, parts: partsNow, report, publicUrl });
  return {
    fetch: async (request) => app.fetch(request),
    storageFetch: async (request) => upload(request, await partsNow()),
    keys: accounts.keys,
    accounts: accounts.all,
    clock,
    readings: parts.readings,
    parts,
    partsNow,
    control,
    behave: behaviours.behave,
    behaviour: behaviours.of,
    app,
    books: () => parts.store.allBooks(),
    ...seeding(parts, accounts.all[0]),
    ...keeping(parts),
  };
}

/** Applies what other processes changed before each call. */
function refreshed({ parts }: Behaviours, { refresh }: SharedControl): PartsNow {
  return async () => {
    await refresh();
    return parts();
  };
}

function keeping(parts: SandboxParts): Pick<Sandbox, 'settle' | 'reset' | 'close'> {
  const { clock, store, bytes, rules } = parts;
  return {
    settle: (bookId, status) =>
      endReview(bookId, (book) => status ?? rules.afterReview(book.status), {
        now: clock.now(),
        parts,
      }),
    reset: async () => {
      await store.reset();
      await bytes.clear();
    },
    close: store.close,
  };
}

function accountsIn({ accounts, keys, key = 'sandbox-key' }: SandboxOptions): Accounts {
  return accounts === undefined ? accountsOfKeys(keys ?? [key]) : namedAccounts(accounts);
}

/** Seed data belongs to the first account. */
function seeding(
  parts: SandboxParts,
  account: Account | undefined,
): Pick<Sandbox, 'seed' | 'importBooks' | 'exportBooks'> {
  const owner = () => {
    if (account === undefined) throw new Error('There is no account for seed data.');
    return account;
  };
  return {
    seed: async (catalogue) => seedCatalogue(owner(), { seed: 1, ...catalogue }, parts),
    importBooks: async (lines) => importBooks(lines, owner(), parts),
    exportBooks: () => exportBooks(parts),
  };
}

async function upload(request: Request, parts: SandboxParts): Promise<Response> {
  const { url, method, headers } = request;
  const header = (name: string) => headers.get(name) ?? undefined;
  const body = request.body ?? none();
  const answer = await answerUpload({ url, method, header, body }, parts);
  return toResponse(answer);
}

async function* none(): AsyncGenerator<Uint8Array> {
  // A request without a body sends no bytes.
}
