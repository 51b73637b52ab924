/** Finds what each id of the ledger lacks. */
import type { Requirement } from '../../src/contract/requirements.ts';
import type { Ledger } from './ledger.ts';
import type { Places } from './places.ts';

/** The files, or names of faults, that use each id. */
export interface Claims {
  readonly checks: ReadonlyMap<string, readonly string[]>;
  /** Prefix of ids → the files whose cases exercise every id that starts with it. */
  readonly prefixes: ReadonlyMap<string, readonly string[]>;
  /** Files of the sandbox and its rules that name the id. */
  readonly served: ReadonlyMap<string, readonly string[]>;
  readonly observations: ReadonlyMap<string, readonly string[]>;
  readonly faults: ReadonlyMap<string, readonly string[]>;
  /** The file that builds each fault. */
  readonly faultFiles: ReadonlyMap<string, string>;
  /** Silences whose reading can be set in the sandbox, and that its code names. */
  readonly readings: ReadonlySet<string>;
}

export const traceKinds = ['places', 'checks', 'faults', 'observations', 'readings'] as const;
export type TraceKind = (typeof traceKinds)[number];

export interface Trace {
  /** Ids that lack something, by kind, in the order of the ledger. */
  readonly missing: Readonly<Record<TraceKind, readonly string[]>>;
  /** The number of ids that need something, by kind. */
  readonly needed: Readonly<Record<TraceKind, number>>;
  /** Ids that are used but not in the ledger, with the place. */
  readonly unknown: readonly { readonly id: string; readonly where: string }[];
  /** Entries marked `shape` that no response in the contract carries. */
  readonly shapeless: readonly string[];
}

/** Finds what each id of the ledger lacks. A reason in the ledger counts as present. */
export function traceLedger(ledger: Ledger, places: Places, claims: Claims): Trace {
  const entries = Object.entries(ledger);
  const findMissing = (
    applies: (entry: Requirement) => boolean,
    has: (id: string, entry: Requirement) => boolean,
  ) => {
    const needing = entries.filter(([, entry]) => applies(entry));
    return {
      asked: needing.length,
      missing: needing.filter((pair) => !has(...pair)).map(([id]) => id),
    };
  };
  const results = {
    places: findMissing(needsPlace, (id) => places.byId.has(id)),
    checks: findMissing(needsCheck, (id, entry) =>
      entry.shape === true ? places.onAnswers.has(id) : claims.checks.has(id),
    ),
    faults: findMissing(needsFault, (id) => claims.faults.has(id)),
    observations: findMissing(needsObservation, (id) => claims.observations.has(id)),
    readings: findMissing(needsReading, (id) => claims.readings.has(id)),
  };
  return {
    missing: mapKinds((floor) => results[floor].missing),
    needed: mapKinds((floor) => results[floor].asked),
    unknown: findUnknownIds(ledger, places, claims),
    shapeless: entries
      .filter(([id, entry]) => entry.shape === true && !places.onAnswers.has(id))
      .map(([id]) => id),
  };
}

function needsPlace(entry: Requirement): boolean {
  return entry.level === 'must' && entry.unplaced === undefined;
}

function needsCheck(entry: Requirement): boolean {
  return entry.level === 'must' && entry.untested === undefined;
}

/** Without a check no fault could be found, so one reason covers both. */
function needsFault(entry: Requirement): boolean {
  return needsCheck(entry) && entry.unseeded === undefined;
}

/** A silence of priority 3 is only a note. */
function needsObservation(entry: Requirement): boolean {
  return entry.level === 'open' && entry.priority !== 3 && entry.untested === undefined;
}

/** Only a silence with several readings can be configured. */
function needsReading(entry: Requirement): boolean {
  const { level, priority, readings, unseeded } = entry;
  const several = Array.isArray(readings) && readings.length > 1;
  return level === 'open' && priority !== 3 && several && unseeded === undefined;
}

function findUnknownIds(ledger: Ledger, places: Places, claims: Claims) {
  const used: (readonly [string, string])[] = [
    ...[...places.byId].map(
      ([id, at]) => [id, `openapi/distribution.yaml ${at[0] ?? ''}`] as const,
    ),
    ...[...claims.checks].map(([id, at]) => [id, `checks: ${at[0] ?? ''}`] as const),
    ...[...claims.observations].map(([id, at]) => [id, `observations: ${at[0] ?? ''}`] as const),
    ...[...claims.faults].map(([id, at]) => [id, `faults: ${at[0] ?? ''}`] as const),
    ...[...claims.readings].map((id) => [id, 'readings of the sandbox'] as const),
  ];
  return used.filter(([id]) => !Object.hasOwn(ledger, id)).map(([id, where]) => ({ id, where }));
}

/** Returns one value for each kind. */
function mapKinds<Value>(of: (floor: TraceKind) => Value): Record<TraceKind, Value> {
  return {
    places: of('places'),
    checks: of('checks'),
    faults: of('faults'),
    observations: of('observations'),
    readings: of('readings'),
  };
}
