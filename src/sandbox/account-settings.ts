/** The behaviours and clocks that single accounts have of their own. */
import { getOwnerId } from './book/index.ts';
import type { Behaviour, buildParts } from './build-parts.ts';
import {
  type ClockState,
  createClock,
  findAccountId,
  type Parts,
  type SettableClock,
} from './replaceable-parts/index.ts';
import { chooseReadings } from './readings/index.ts';
import type { SandboxOptions } from './sandbox-options.ts';

export interface AccountBehaviour {
  readonly readings?: Readonly<Record<string, string>>;
  readonly faults?: readonly string[];
}

/** What an account has of its own. Anything else it has from its owner, or from the whole sandbox. */
export interface OwnSettings<Clock> {
  readonly behaviour?: AccountBehaviour;
  readonly clock?: Clock;
}

type SavedSettings = readonly (readonly [account: string, own: OwnSettings<ClockState>])[];

export type AccountSettings = ReturnType<typeof createAccountSettings>;

export function createAccountSettings(
  built: Awaited<ReturnType<typeof buildParts>>,
  options: Behaviour & Pick<SandboxOptions, 'findFaults'>,
) {
  const own = createOwnSettings();
  const getClock = (account: string) => own.find(account, 'clock') ?? built.clock;
  const createParts = (account: string): Parts => {
    const { readings = {}, faults } = own.find(account, 'behaviour') ?? {};
    const ownFaults = faults && options.findFaults?.(faults);
    return built.createParts(
      { readings: { ...options.readings, ...readings }, faults: ownFaults ?? options.faults ?? [] },
      getClock(account),
    );
  };
  const of = (account: string) => own.getParts(account, createParts) ?? built.parts;
  const partsByAccount = chooseByAccount(built.parts, of);
  return {
    of,
    /** Returns parts that answer every request with the parts of its account. */
    parts: (): Parts => (own.isEmpty() ? built.parts : partsByAccount),
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
    clock: getClock,
    /** Returns the clock that an account has of its own. If it has none, it gets one with the time that it has now. */
    ownClock: (account: string): SettableClock => {
      const clock = own.get(account).clock ?? createClock(getClock(account).state());
      own.set(account, { ...own.get(account), clock });
      return clock;
    },
    forget: (account: string): void => own.set(account, {}),
    save: own.save,
    restore: own.restore,
  };
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

function createOwnSettings() {
  const entries = new Map<string, OwnSettings<SettableClock>>();
  /** Parts by the account that has settings, until any account's settings change. */
  const parts = new Map<string, Parts>();
  const set = (account: string, entry: OwnSettings<SettableClock>): void => {
    parts.clear();
    if (Object.keys(entry).length === 0) entries.delete(account);
    else entries.set(account, entry);
  };
  return {
    get: (account: string): OwnSettings<SettableClock> => entries.get(account) ?? {},
    set,
    /** Returns a setting of an account or, if it has none, of its owner. */
    find: <Name extends 'behaviour' | 'clock'>(account: string, name: Name) =>
      entries.get(account)?.[name] ?? entries.get(getOwnerId(account))?.[name],
    /** Returns the parts of an account; undefined if neither it nor its owner has settings. */
    getParts: (account: string, create: (account: string) => Parts) => {
      const owner = [account, getOwnerId(account)].find((id) => entries.has(id));
      if (owner === undefined) return undefined;
      const ownParts = parts.get(owner) ?? create(owner);
      parts.set(owner, ownParts);
      return ownParts;
    },
    isEmpty: () => entries.size === 0,
    save: (): SavedSettings =>
      [...entries].map(([account, { clock, ...own }]) => [
        account,
        { ...own, ...(clock && { clock: clock.state() }) },
      ]),
    restore: (saved: SavedSettings): void => {
      entries.clear();
      parts.clear();
      for (const [account, { clock, ...own }] of saved)
        set(account, { ...own, ...(clock && { clock: createClock(clock) }) });
    },
  };
}
