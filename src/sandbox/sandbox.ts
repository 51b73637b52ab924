/**
 * Creates sandboxes: stateful services that do what the document says. Keeps the clocks, the chaos rules
 * and the behaviours of accounts the same in every process that shares a store. For chaos rules, each process
 * counts its own requests.
 */
import { type AccountSettings, createAccountSettings } from './account-settings.ts';
import { buildParts } from './build-parts.ts';
import type { SettableClock, Parts } from './replaceable-parts/index.ts';
import type { Store } from './store/index.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import { readContract } from '../contract/spec.ts';
import { createKeyAccounts, createNamedAccounts, type Account, type Book } from './book/index.ts';
import { createService, createStorage, fetchWith, type GetParts } from './http/index.ts';
import { endReview } from './changes.ts';
import * as seeding from './seed/seed.ts';
import { chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

type Controls = Pick<Parts, 'chaos'> & { clock: SettableClock; settings: AccountSettings };

function createSharedControl(store: Store, { clock, chaos, settings }: Controls) {
  const save = () => ({ clock: clock.state(), chaos: chaos.all(), accounts: settings.save() });
  let lastState = '';
  /** Applies what another process changed. */
  const refresh = async (): Promise<void> => {
    const text = (await store.refresh?.()) ?? '';
    if (text === lastState || text === '') return;
    lastState = text;
    // oxlint-disable-next-line typescript/consistent-type-assertions -- only `change` writes this setting
    const state = JSON.parse(text) as ReturnType<typeof save>;
    clock.restore(state.clock);
    chaos.restore(state.chaos);
    settings.restore(state.accounts);
  };
  return {
    refresh,
    /** Runs a change, and shares the new state with the other processes. */
    change: async <T>(change: () => T | Promise<T>): Promise<T> =>
      store.withLock(async () => {
        await refresh();
        const result = await change();
        if (store.refresh === undefined) return result;
        lastState = JSON.stringify(save());
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
  const { keys = [options.key ?? 'sandbox-key'] } = options;
  const accounts = options.accounts
    ? createNamedAccounts(options.accounts)
    : createKeyAccounts(keys);
  const built = await buildParts({ ...options, findAccount: accounts.find, contract });
  const { parts, clock } = built;
  const settings = createAccountSettings(built, options);
  const { chaos, store } = parts;
  const { publicUrl } = options;
  const control = createSharedControl(store, { clock, chaos, settings });
  const getParts: GetParts = async () => {
    await control.refresh();
    return settings.parts();
  };
  const answer = createService({ contract, parts: getParts, report, publicUrl });
  const answerStorage = createStorage({ parts: getParts, report });
  return {
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
    control,
    settings,
    ...createContentFunctions(parts, settings, accounts.all),
  };
}

function createContentFunctions(
  parts: Parts,
  settings: AccountSettings,
  [first]: readonly Account[],
) {
  const { store, bytes, rules } = parts;
  const findTarget = (account = first?.id) => {
    if (account === undefined) throw new Error('There is no account for seed data.');
    return { account, parts: settings.of(account) };
  };
  const addBooks = (account: string | undefined, source: seeding.Source) => {
    const target = findTarget(account);
    return seeding.addBooks(source(target), target.parts);
  };
  return {
    /** Adds made-up books to an account, the first by default, and returns their number. */
    seed: async (catalogue: seeding.Catalogue, account?: string) =>
      addBooks(account, (target) => seeding.makeBooks(catalogue, target)),
    /** Fills an empty sandbox with its first books, or continues if that was interrupted; see `fillStore`. */
    addFirstBooks: async (source: seeding.SeedSource | undefined) =>
      seeding.fillStore(source, findTarget()),
    /** Imports books, one JSON object per line, and returns their number. */
    importBooks: async (lines: seeding.Lines, account?: string) =>
      addBooks(account, (target) => seeding.readBooks({ lines, keepsAccounts: !account }, target)),
    exportBooks: (account?: string): AsyncIterable<string> => seeding.exportBooks(parts, account),
    books: store.readAllBooks,
    /** Ends the review of a book now. The book gets the given status, or by default that of a passed review. */
    settle: async (bookId: string, status?: string): Promise<void> => {
      const next = (book: Book): string => status ?? rules.getStatusAfterReview(book.status);
      const account = (await store.readBook(bookId))?.account ?? '';
      await endReview(bookId, next, { now: settings.clock(account).now(), parts });
    },
    reset: async (account?: string): Promise<void> => {
      await bytes.remove(await store.listFiles(account));
      await store.reset(account);
    },
    close: store.close,
  };
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
  // A volume can belong to another user, who then decides about its permissions.
  const ignoreOtherOwner = (error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  };
  await chmod(files, 0o700).catch(ignoreOtherOwner);
  await chmod(database, 0o600).catch(ignoreOtherOwner);
}
