/**
 * The functions that a suite is written with. A suite is a value, and nothing here registers itself,
 * so the command, Vitest and the grader can run the same cases.
 */
import {
  requirement as entryOf,
  type SilenceId,
  type StatedId,
} from '../../contract/requirements.ts';
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
  /** The path through a history of calls, from an earlier counterexample. */
  readonly replayPath: string | undefined;
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

export interface CaseNeeds {
  /** Defaults to `behaviour`. */
  readonly reach?: Reach;
  /** Consent that the requests alone do not show. Lets a run skip a case before it writes. */
  readonly needs?: readonly Consent[];
  /** True if it needs the key of a second account. */
  readonly secondAccount?: boolean;
}

export interface Coverage {
  /** Prefixes of the ids that the cases also give evidence for. Such checks open a run. */
  readonly covers?: readonly string[];
  /** The least depth at which it runs; `usual` by default. */
  readonly depth?: Depth;
}

/** An observation runs at the usual depth, or at `deep` if it is costly or of minor interest. */
export interface ObservationTiming {
  readonly depth?: Depth;
  /** True if it mostly waits for something that may not happen. It then starts first, while others run. */
  readonly waits?: boolean;
}

export interface Check {
  readonly kind: 'check';
  readonly requirement: StatedId;
  /** Sentences about the service, starting with the result, and how each is tested. */
  readonly cases: Readonly<Record<string, CaseBody | Property>>;
  readonly covers: readonly string[];
  readonly depth: Depth;
  readonly reach: Reach;
  readonly needs: readonly Consent[];
  readonly secondAccount: boolean;
}

export interface Observation {
  readonly kind: 'observation';
  readonly silence: SilenceId;
  /** Returns one of the ledger's readings, or free text if the ledger says `any`. */
  readonly look: (t: Stage) => Promise<string>;
  readonly reach: Reach;
  readonly needs: readonly Consent[];
  readonly secondAccount: boolean;
  readonly waits: boolean;
  readonly depth: Depth;
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

/**
 * Declares the cases of a requirement.
 * @param requirement the ledger's id; a misspelled one does not compile
 * @param cases sentence → calls
 */
export function check(
  requirement: StatedId,
  cases: Check['cases'],
  needs: CaseNeeds & Coverage = {},
): Check {
  return {
    kind: 'check',
    requirement,
    cases,
    covers: needs.covers ?? [],
    depth: needs.depth ?? 'usual',
    reach: needs.reach ?? 'behaviour',
    needs: needs.needs ?? [],
    secondAccount: needs.secondAccount ?? false,
  };
}

/** Observes what a service does if the document is silent. Fails only if the answer is not a permitted reading. */
export function observe(
  silence: SilenceId,
  look: Observation['look'],
  needs: CaseNeeds & ObservationTiming = {},
): Observation {
  return {
    kind: 'observation',
    silence,
    look,
    reach: needs.reach ?? 'behaviour',
    needs: needs.needs ?? [],
    secondAccount: needs.secondAccount ?? false,
    waits: needs.waits ?? false,
    depth: needs.depth ?? (entryOf(silence).priority === 3 ? 'deep' : 'usual'),
  };
}

/** Reads the answer to a silence from exchanges that happen anyway; `see` returns undefined if one says nothing about it. */
export function watch(silence: SilenceId, see: Watch['see']): Watch {
  return { kind: 'watch', silence, see };
}

/** Groups checks and observations under the document's heading. */
export function section(title: string, items: readonly Item[]): Section {
  return { title, items };
}
