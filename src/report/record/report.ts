/** The content of `report.json`, from which all other reports are written. */
import type {
  Consent,
  Counterexample,
  Depth,
  PropertyDraw,
  Leftover,
  Reach,
  StopReason,
  Verdict,
} from '../../harness/evidence/index.ts';
import type { CallerRuleRow } from './caller-rows.ts';
import type { ChangedRow, KnownDrift, RememberedRow, StaleRow } from './earlier-runs.ts';
import type { CallRow, ExchangeRow, OperationRow } from './exchanges/index.ts';

export type { CallRow, ExchangeRow, OperationRow, Timing } from './exchanges/index.ts';

/** Incremented if readers of old reports would misunderstand a new one, but not for new optional members. */
export const reportFormat = 'bookdist-report/2';

/** Formats that this version still reads. Format 1 has no evidence of the monitor. */
export const readableFormats: readonly unknown[] = ['bookdist-report/1', reportFormat];

/** The verdict of a run: `conforms` and `drifts` as for a requirement, `unproven` and `errored` if it is incomplete. */
export type RunVerdict = 'conforms' | 'drifts' | 'unproven' | 'errored';

/** 0 no new drift, 1 drift, 2 wrong usage, 3 no full answer, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

export interface Report {
  readonly format: typeof reportFormat;
  readonly tool: { readonly name: string; readonly version: string; readonly node: string };
  /** The contract's own version, and the first 12 hex digits of its SHA-256. */
  readonly contract: { readonly version: string; readonly sha256: string };
  readonly run: RunRow;
  readonly target: TargetRow;
  readonly verdict: RunVerdict;
  readonly exitCode: ExitCode;
  readonly summary: Summary;
  readonly requirements: readonly RequirementRow[];
  readonly silences: readonly SilenceRow[];
  /** Drifts, one row per fingerprint, new ones before known ones and advice last. */
  readonly findings: readonly FindingRow[];
  readonly operations: readonly OperationRow[];
  readonly leftovers: readonly Leftover[];
  /** The results of the rules for callers; only for traffic of other programs. */
  readonly callers?: readonly CallerRuleRow[];
  /** The earlier run that this one was compared with (`--observed`). */
  readonly remembered?: RememberedRow;
  /** Answers to silences that differ from that run's. */
  readonly changed?: readonly ChangedRow[];
  /** Entries of known-drifts.yaml that are past their date or no longer true. */
  readonly stale?: readonly StaleRow[];
}

export interface RunRow {
  readonly id: string;
  readonly seed: number;
  readonly reach: Reach;
  readonly allow: readonly Consent[];
  /** The depth of the run; absent for the usual depth. */
  readonly depth?: Depth;
  /** The id prefix the run was limited to. */
  readonly only?: string;
  /** The version of this project whose requirements were tested (`--as-of`). */
  readonly asOf?: string;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  /** Milliseconds of wall time. */
  readonly took: number;
  /** Milliseconds spent waiting for the target, summed over requests. */
  readonly waited: number;
  readonly requests: number;
  /** The number of requests sent again after a 429, 502, 503, 504 or a broken connection. */
  readonly repeated: number;
  /** The journal of the books that the run created, if some of them are left. */
  readonly journal?: string;
  readonly stopped?: StopReason;
  /** For a run that only read: the consent to give next, and the most `must` requirements that it could prove. */
  readonly nextConsent?: { readonly allow: readonly Consent[]; readonly requirements: number };
  /** The reason why the run ended early or did not prove enough, in one sentence. */
  readonly stoppedBecause?: string;
}

export interface TargetRow {
  /** Origin and path, never user information or a query. */
  readonly address: string;
  /** `own sandbox` if the run started the service itself, `recording` if it judged the traffic of others. */
  readonly kind: 'service' | 'own sandbox' | 'recording';
  readonly faults: readonly string[];
  /** The target's clock minus ours in milliseconds. */
  readonly clockSkew?: number;
}

/** Counts of the requirements in scope. */
export interface Proof {
  readonly total: number;
  readonly proven: number;
  readonly conforms: number;
  /** The number of unproven requirements that cannot be tested from outside, according to the ledger. */
  readonly untested: number;
}

export interface Summary {
  readonly must: Proof;
  /** Advice of the document, which never fails a run. */
  readonly should: Proof;
  /** Verdicts over the requirements in scope, `must` and `should` together. */
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly silences: { readonly total: number; readonly observed: number };
  /** Situations of the requirements in scope; absent in older reports. */
  readonly situations?: { readonly judged: number; readonly possible: number };
  /** Distinct drifts (fingerprints) of what the document states or restricts. */
  readonly drifts: number;
  readonly known: number;
  /** Distinct drifts of advice. */
  readonly advice: number;
  /** Cases that failed on our side or in the network. */
  readonly errored: number;
  /** Answers to silences that differ from the last run's. */
  readonly changed?: number;
  /** Silences with a surprising answer. */
  readonly surprising?: number;
  /** Entries of known-drifts.yaml that are past their date or no longer true. */
  readonly stale?: number;
}

export interface RequirementRow {
  readonly id: string;
  readonly says: string;
  readonly section: string;
  readonly level: 'must' | 'should';
  readonly verdict: Verdict;
  readonly reason?: string;
  /** True if the consent and the reach of the run permitted all of its cases. */
  readonly provable?: boolean;
  /** The ledger's reason why the requirement cannot be tested from outside. */
  readonly untested?: string;
  readonly cases: readonly CaseRow[];
  /** Absent if no exchange of the run concerned the requirement. */
  readonly evidence?: EvidenceRow;
  /** Absent if the ledger names no conditions that matter to it. */
  readonly situations?: SituationsRow;
}

/** The number of judged situations of one requirement. */
export interface SituationsRow {
  readonly judged: number;
  readonly possible: number;
  /** The situations that were not judged, such as `format=print status=withdrawn`. */
  readonly missed: readonly string[];
}

/** The monitor's evidence for one requirement. */
export interface EvidenceRow {
  /** Exchanges that were judged. */
  readonly exchanges: number;
  /** Exchanges that drifted. */
  readonly drifted: number;
  /** The values of each dimension that the judged exchanges had. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/** A sentence of a case or of the monitor; a repeated sentence has only one row. */
export interface CaseRow {
  readonly sentence: string;
  /** `shape` occurs only in reports of format 1. */
  readonly source: 'case' | 'property' | 'monitor' | 'observation' | 'shape';
  readonly verdict: Verdict;
  readonly times: number;
  readonly requests: number;
  /** Milliseconds, summed. */
  readonly took: number;
  readonly reason?: string;
  /** For a property: the number of generated values, and the seed. */
  readonly drawn?: PropertyDraw;
  /** The fingerprints of the resulting rows of `findings`. */
  readonly fingerprints?: readonly string[];
}

export interface SilenceRow {
  readonly id: string;
  readonly says: string;
  readonly section: string;
  readonly verdict: Verdict;
  readonly reason?: string;
  /** The answers that the document permits, or `any` if all are. */
  readonly readings: readonly string[] | 'any';
  /** True if answers other than the readings are also permitted. */
  readonly others?: boolean;
  /** Readings that few readers of the document would expect. */
  readonly surprising?: readonly string[];
  readonly answers: readonly AnswerRow[];
}

export interface AnswerRow {
  readonly answer: string;
  readonly operation?: string;
  readonly times: number;
  /** When the answer first occurred, ISO 8601 in UTC; only if earlier runs are remembered. */
  readonly since?: string;
  readonly evidence?: ExchangeRow;
}

export interface FindingRow {
  /** Twelve hex digits, stable between runs, seeds and hosts. */
  readonly fingerprint: string;
  readonly requirement: string;
  readonly level: 'must' | 'should' | 'open';
  readonly verdict: 'drifts' | 'known';
  /** When the drift first occurred, ISO 8601 in UTC; only if earlier runs are remembered. */
  readonly since?: string;
  /** The entry of known-drifts.yaml for this drift. An entry with an empty reason does not accept the drift. */
  readonly known?: KnownDrift;
  readonly says: string;
  readonly section: string;
  /** The line of `openapi/distribution.yaml` that states the requirement, counted from 1. */
  readonly line?: number;
  readonly sentence: string;
  readonly kind: CaseRow['source'];
  readonly operation?: string;
  readonly expected: string;
  readonly actual: string;
  readonly pointer?: string;
  /** Both sides as JSON values, if values differ. */
  readonly values?: { readonly expected: unknown; readonly actual: unknown };
  readonly occurrences: number;
  /** The number of requests before the drift first occurred. */
  readonly firstAtRequest: number;
  readonly exchange?: ExchangeRow;
  /** The last calls of the case up to the drift, in the order of sending. */
  readonly calls?: readonly CallRow[];
  /** The number of calls before `calls` that were left out. */
  readonly callsLeftOut?: number;
  readonly counterexample?: Counterexample;
  /** The curl command of a call that shows the drift; absent if one call is not enough. */
  readonly curl?: string;
  /** The command that runs only this case again. */
  readonly again: string;
  /** A shell script that shows the drift without bookdist, as a path from the report's folder. */
  readonly script?: string;
}
