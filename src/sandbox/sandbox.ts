/**
 * Creates sandboxes: stateful services that do what the document says. Keeps the clocks, the chaos rules
 * and the behaviours of accounts the same in every process that shares a store. For chaos rules, each process
 * counts its own requests.
 */
import { type AccountSettings, createAccountSettings } from './account-settings.ts';
import { buildParts } from './build-parts.ts';
import type { Chaos } from './chaos.ts';
import type { SettableClock, Parts } from './parts/index.ts';
import type { Store } from './store/index.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import { readContract } from '../contract/spec.ts';
import {
  createKeyAccounts,
  createNamedAccounts,
  type Account,
  type Accounts,
  type Book,
} from './book/index.ts';
import { createService, createStorage, fetchWith, type GetParts } from './http/index.ts';
import { endReview } from './changes.ts';
import {
  exportBooks,
  fillStore,
  importBooks,
  seedCatalogue,
  type Catalogue,
  type SeedSource,
} from './seed/index.ts';
import { chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

/** The parts of a sandbox that can be controlled. */
interface Controls {
  readonly clock: SettableClock;
  readonly chaos: Chaos;
  readonly settings: AccountSettings;
}

function saveControls({ clock, chaos, settings }: Controls) {
  return { clock: clock.state(), chaos: chaos.all(), accounts: settings.save() };
}

function createSharedControl(store: Store, controls: Controls) {
  const { refresh: readState } = store;
  let lastState = '';
  /** Applies what another process changed. */
  const refresh = async (): Promise<void> => {
    const text = (await readState?.()) ?? '';
    if (text === lastState || text === '') return;
    lastState = text;
    // oxlint-disable-next-line typescript/consistent-type-assertions -- only `change` writes this setting
    const state = JSON.parse(text) as ReturnType<typeof saveControls>;
    controls.clock.restore(state.clock);
    controls.chaos.restore(state.chaos);
    controls.settings.restore(state.accounts);
  };
  return {
    refresh,
    /** Runs a change, and shares the new state with the other processes. */
    change: async <T>(change: () => T | Promise<T>): Promise<T> =>
      readState === undefined
        ? change()
        : store.withLock(async () => {
            await refresh();
            const result = await change();
            lastState = JSON.stringify(saveControls(controls));
            await store.writeSetting('control', lastState);
            return result;
          }),
  };
}

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>;

/** Creates a sandbox, and its data directory if that is missing. */
export async function createSandbox(options: SandboxOptions = {}) {
  const { contract = readContract() } = options;
  const report = options.report ?? (() => undefined);
  if (options.data !== undefined) await makePrivate(options.data);
  const accounts = createAccounts(options);
  const built = await buildParts({ ...options, findAccount: accounts.find, contract });
  const { parts, clock } = built;
  const settings = createAccountSettings(built, options);
  const { chaos, store } = parts;
  const { publicUrl } = options;
  const control = createSharedControl(store, { clock, chaos, settings });
  const refreshParts = async (): Promise<Parts> => {
    await control.refresh();
    return settings.parts();
  };
  const getParts: GetParts = store.refresh === undefined ? settings.parts : refreshParts;
  const answer = createService({ contract, parts: getParts, report, publicUrl });
  const answerStorage = createStorage({ parts: getParts, report });
  return {
    /** Answers a request to the service, or to the storage. */
    answer,
    answerStorage,
    /** Sends a request to the service, or to the storage, in process. */
    fetch: fetchWith(answer),
    storageFetch: fetchWith(answerStorage),
    keys: accounts.keys,
    accounts: accounts.all,
    clock,
    readings: parts.readings,
    /** The parts of the sandbox as it was created. */
    parts,
    /** Returns the current parts, which include the behaviours and clocks of accounts. */
    getParts,
    /** Shares changes with the other processes of a shared store. */
    control,
    /** The behaviours and clocks of single accounts. */
    settings,
    ...createContentFunctions(parts, settings, accounts.all),
  };
}

/** Creates the functions that read and change the stored books: of one account, or of all. */
function createContentFunctions(
  parts: Parts,
  settings: AccountSettings,
  accounts: readonly Account[],
) {
  const { store, bytes, rules } = parts;
  return {
    ...createTransfer(parts, settings, accounts[0]),
    /** Every book, including deleted ones, in the order of creation. */
    books: async (): Promise<readonly Book[]> => store.readAllBooks(),
    /** Ends the review of a book now. The book gets the given status, or by default that of a passed review. */
    settle: async (bookId: string, status?: string): Promise<void> => {
      const next = (book: Book): string => status ?? rules.getStatusAfterReview(book.status);
      const account = (await store.readBook(bookId))?.account ?? '';
      await endReview(bookId, next, { now: settings.clock(account).now(), parts });
    },
    /** Removes the books and files of an account, or all. */
    reset: async (account?: string): Promise<void> => {
      await bytes.remove(await store.listFiles(account));
      await store.reset(account);
    },
    close: store.close,
  };
}

/** Creates the functions that add books and export them. */
function createTransfer(parts: Parts, settings: AccountSettings, first: Account | undefined) {
  /** Returns the account of seed data: the first account unless an id is given. */
  const getSeedAccount = (id = first?.id): string => {
    if (id === undefined) throw new Error('There is no account for seed data.');
    return id;
  };
  return {
    /** Adds made-up books to an account, the first by default. The same seed makes the same books. */
    seed: async (
      catalogue: Partial<Catalogue> & Pick<Catalogue, 'count'>,
      account?: string,
    ): Promise<number> => {
      const id = getSeedAccount(account);
      return seedCatalogue(id, { seed: 1, ...catalogue }, settings.of(id));
    },
    /** Fills an empty sandbox with its first books, or continues if that was interrupted; see `fillStore`. */
    addFirstBooks: async (source: SeedSource | undefined) => {
      const id = getSeedAccount();
      return fillStore(source, id, settings.of(id));
    },
    /** Imports books, one JSON object per line, and returns their number. */
    importBooks: async (
      lines: AsyncIterable<string> | Iterable<string>,
      account?: string,
    ): Promise<number> => {
      const id = getSeedAccount(account);
      return importBooks(
        lines,
        { account: id, keepsAccounts: account === undefined },
        settings.of(id),
      );
    },
    /** Exports the books of an account, or all, one JSON object per line. */
    exportBooks: (account?: string): AsyncIterable<string> => exportBooks(parts, account),
  };
}

function createAccounts({ accounts, keys, key = 'sandbox-key' }: SandboxOptions): Accounts {
  return accounts === undefined ? createKeyAccounts(keys ?? [key]) : createNamedAccounts(accounts);
}

/**
 * Creates the folder and what it holds, so that only its owner can read the uploads, the books, and the secret that
 * signs upload URLs. Changes the permissions of an older sandbox's data, but not those of a folder that existed before.
 */
async function makePrivate(folder: string): Promise<void> {
  const [files, database] = [join(folder, 'files'), join(folder, 'books.db')];
  await mkdir(files, { recursive: true, mode: 0o700 });
  // The database gives the permissions of this file to its journals.
  await (await open(database, 'a', 0o600)).close();
  await ignoreOtherOwner(chmod(files, 0o700));
  await ignoreOtherOwner(chmod(database, 0o600));
}

/** A volume can belong to another user, who then decides about its permissions. */
async function ignoreOtherOwner(change: Promise<void>): Promise<void> {
  await change.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') return;
    throw error;
  });
}
