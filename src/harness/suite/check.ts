/**
 * The functions that a suite is written with. A suite is a value, and nothing here registers itself,
 * so the command, Vitest and the grader can run the same cases.
 */
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { type SilenceId, type StatedId } from '../../contract/requirements.ts';
import type { Consent, Counterexample, Depth, Drift, Exchange, Reach } from '../evidence/index.ts';
import type { Stage } from '../stage/index.ts';

/**
 * Sends the requests of one case. The monitor judges every exchange. A case throws a Drift only for
 * something that several exchanges show together.
 */
export type CaseBody = (t: Stage) => Promise<void>;

/** How a property runs: fast-check's seed, the number of values, and a path to start from. */
export interface PropertyRun {
  readonly seed: number;
  readonly runs: number;
  readonly path: string | undefined;
  readonly signal: AbortSignal;
  /** The exchanges of the case so far; grows while it runs. */
  readonly exchanges: readonly Exchange[];
}

/** A check of many generated values. Created by `forAll`. */
export interface Property {
  readonly kind: 'property';
  /** The number of values in a normal run, if the default of 25 is too many or too few. */
  readonly runs: number | undefined;
  /** Resolves with the smallest counterexample, or with undefined if no value drifted. */
  readonly check: (
    t: Stage,
    settings: PropertyRun,
  ) => Promise<{ readonly drift: Drift; readonly counterexample: Counterexample } | undefined>;
}

/** What the cases of a check, or an observation, need from a run. */
interface Needs {
  /** `behaviour` by default. */
  readonly reach: Reach;
  /** Consent that the requests alone do not show. Lets a run skip a case before it writes. */
  readonly needs: readonly Consent[];
  /** True if it needs the key of a second account. */
  readonly secondAccount: boolean;
  /** The least depth at which it runs: `usual` by default, and `deep` for a silence of minor interest. */
  readonly depth: Depth;
}

interface CheckOptions extends Needs {
  /** Prefixes of the ids that the cases also give evidence for. Such checks open a run. */
  readonly covers: readonly string[];
}

interface ObservationOptions extends Needs {
  /** True if it mostly waits for something that may not happen. It then starts first, while others run. */
  readonly waits: boolean;
}

export interface Check extends CheckOptions {
  readonly kind: 'check';
  readonly requirement: StatedId;
  /** Sentences about the service, starting with the result, and how each is tested. */
  readonly cases: Readonly<Record<string, CaseBody | Property>>;
}

export interface Observation extends ObservationOptions {
  readonly kind: 'observation';
  readonly silence: SilenceId;
  /** Returns one of the ledger's readings, or free text if the ledger says `any`. */
  readonly look: (t: Stage) => Promise<string>;
}

/** A silence that every suitable exchange answers, without a separate request. */
export interface Watch {
  readonly kind: 'watch';
  readonly silence: SilenceId;
  readonly see: (exchange: Exchange) => string | undefined;
}

export type Item = Check | Observation | Watch;

/** A part of the suite, with the title of the document's section. */
export interface Section {
  readonly title: string;
  readonly items: readonly Item[];
}

const defaultNeeds: Needs = {
  reach: 'behaviour',
  needs: [],
  secondAccount: false,
  depth: 'usual',
};

/**
 * Declares the cases of a requirement.
 * @param requirement the ledger's id; a misspelled one does not compile
 * @param cases sentence → calls
 */
export function check(
  requirement: StatedId,
  cases: Check['cases'],
  options: Partial<CheckOptions> = {},
): Check {
  return {
    kind: 'check',
    requirement,
    cases,
    covers: [],
    ...defaultNeeds,
    ...omitUndefined(options),
  };
}

/** Observes what a service does if the document is silent. Fails only if the answer is not a permitted reading. */
export function observe(
  silence: SilenceId,
  look: Observation['look'],
  options: Partial<ObservationOptions> = {},
): Observation {
  const defaults = { ...defaultNeeds, waits: false } as const;
  return { kind: 'observation', silence, look, ...defaults, ...omitUndefined(options) };
}

/** Reads the answer to a silence from exchanges that happen anyway; `see` returns undefined if one says nothing about it. */
export function watch(silence: SilenceId, see: Watch['see']): Watch {
  return { kind: 'watch', silence, see };
}

/** Groups checks and observations under the document's heading. */
export function section(title: string, items: readonly Item[]): Section {
  return { title, items };
}
