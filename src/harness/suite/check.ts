/**
 * The words a suite is written in. A suite is a value: nothing here registers itself,
 * so the same cases can be run by the command, by Vitest and by the grader.
 */
import type { SilenceId, StatedId } from '../../contract/requirements.ts';
import type { Consent, Counterexample, Drift, Exchange, Reach } from '../evidence/index.ts';
import type { Stage } from '../stage/index.ts';

/** One question put to a service: resolves when the service did as stated, throws a Drift when it did not. */
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

export interface Patience {
  /** Mostly waits for what may never come, so that it is asked first and others beside it. */
  readonly waits?: boolean;
}

export interface Check {
  readonly kind: 'check';
  readonly requirement: StatedId;
  /** Sentences about the service, outcome first, and how each is asked. */
  readonly cases: Readonly<Record<string, CaseBody | Property>>;
  /** Sentences that open a run, each with its place among all that do. */
  readonly openers?: ReadonlyMap<string, number>;
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
 * @param cases sentence → question; a case that asserts a refusal also shows the same call being accepted
 */
export function check(requirement: StatedId, cases: Check['cases'], needs: CaseNeeds = {}): Check {
  return {
    kind: 'check',
    requirement,
    cases,
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
