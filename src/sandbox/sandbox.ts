/**
 * Creates sandboxes: stateful services that do what the document says. Keeps the clocks, the chaos rules
 * and the behaviours of accounts the same in every process that shares a store. For chaos rules, each process
 * counts its own requests.
 */
import {
  type AccountSettings,
  type NamedBehaviour,
  createAccountSettings,
} from './account-settings.ts';
import { buildParts } from './build-parts.ts';
import { makePrivate } from './private-folder.ts';
import type { Chaos, ChaosSettings } from './chaos.ts';
import type { ClockState, SettableClock, Parts } from './parts/index.ts';
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
import { answerUpload, createApp, readRequestId, toResponse, type GetParts } from './http/index.ts';
import { endReview } from './changes.ts';
import {
  exportBooks,
  fillStore,
  importBooks,
  seedCatalogue,
  type Catalogue,
  type SeedSource,
} from './seed/index.ts';

/** The parts of a sandbox that can be controlled. */
export interface Controls {
  readonly clock: SettableClock;
  readonly chaos: Chaos;
  readonly settings: AccountSettings;
  /** Finds faults by their names. */
  readonly findFaults: (names: readonly string[]) => NonNullable<NamedBehaviour['faults']>;
}

interface ControlState {
  readonly clock: ClockState;
  /** Pairs of an account and its chaos rules; the account is empty for rules that apply to every account. */
  readonly chaos: readonly (readonly [account: string, settings: ChaosSettings])[];
  readonly accounts: readonly (readonly [account: string, own: OwnSettings])[];
}

interface OwnSettings {
  readonly behaviour?: {
    readonly readings: Readonly<Record<string, string>>;
    readonly faults: readonly string[];
  };
  readonly clock?: ClockState;
}

export function createSharedControl(store: Store, controls: Controls) {
  const { refresh: readState } = store;
  let lastState = '';
  const getState = (): ControlState => ({
    clock: controls.clock.state(),
    chaos: controls.chaos.all(),
    accounts: describeAccounts(controls.settings),
  });
  /** Applies what another process changed. */
  const refresh = async (): Promise<void> => {
    const text = (await readState?.()) ?? '';
    if (text === lastState || text === '') return;
    lastState = text;
    // oxlint-disable-next-line typescript/consistent-type-assertions -- only `change` writes this setting
    restore(JSON.parse(text) as ControlState, controls);
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
            lastState = JSON.stringify(getState());
            await store.writeSetting('control', lastState);
            return result;
          }),
  };
}

function restore(state: ControlState, { clock, chaos, settings, findFaults }: Controls): void {
  clock.restore(state.clock);
  const chaosBefore = new Map(chaos.all());
  for (const [account, rules] of state.chaos) {
    const isSame = JSON.stringify(rules) === JSON.stringify(chaosBefore.get(account));
    // Setting the same rules again would reset their counts.
    if (!isSame) chaos.set(rules, account);
    chaosBefore.delete(account);
  }
  for (const account of chaosBefore.keys()) chaos.set({ seed: 1, rules: [] }, account);
  const accountsBefore = new Map(describeAccounts(settings));
  for (const [account, own] of state.accounts) {
    const isSame = JSON.stringify(own) === JSON.stringify(accountsBefore.get(account));
    accountsBefore.delete(account);
    if (isSame) continue;
    settings.forget(account);
    const { readings = {}, faults = [] } = own.behaviour ?? {};
    settings.behave(account, { readings, faults: findFaults(faults) });
    if (own.clock !== undefined) settings.ownClock(account).restore(own.clock);
  }
  for (const account of accountsBefore.keys()) settings.forget(account);
}

function describeAccounts(settings: AccountSettings): ControlState['accounts'] {
  return settings.list().map(([account, { behaviour, clock }]) => {
    const { readings = {}, faults = [] } = behaviour ?? {};
    const described = { readings, faults: faults.map(({ name }) => name) };
    return [
      account,
      { ...(behaviour && { behaviour: described }), ...(clock && { clock: clock.state() }) },
    ];
  });
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
  const { findFaults = () => [], publicUrl } = options;
  const control = createSharedControl(store, { clock, chaos, settings, findFaults });
  const refreshParts = async (): Promise<Parts> => {
    await control.refresh();
    return settings.parts();
  };
  const getParts: GetParts = store.refresh === undefined ? settings.parts : refreshParts;
  const app = createApp({ contract, parts: getParts, report, publicUrl });
  return {
    /** Sends a request to the service, in process or with the request and response of a Node server. */
    fetch: async (request: Request, node?: object): Promise<Response> => app.fetch(request, node),
    /** Sends a request to the storage, in process. */
    storageFetch: async (request: Request): Promise<Response> => upload(request, await getParts()),
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

async function upload(request: Request, parts: Parts): Promise<Response> {
  const { url, method, headers } = request;
  const header = (name: string) => headers.get(name) ?? undefined;
  const body = request.body ?? emptyBody();
  const id = readRequestId(header('x-request-id'));
  const response = await answerUpload({ id, url, method, header, body }, parts);
  return toResponse(response);
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {
  // A request without a body sends no bytes.
}
