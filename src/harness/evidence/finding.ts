/** What a run finds: the vocabulary that runner, reports and bindings share. */
import type { OperationId } from '../../contract/operations.ts';
import type { RequirementId, SilenceId, StatedId } from '../../contract/requirements.ts';
import type { Consent, Depth, Reach } from './target.ts';
import type { Exchange } from './exchange.ts';
import type { Difference } from './difference.ts';
import type { Evidence } from './monitor-evidence.ts';
import type { Replay } from './replay.ts';

/** The six words of a verdict, in the order in which a worse one wins for a requirement. */
export const verdicts = ['drifts', 'known', 'errored', 'unproven', 'observed', 'conforms'] as const;
export type Verdict = (typeof verdicts)[number];

/** The smallest generated value that shows a drift, with what fast-check needs to make it again. */
export interface Counterexample {
  readonly value: string;
  /** The value in words, such as `dated 8 days ahead`. */
  readonly words?: string;
  readonly seed: number;
  readonly path: string;
  readonly runs: number;
  readonly shrinks: number;
  /** fast-check's path through a history of calls. */
  readonly replayPath?: string;
  /** How often the smallest one was tried again, and how often it showed the drift. */
  readonly confirmed?: { readonly times: number; readonly shown: number };
}

/** What a property was asked with, whether or not a value showed a drift. */
export interface PropertyDraw {
  readonly seed: number;
  readonly runs: number;
}

/** One verdict about one case, one passing shape, or one observation. */
export interface Finding {
  readonly requirement: RequirementId;
  readonly section: string;
  /** The case's sentence, or what the shape check or observation looked at. */
  readonly sentence: string;
  readonly source: 'case' | 'property' | 'monitor' | 'observation';
  readonly verdict: Verdict;
  /** Why it is unproven or errored. */
  readonly reason?: string;
  readonly difference?: Difference;
  readonly counterexample?: Counterexample;
  /** Of a property. */
  readonly drawn?: PropertyDraw;
  /** The exchange the difference was seen in; the last of the case otherwise. */
  readonly exchange?: Exchange;
  /** Requests this case had made when its verdict was known. */
  readonly requests: number;
  /** Requests the whole run had made by then: how early a drift shows. */
  readonly requestsInRun: number;
  readonly took: number;
  /** How to ask the case of a drift again. */
  readonly replay?: Replay;
  /** What the case of a drift had sent by then, with what made the books it shares with others. */
  readonly trail?: readonly Exchange[];
}

/** What one silence was answered with. Several answers of a stable silence are a drift of their own. */
export interface SilenceAnswer {
  readonly silence: SilenceId;
  readonly answer: string;
  readonly operation: OperationId | undefined;
  readonly evidence: Exchange | undefined;
  readonly times: number;
}

/** A book the run made and could not remove. */
export interface Leftover {
  readonly id: string;
  readonly externalId: string | undefined;
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

/** Why a run ended before everything was asked. */
export type StopReason =
  | 'unreachable'
  | 'not the service'
  | 'stopped responding'
  | 'key refused'
  | 'bail'
  | 'out of requests'
  | 'out of time'
  | 'interrupted';

/** Everything one run learnt. */
export interface Outcome {
  readonly runId: string;
  readonly seed: number;
  readonly allow: readonly Consent[];
  readonly reach: Reach;
  readonly depth: Depth;
  readonly startedAt: string;
  readonly took: number;
  /** Milliseconds spent waiting for the target, summed over requests. */
  readonly waited: number;
  readonly requests: number;
  /** Sent again after a 429, a 502, 503, 504 or a broken connection. */
  readonly repeated: number;
  /** The target's clock minus ours, in milliseconds; undefined without a Date header. */
  readonly clockSkew: number | undefined;
  readonly findings: readonly Finding[];
  readonly answers: readonly SilenceAnswer[];
  readonly judged: readonly RequirementVerdict[];
  /** What the monitor judged, for each requirement that any exchange concerned. */
  readonly evidence: readonly Evidence[];
  /** The requirements that consent and reach allow the run to prove. */
  readonly provable: readonly RequirementId[];
  /** Calls and statuses per operation, and whether the contract has the status. */
  readonly statuses: readonly StatusCount[];
  readonly leftovers: readonly Leftover[];
  readonly stopped: StopReason | undefined;
  /** One sentence about why, when stopped. */
  readonly stoppedBecause: string | undefined;
}

export interface StatusCount {
  readonly operation: OperationId;
  readonly status: number;
  readonly times: number;
  readonly documented: boolean;
}

/** The stream a run tells its listeners; the runner knows none of them. */
export type RunEvent =
  | { readonly type: 'planned'; readonly cases: number; readonly sections: readonly string[] }
  | {
      readonly type: 'asking';
      readonly section: string;
      readonly requirement: RequirementId;
      readonly sentence: string;
    }
  | { readonly type: 'exchanged'; readonly exchange: Exchange }
  | { readonly type: 'found'; readonly finding: Finding }
  | { readonly type: 'cleaning'; readonly books: number; readonly budget: number }
  | { readonly type: 'ended'; readonly outcome: Outcome };
