/** The behaviours and clocks that single accounts have of their own. */
import { getOwnerId } from './book/index.ts';
import type { Behaviour, buildParts } from './build-parts.ts';
import {
  type ClockState,
  createClock,
  findAccountId,
  type Parts,
  type SettableClock,
} from './parts/index.ts';
import { chooseReadings } from './readings/index.ts';
import type { SandboxOptions } from './sandbox-options.ts';

export interface AccountBehaviour {
  readonly readings?: Readonly<Record<string, string>>;
  /** The names of faults. */
  readonly faults?: readonly string[];
}

/** What an account has of its own. Anything else it has from its owner, or from the whole sandbox. */
export interface OwnSettings<Clock> {
  readonly behaviour?: AccountBehaviour;
  readonly clock?: Clock;
}

/** Accounts with what they have of their own, as processes share it. */
type SavedSettings = readonly (readonly [account: string, own: OwnSettings<ClockState>])[];

type Options = Behaviour & Pick<SandboxOptions, 'findFaults'>;

export type AccountSettings = ReturnType<typeof createAccountSettings>;

/**
 * Creates the record of what accounts have of their own.
 * @param built the parts of the sandbox, its clock, and how to create other parts
 * @param options the behaviour of the sandbox, and how to find faults by their names
 */
export function createAccountSettings(
  built: Awaited<ReturnType<typeof buildParts>>,
  options: Options,
) {
  const own = createOwnSettings();
  const { parts, of } = createAccountParts(built, options, own);
  const getClock = (account: string) => own.find(account, 'clock') ?? built.clock;
  return {
    /** Returns parts that answer every request with the parts of its account. */
    parts,
    /** Returns the parts of one account. */
    of,
    behaviour: (account: string) => own.get(account).behaviour,
    /** Sets the readings and faults of an account. Without any, it has those of the sandbox again. */
    behave: (account: string, { readings = {}, faults = [] }: AccountBehaviour): void => {
      // Throws for an invalid reading or an unknown fault before anything is changed.
      chooseReadings({ ...options.readings, ...readings });
      options.findFaults?.(faults);
      const { behaviour: _behaviour, ...others } = own.get(account);
      const isDefault = Object.keys(readings).length + faults.length === 0;
      own.set(account, isDefault ? others : { ...others, behaviour: { readings, faults } });
    },
    /** Returns the clock that an account follows. */
    clock: getClock,
    /** Returns the clock that an account has of its own. If it has none, it gets one with the time that it has now. */
    ownClock: (account: string): SettableClock => {
      const entry = own.get(account);
      const clock = entry.clock ?? startClock(getClock(account).state());
      if (entry.clock === undefined) own.set(account, { ...entry, clock });
      return clock;
    },
    /** Forgets what the account has of its own. */
    forget: (account: string): void => own.set(account, {}),
    /** Returns what each account has of its own. */
    save: own.save,
    /** Replaces what all accounts have of their own. */
    restore: own.restore,
  };
}

function startClock(state: ClockState): SettableClock {
  const clock = createClock();
  clock.restore(state);
  return clock;
}

function createOwnSettings() {
  const entries = new Map<string, OwnSettings<SettableClock>>();
  let changes = 0;
  return {
    get: (account: string): OwnSettings<SettableClock> => entries.get(account) ?? {},
    set: (account: string, entry: OwnSettings<SettableClock>): void => {
      changes += 1;
      if (Object.keys(entry).length === 0) entries.delete(account);
      else entries.set(account, entry);
    },
    /** Returns a setting of an account or, if it has none, of its owner. */
    find: <Name extends 'behaviour' | 'clock'>(account: string, name: Name) =>
      entries.get(account)?.[name] ?? entries.get(getOwnerId(account))?.[name],
    /** Returns the account itself or its owner, whichever has settings; undefined if neither has. */
    findOwner: (account: string) => [account, getOwnerId(account)].find((id) => entries.has(id)),
    /** The number of changes so far. */
    countChanges: () => changes,
    isEmpty: () => entries.size === 0,
    save: (): SavedSettings =>
      [...entries].map(([account, { clock, ...own }]) => [
        account,
        { ...own, ...(clock && { clock: clock.state() }) },
      ]),
    restore: (saved: SavedSettings): void => {
      changes += 1;
      entries.clear();
      for (const [account, { clock, ...own }] of saved)
        entries.set(account, { ...own, ...(clock && { clock: startClock(clock) }) });
    },
  };
}

function createAccountParts(
  { parts: defaultParts, createParts }: Awaited<ReturnType<typeof buildParts>>,
  { findFaults = () => [], ...options }: Options,
  own: ReturnType<typeof createOwnSettings>,
) {
  const cache = new Map<string, Parts>();
  let cachedChanges = 0;
  const create = (account: string): Parts => {
    const { readings = {}, faults } = own.find(account, 'behaviour') ?? {};
    const behaviour = {
      readings: { ...options.readings, ...readings },
      faults: (faults && findFaults(faults)) ?? options.faults ?? [],
    };
    return createParts(behaviour, own.find(account, 'clock'));
  };
  const of = (account: string): Parts => {
    const owner = own.findOwner(account);
    if (owner === undefined) return defaultParts;
    if (cachedChanges !== own.countChanges()) cache.clear();
    cachedChanges = own.countChanges();
    const parts = cache.get(owner) ?? create(owner);
    cache.set(owner, parts);
    return parts;
  };
  const partsByAccount = chooseByAccount(defaultParts, of);
  return { of, parts: () => (own.isEmpty() ? defaultParts : partsByAccount) };
}

/** Returns parts that leave each request to the parts of its account. */
function chooseByAccount(defaultParts: Parts, getParts: (account: string) => Parts): Parts {
  return {
    ...defaultParts,
    chooseParts: async (request) => {
      const parts = getParts((await findAccountId(request, defaultParts)) ?? '');
      return parts.chooseParts === undefined ? parts : parts.chooseParts(request, parts);
    },
  };
}
