/** Finds what each id of the ledger lacks. */
import type { Requirement } from '../../src/contract/requirements.ts';
import type { Ledger } from './ledger.ts';
import type { Places } from './places.ts';

/** The files, with a function in them (`src/file.ts#name`), or the names of faults, that use each id. */
export interface Claims {
  readonly checks: ReadonlyMap<string, readonly string[]>;
  /** The files whose cases exercise every id with a prefix, by prefix. */
  readonly prefixes: ReadonlyMap<string, readonly string[]>;
  /** The files of the sandbox and its rules that name each id. */
  readonly sandboxFiles: ReadonlyMap<string, readonly string[]>;
  readonly observations: ReadonlyMap<string, readonly string[]>;
  readonly faults: ReadonlyMap<string, readonly string[]>;
  /** The file that builds each fault, by the fault's name. */
  readonly faultFiles: ReadonlyMap<string, string>;
  /** Silences that the code of the sandbox names and whose reading can be set. */
  readonly readings: ReadonlySet<string>;
}

export const traceKinds = ['places', 'checks', 'faults', 'observations', 'readings'] as const;
export type TraceKind = (typeof traceKinds)[number];

interface Needs {
  readonly neededCount: number;
  readonly missing: readonly string[];
}

export interface Trace {
  /** For each kind, the number of ids that need something, and those that lack it, in the order of the ledger. */
  readonly kinds: Readonly<Record<TraceKind, Needs>>;
  /** Ids that are used but not in the ledger, with the place of a use. */
  readonly unknown: readonly { readonly id: string; readonly where: string }[];
  /** Ids that are marked `shape` although no response in the contract lists them. */
  readonly shapeless: readonly string[];
}

/** Finds what each id of the ledger lacks. An id that gives a reason in the ledger lacks nothing. */
export function traceLedger(ledger: Ledger, places: Places, claims: Claims): Trace {
  const entries = Object.entries(ledger);
  const findMissing = (
    applies: (entry: Requirement) => boolean,
    has: (id: string, entry: Requirement) => boolean,
  ): Needs => {
    const needyEntries = entries.filter(([, entry]) => applies(entry));
    return {
      neededCount: needyEntries.length,
      missing: needyEntries.filter((pair) => !has(...pair)).map(([id]) => id),
    };
  };
  return {
    kinds: {
      places: findMissing(needsPlace, (id) => places.byId.has(id)),
      checks: findMissing(needsCheck, (id, entry) =>
        entry.shape === true ? places.onResponses.has(id) : claims.checks.has(id),
      ),
      faults: findMissing(needsFault, (id) => claims.faults.has(id)),
      observations: findMissing(needsObservation, (id) => claims.observations.has(id)),
      readings: findMissing(needsReading, (id) => claims.readings.has(id)),
    },
    unknown: findUnknownIds(ledger, places, claims),
    shapeless: entries
      .filter(([id, entry]) => entry.shape === true && !places.onResponses.has(id))
      .map(([id]) => id),
  };
}

function needsPlace(entry: Requirement): boolean {
  return entry.level === 'must' && entry.unplaced === undefined;
}

function needsCheck({ level, untested }: Requirement): boolean {
  return (level === 'must' || level === 'caller') && untested === undefined;
}

/** An entry without a check needs no fault either: no run could find it. */
function needsFault(entry: Requirement): boolean {
  return entry.level === 'must' && needsCheck(entry) && entry.unseeded === undefined;
}

/** A silence of priority 3 is only noted, and needs no observation. */
function needsObservation(entry: Requirement): boolean {
  return entry.level === 'open' && entry.priority !== 3 && entry.untested === undefined;
}

/** Only a silence with several readings needs to be settable. */
function needsReading(entry: Requirement): boolean {
  const { level, priority, readings, unseeded } = entry;
  const hasSeveralReadings = Array.isArray(readings) && readings.length > 1;
  return level === 'open' && priority !== 3 && hasSeveralReadings && unseeded === undefined;
}

function findUnknownIds(ledger: Ledger, places: Places, claims: Claims) {
  const { checks, observations, faults, readings } = claims;
  const uses = { 'openapi/distribution.yaml': places.byId, checks, observations, faults };
  return [
    ...Object.entries(uses).flatMap(([use, wheres]) =>
      [...wheres].map(([id, [where = '']]) => ({ id, where: `${use}: ${where}` })),
    ),
    ...[...readings].map((id) => ({ id, where: 'readings of the sandbox' })),
  ].filter(({ id }) => !Object.hasOwn(ledger, id));
}
