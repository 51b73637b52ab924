/**
 * The words a suite is written in. A suite is a value: nothing here registers itself,
 * so the same cases can be run by the command, by Vitest and by the grader.
 */
import {
  requirement as entryOf,
  type SilenceId,
  type StatedId,
} from '../../contract/requirements.ts';
import type { Consent, Counterexample, Depth, Drift, Exchange, Reach } from '../evidence/index.ts';
import type { Stage } from '../stage/index.ts';

/**
 * Sends the calls of one case. The monitor judges every exchange; a case throws a Drift only for
 * what it takes several exchanges to see.
 */
export type CaseBody = (t: Stage) => Promise<void>;

/** How a property is to be run: fast-check's seed, the number of values, and a path to start at. */
export interface PropertyRun {
  readonly seed: number;
  readonly runs: number;
  readonly path: string | undefined;
  /** Where in a history of calls to go, from an earlier counterexample. */
  readonly replayPath: string | undefined;
  readonly signal: AbortSignal;
  /** What the case has sent, growing as it goes. */
  readonly exchanges: readonly Exchange[];
}

/** A question asked for many generated values. Made by `forAll`. */
export interface Property {
  readonly kind: 'property';
  /** Values drawn in a usual run of 25 for each property, where 25 would be too many or too few. */
  readonly runs: number | undefined;
  /** Resolves with the smallest counterexample, or with nothing when no value showed a drift. */
  readonly check: (
    t: Stage,
    how: PropertyRun,
  ) => Promise<{ readonly drift: Drift; readonly counterexample: Counterexample } | undefined>;
}

export interface CaseNeeds {
  /** Defaults to `behaviour`. */
  readonly reach?: Reach;
  /** Consent beyond what the target layer would notice anyway; lets a run skip a case before it writes. */
  readonly needs?: readonly Consent[];
}

export interface Coverage {
  /** Beginnings of the ids that the cases give evidence for beside their own; they then open a run. */
  readonly covers?: readonly string[];
  /** The least depth of a run that asks them; `usual` unless given. */
  readonly depth?: Depth;
}

/** An observation asks at the usual depth, or at `deep` if it is costly or a mere note. */
export interface Patience {
  readonly depth?: Depth;
  /** Mostly waits for what may never come, so that it is asked first and others beside it. */
  readonly waits?: boolean;
}

export interface Check {
  readonly kind: 'check';
  readonly requirement: StatedId;
  /** Sentences about the service, outcome first, and how each is asked. */
  readonly cases: Readonly<Record<string, CaseBody | Property>>;
  readonly covers: readonly string[];
  readonly depth: Depth;
  readonly reach: Reach;
  readonly needs: readonly Consent[];
}

export interface Observation {
  readonly kind: 'observation';
  readonly silence: SilenceId;
  /** Answers with one of the ledger's readings, or in free words where the ledger says `any`. */
  readonly look: (t: Stage) => Promise<string>;
  readonly reach: Reach;
  readonly needs: readonly Consent[];
  readonly waits: boolean;
  readonly depth: Depth;
}

/** A silence that every fitting exchange answers in passing, without a request of its own. */
export interface Watch {
  readonly kind: 'watch';
  readonly silence: SilenceId;
  readonly see: (exchange: Exchange) => string | undefined;
}

export type Item = Check | Observation | Watch;

/** A part of the suite, named as the document names its section. */
export interface Section {
  readonly title: string;
  readonly items: readonly Item[];
}

/**
 * States a requirement with its cases.
 * @param requirement the ledger's id; a typo does not compile
 * @param cases sentence → calls; a case that asserts a refusal itself also shows the call accepted
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
  };
}

/** Asks what a service does where the document is silent; never fails unless the answer is no listed reading. */
export function observe(
  silence: SilenceId,
  look: Observation['look'],
  needs: CaseNeeds & Patience = {},
): Observation {
  return {
    kind: 'observation',
    silence,
    look,
    reach: needs.reach ?? 'behaviour',
    needs: needs.needs ?? [],
    waits: needs.waits ?? false,
    depth: needs.depth ?? (entryOf(silence).priority === 3 ? 'deep' : 'usual'),
  };
}

/** Answers a silence from exchanges that happen anyway; `see` returns undefined where one says nothing about it. */
export function watch(silence: SilenceId, see: Watch['see']): Watch {
  return { kind: 'watch', silence, see };
}

/** Puts checks and observations under the document's own heading. */
export function section(title: string, items: readonly Item[]): Section {
  return { title, items };
}
