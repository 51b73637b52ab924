/**
 * Creates sandboxes: stateful services that do what the document says. Keeps the clock, the chaos rules and
 * the behaviours of accounts the same in every process that shares a store. For chaos rules, each process
 * counts its own requests.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Behaviours,
  type NamedBehaviour,
  createBehaviours,
  buildParts,
} from './build-parts.ts';
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
import { answerUpload, createApp, toResponse, type GetParts } from './http/index.ts';
import { endReview } from './changes.ts';
import { exportBooks, importBooks, seedCatalogue, type Catalogue } from './seed/index.ts';

/** The parts of a sandbox that can be controlled. */
export interface Controls {
  readonly clock: SettableClock;
  readonly chaos: Chaos;
  readonly behaviours: Behaviours;
  readonly accountIds: readonly string[];
  /** Finds faults by their names. */
  readonly findFaults: (names: readonly string[]) => NonNullable<NamedBehaviour['faults']>;
}

interface ControlState {
  readonly clock: ClockState;
  readonly chaos: ChaosSettings;
  readonly behaviours: readonly (readonly [
    accountId: string,
    behaviour: {
      readonly readings: Readonly<Record<string, string>>;
      readonly faults: readonly string[];
    },
  ])[];
}

export function createSharedControl(store: Store, controls: Controls) {
  const { refresh: readState } = store;
  let lastState = '';
  const getState = (): ControlState => ({
    clock: controls.clock.state(),
    chaos: controls.chaos.settings(),
    behaviours: describeBehaviours(controls),
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

function restore(state: ControlState, controls: Controls): void {
  const { clock, chaos, behaviours, findFaults } = controls;
  clock.restore(state.clock);
  // Setting the same rules again would reset their counts.
  if (JSON.stringify(state.chaos) !== JSON.stringify(chaos.settings())) chaos.set(state.chaos);
  const behavioursBefore = new Map(describeBehaviours(controls));
  for (const [id, behaviour] of state.behaviours) {
    if (JSON.stringify(behavioursBefore.get(id)) === JSON.stringify(behaviour)) continue;
    const { readings, faults } = behaviour;
    behaviours.behave(id, { readings, faults: findFaults(faults) });
  }
}

function describeBehaviours({ behaviours, accountIds }: Controls): ControlState['behaviours'] {
  return accountIds.map((id) => {
    const { readings = {}, faults = [] } = behaviours.get(id) ?? {};
    return [id, { readings, faults: faults.map(({ name }) => name) }];
  });
}

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>;

/** Creates a sandbox, and its data directory if that is missing. */
export async function createSandbox(options: SandboxOptions = {}) {
  const { contract = readContract() } = options;
  const report = options.report ?? (() => undefined);
  if (options.data !== undefined) await mkdir(join(options.data, 'files'), { recursive: true });
  const accounts = createAccounts(options);
  const { parts, clock, createParts } = await buildParts({
    ...options,
    findAccount: accounts.find,
    contract,
  });
  const behaviours = createBehaviours(parts, createParts);
  const { chaos, store } = parts;
  const accountIds = accounts.all.map(({ id }) => id);
  const { findFaults = () => [], publicUrl } = options;
  const control = createSharedControl(store, { clock, chaos, behaviours, accountIds, findFaults });
  const refreshParts = async (): Promise<Parts> => {
    await control.refresh();
    return behaviours.parts();
  };
  const getParts: GetParts = store.refresh === undefined ? behaviours.parts : refreshParts;
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
    /** Returns the current parts, which include the behaviours of accounts. */
    getParts,
    /** Shares changes with the other processes of a shared store. */
    control,
    /** Sets the readings and faults of one account, instead of those of the sandbox. */
    behave: behaviours.behave,
    behaviour: behaviours.get,
    ...createContentFunctions(parts, accounts.all[0]),
  };
}

/** Creates the functions that read and change the stored books. Seed data belongs to the first account. */
function createContentFunctions(parts: Parts, account: Account | undefined) {
  const { clock, store, bytes, rules } = parts;
  const getSeedAccount = (): Account => {
    if (account === undefined) throw new Error('There is no account for seed data.');
    return account;
  };
  return {
    /** Every book, including deleted ones, in the order of creation. */
    books: async (): Promise<readonly Book[]> => store.readAllBooks(),
    /** Ends the review of a book now. The book gets the given status, or by default that of a passed review. */
    settle: async (bookId: string, status?: string): Promise<void> => {
      const next = (book: Book): string => status ?? rules.getStatusAfterReview(book.status);
      await endReview(bookId, next, { now: clock.now(), parts });
    },
    /** Adds made-up books to the first account. The same seed makes the same books. */
    seed: async (catalogue: Partial<Catalogue> & Pick<Catalogue, 'count'>): Promise<number> =>
      seedCatalogue(getSeedAccount(), { seed: 1, ...catalogue }, parts),
    /** Imports books, one JSON object per line, and returns their number. */
    importBooks: async (lines: AsyncIterable<string> | Iterable<string>): Promise<number> =>
      importBooks(lines, getSeedAccount(), parts),
    /** Exports every book, one JSON object per line. */
    exportBooks: (): AsyncIterable<string> => exportBooks(parts),
    /** Removes every book and file. */
    reset: async (): Promise<void> => {
      await store.reset();
      await bytes.clear();
    },
    close: store.close,
  };
}

function createAccounts({ accounts, keys, key = 'sandbox-key' }: SandboxOptions): Accounts {
  return accounts === undefined ? createKeyAccounts(keys ?? [key]) : createNamedAccounts(accounts);
}

async function upload(request: Request, parts: Parts): Promise<Response> {
  const { url, method, headers } = request;
  const header = (name: string) => headers.get(name) ?? undefined;
  const body = request.body ?? emptyBody();
  const response = await answerUpload({ url, method, header, body }, parts);
  return toResponse(response);
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {
  // A request without a body sends no bytes.
}
