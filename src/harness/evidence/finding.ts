/** The findings of a run: the vocabulary that the runner, reports and bindings share. */
import { createHash } from 'node:crypto';
import type { ContractCoverage } from '../../contract/parts/index.ts';
import type { Count, Integer } from '../../contract/numbers.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { RequirementId, SilenceId, StatedId } from '../../contract/requirements.ts';
import type { Difference } from './verdict-errors.ts';
import type { JudgedExchange } from './judged-exchange.ts';
import type { Exchange, Situation } from '../../monitor/index.ts';

/** The six verdicts. For a requirement with several, the earliest in this list wins. */
export const verdicts = ['drifts', 'known', 'errored', 'unproven', 'observed', 'conforms'] as const;
export type Verdict = (typeof verdicts)[number];

/** The smallest generated value that shows a drift, with what fast-check needs to generate it again. */
export interface Counterexample {
  readonly value: string;
  /** The value in words, such as `dated 8 days ahead`. */
  readonly words?: string;
  /** The number of calls, if the value is a history. */
  readonly calls?: Count;
  readonly seed: Integer;
  readonly path: string;
  readonly runs: Count;
  readonly shrinks: Count;
  /** How often the smallest value was tried again, and how often it drifted. */
  readonly confirmed?: { readonly times: Count; readonly shown: Count };
  /** True if a history was tried in an account with other books of the run, on which it may depend. */
  readonly hasOtherBooks?: true | undefined;
}

/** The settings of a property, whether or not a value drifted. */
export interface PropertyDraw {
  readonly seed: Integer;
  readonly runs: Count;
}

/** One verdict about one case, one passing shape check, or one observation. */
export interface Finding {
  readonly requirement: RequirementId;
  readonly section: string;
  /** The case's sentence, or the subject of the shape check or observation. */
  readonly sentence: string;
  readonly source: 'case' | 'property' | 'monitor' | 'observation';
  readonly verdict: Verdict;
  /** Why it is unproven or errored. */
  readonly reason?: string | undefined;
  /** True if the case ran to its end, but none of its responses proved or contradicted the requirement. */
  readonly undecided?: true;
  readonly difference?: Difference | undefined;
  readonly counterexample?: Counterexample | undefined;
  /** Set for a property. */
  readonly drawn?: PropertyDraw | undefined;
  /** The exchange with the difference; without one, the last exchange of the case. */
  readonly exchange?: Exchange | undefined;
  /** Requirements that the monitor found met in its exchanges. */
  readonly met?: readonly StatedId[] | undefined;
  /** Requests that this case had sent when its verdict was known. */
  readonly requests: number;
  /** Requests that the whole run had sent by then, which tells how early a drift shows. */
  readonly requestsInRun: number;
  readonly took: number;
  /** How to run the case of a drift again. */
  readonly replay?: Replay | undefined;
  /** The exchanges of a case up to its drift, with the requests that created the books it shares. */
  readonly trail?: readonly Exchange[] | undefined;
}

/** The answer to one silence. Several answers to a stable silence are a drift of their own. */
export interface SilenceAnswer {
  readonly silence: SilenceId;
  readonly answer: string;
  readonly operation: OperationId | undefined;
  readonly evidence: Exchange | undefined;
  readonly times: number;
  /** What a careful reader expects instead, and what came, if the answer is surprising and one response shows both. */
  readonly difference?: Pick<Difference, 'expected' | 'actual' | 'pointer'> | undefined;
}

/** A book that the run created and could not remove. */
export interface Leftover {
  readonly id: string;
  readonly externalId: string | undefined;
  /** Set if it belongs to the second account. */
  readonly account?: 'second' | undefined;
  readonly status: string;
  readonly reason: string;
}

/** The verdict of one requirement over all its cases and shapes. */
export interface RequirementVerdict {
  readonly requirement: StatedId;
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly findings: readonly Finding[];
}

/** Why a run ended before every case had run. */
export type StopReason =
  | 'unreachable'
  | 'not the service'
  | 'stopped responding'
  | 'key refused'
  | 'bail'
  | 'out of requests'
  | 'out of time'
  | 'interrupted';

/** The results and figures of one run. */
export interface RunOutcome {
  readonly runId: string;
  readonly seed: number;
  readonly allow: readonly Consent[];
  readonly reach: Reach;
  readonly depth: Depth;
  readonly startedAt: string;
  readonly took: number;
  readonly requests: number;
  /** Requests sent again after a 429, 502, 503, 504 or a broken connection. */
  readonly repeated: number;
  /** The target's clock minus ours, in milliseconds; undefined without a Date header. */
  readonly clockSkew: number | undefined;
  readonly findings: readonly Finding[];
  readonly answers: readonly SilenceAnswer[];
  readonly judged: readonly RequirementVerdict[];
  /** The monitor's judgements, for each requirement that an exchange concerned. */
  readonly evidence: readonly Evidence[];
  /** The judged exchanges, of a long run the first ones. */
  readonly exchanges?: readonly JudgedExchange[];
  /** The parts of the contract that no exchange checked. */
  readonly coverage: ContractCoverage;
  /** The requirements that the run can prove with its consent and reach. */
  readonly provable: readonly RequirementId[];
  /** For a run that only read: the next consent, and how many musts it may prove at most. */
  readonly nextConsent?:
    | { readonly allow: readonly Consent[]; readonly requirements: number }
    | undefined;
  /** Calls and statuses per operation, and whether the contract documents the status. */
  readonly statuses: readonly StatusCount[];
  readonly leftovers: readonly Leftover[];
  readonly stopped: StopReason | undefined;
  /** One sentence that says why, if the run was stopped. */
  readonly stoppedBecause: string | undefined;
}

export interface StatusCount {
  readonly operation: OperationId;
  readonly status: number;
  readonly times: number;
  readonly documented: boolean;
}

/** The events that a run sends to its listener. */
export type RunEvent =
  | { readonly type: 'planned'; readonly cases: number; readonly sections: readonly string[] }
  | {
      readonly type: 'asking';
      readonly section: string;
      readonly requirement: RequirementId;
      readonly sentence: string;
    }
  | { readonly type: 'exchanged'; readonly exchange: Exchange }
  | {
      readonly type: 'exploring';
      /** The situations in which explored calls were judged so far. */
      readonly situations: number;
      /** New situations in the last minute, or in the time since the start. */
      readonly perMinute: number;
    }
  | { readonly type: 'found'; readonly finding: Finding }
  | { readonly type: 'cleaning'; readonly books: number; readonly budget: number }
  | { readonly type: 'ended'; readonly outcome: RunOutcome };

/** The exchanges that support or contradict one requirement. */
export interface Evidence {
  readonly requirement: StatedId;
  /** The number of the first request that was judged. */
  readonly firstAtRequest: number;
  /** Exchanges that were judged. */
  readonly exchanges: number;
  /** How many of them drifted. */
  readonly drifted: number;
  /** The distinct situations in which they were judged. */
  readonly situations: readonly Situation[];
}

/** One requirement that one exchange contradicts. */
export interface MonitorDrift {
  readonly requirement: StatedId;
  readonly difference: Difference;
  readonly exchange: Exchange;
}

/**
 * Returns true if a drift of a repeated case or history shows that a requirement is still broken. Without the calls of
 * the whole run, the monitor may not know for which value a call was refused; it then names only the expected success.
 */
export function showsAgain(
  { requirement }: Pick<MonitorDrift | Finding, 'requirement'>,
  about: RequirementId,
): boolean {
  return requirement === about || /\.answers-2\d\d$/.test(requirement);
}

export interface Replay {
  readonly requirement: RequirementId;
  /** Eight hex digits that identify the case's sentence. */
  readonly sentence: string;
  /** The seed of the case, not of the run. */
  readonly seed: number;
  /** The number of values, for a property. */
  readonly runs: number;
  /** fast-check's path to the smallest counterexample. */
  readonly path?: string;
  /** The calls of a generated history, as JSON. */
  readonly history?: string;
}

/** Returns a short hash of a case's sentence, which identifies the case in a replay token. */
export function hashSentence(sentence: string): string {
  return createHash('sha256').update(sentence).digest('hex').slice(0, 8);
}

/** The kind of target that a case needs: `shape` works with a stateless mock, `behaviour` needs state. */
export type Reach = 'shape' | 'behaviour';

/** How much a run tests: a quick first check, or the whole suite. Exploring can go on after both. */
export type Depth = 'quick' | 'usual';

/** The depths in ascending order. */
export const depths: readonly Depth[] = ['quick', 'usual'];

/** The actions that a run may take on a target. Publishing includes withdrawing. */
export type Consent = 'read' | 'write' | 'publish' | 'delete';

export interface KnownTarget {
  readonly reach: Reach;
  readonly allow: ReadonlySet<Consent>;
  /** True if the run has the key of a second account. */
  readonly hasSecondAccount: boolean;
  /** The readings that this run configured; undefined for a service that it cannot configure. */
  readonly readings: Readonly<Partial<Record<SilenceId, string>>> | undefined;
  /** Ends the review of a book; undefined for a service whose reviews a run can only await. */
  readonly endReview?: ((book: string) => Promise<void>) | undefined;
}
