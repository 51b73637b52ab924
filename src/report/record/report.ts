/** The content of `report.json`, from which all other reports are written. */
import type { Count } from '../../contract/numbers.ts';
import type {
  Counterexample,
  PropertyDraw,
  Leftover,
  Verdict,
} from '../../harness/evidence/index.ts';
import type {
  CallerRuleRow,
  ChangedRow,
  Fingerprint,
  KnownDrift,
  RememberedRow,
  StaleRow,
  ContractRow,
  RunRow,
  TargetRow,
} from './run-rows.ts';
import type { PassingRow, SentRow, SeparationRow, WriteRow } from './drift-parts.ts';
import type { CallRow, ExchangeRow, OperationRow } from './exchanges/index.ts';

export type { ExtentRow, PassingRow, SentRow, SeparationRow, WriteRow } from './drift-parts.ts';
export type { ContractRow, RunRow, TargetRow } from './run-rows.ts';
export type { CallRow, ExchangeRow, OperationRow, Timing } from './exchanges/index.ts';

/** Incremented if readers of old reports would misunderstand a new one, but not for new optional members. */
export const reportFormat = 'bookdist-report/2';

/** The verdict of a run: `conforms` and `drifts` as for a requirement, `unproven` and `errored` if it is incomplete. */
export type RunVerdict = 'conforms' | 'drifts' | 'unproven' | 'errored';

/** 0 no new drift, 1 drift, 2 wrong usage, 3 no full answer, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

/**
 * Report of a run of bookdist verify. New members may be added without a new format, so readers must
 * ignore unknown members. Times are milliseconds unless the description says otherwise, and everything
 * is redacted.
 * @id urn:bookdist:report:2
 */
export interface Report {
  readonly format: typeof reportFormat;
  readonly tool: { readonly name: string; readonly version: string; readonly node: string };
  readonly contract: ContractRow;
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
  /** Books that the run created and could not remove. */
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

/** Counts of the requirements in scope. */
export interface Proof {
  readonly total: Count;
  readonly proven: Count;
  readonly conforms: Count;
  /** The number of unproven requirements that cannot be tested from outside, according to the ledger. */
  readonly untested: Count;
}

export interface Summary {
  readonly must: Proof;
  /** Advice of the document, which never fails a run. */
  readonly should: Proof;
  /** Verdicts over the requirements in scope, `must` and `should` together. */
  readonly verdicts: Readonly<Record<Verdict, Count>>;
  readonly silences: { readonly total: Count; readonly observed: Count };
  /** Situations of the requirements in scope. */
  readonly situations: { readonly judged: Count; readonly possible: Count };
  /** Distinct drifts (fingerprints) of what the document states or restricts. */
  readonly drifts: Count;
  readonly known: Count;
  /** Distinct drifts of advice. */
  readonly advice: Count;
  /** Cases that failed on our side or in the network. */
  readonly errored: Count;
  /** Answers to silences that differ from the last run's. */
  readonly changed?: Count;
  /** Silences with a surprising answer. */
  readonly surprising?: Count;
  /** Entries of known-drifts.yaml that are past their date or no longer true. */
  readonly stale?: Count;
}

export interface RequirementRow {
  readonly id: string;
  readonly says: string;
  /** The document's section. */
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
  readonly judged: Count;
  readonly possible: Count;
  /** The situations that were not judged, such as `format=print status=withdrawn`. */
  readonly missed: readonly string[];
}

/** The monitor's evidence for one requirement. */
export interface EvidenceRow {
  /** The number of the first request that was judged. */
  readonly firstAtRequest: Count;
  /** Exchanges that were judged. */
  readonly exchanges: Count;
  /** Exchanges that drifted. */
  readonly drifted: Count;
}

/** A sentence of a case or of the monitor; a repeated sentence has only one row. */
export interface CaseRow {
  readonly sentence: string;
  readonly source: 'case' | 'property' | 'monitor' | 'observation';
  readonly verdict: Verdict;
  readonly times: Count;
  readonly requests: Count;
  /** Milliseconds, summed. */
  readonly took: Count;
  readonly reason?: string;
  /** For a property: the number of generated values, and the seed. */
  readonly drawn?: PropertyDraw;
  /** The fingerprints of the resulting rows of `findings`. */
  readonly fingerprints?: readonly Fingerprint[];
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
  readonly times: Count;
  /** When the answer first occurred, ISO 8601 in UTC; only if earlier runs are remembered. */
  readonly since?: string;
  readonly evidence?: ExchangeRow;
  /** What a careful reader expects instead, if the answer is surprising and one response shows both. */
  readonly expected?: string;
  /** What came instead of `expected`. */
  readonly actual?: string;
  /** The JSON pointer to it in the response. */
  readonly pointer?: string;
}

export interface FindingRow {
  readonly fingerprint: Fingerprint;
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
  readonly line?: Count;
  readonly sentence: string;
  readonly kind: CaseRow['source'];
  readonly operation?: string;
  readonly expected: string;
  readonly actual: string;
  /** The JSON pointer into the response. */
  readonly pointer?: string;
  /** Both sides as JSON values, if values differ. */
  readonly values?: { readonly expected?: unknown; readonly actual?: unknown };
  /** The number of requests before the drift first occurred. */
  readonly firstAtRequest: Count;
  readonly exchange?: ExchangeRow;
  /** What was sent about the place of the drift: in the failing request, or in the call whose value it should show. */
  readonly sent?: readonly SentRow[];
  /** The failing call if it changes a book, and the last call of each operation that may have changed the book before it. */
  readonly writes?: readonly WriteRow[];
  /** Where the shown value comes from; the sent value is wrong if the service should have shown it in another form. */
  readonly shows?: 'the sent value' | 'the earlier value' | 'the refused value';
  /** The only operation that shows the sent value wrong; reads by other operations show it right. */
  readonly reader?: string;
  /**
   * How many responses of the run showed the requirement, and how many of them drifted. Or, according to `of`, the calls
   * of the operation and those with a 5xx, its valid calls and those that were refused, or the calls that wrote the
   * field and those whose value was not stored.
   */
  readonly judged?: {
    readonly of?: 'calls' | 'valid calls' | 'writes';
    /** The operation after which the responses came; then its calls are counted. */
    readonly after?: string;
    readonly times: Count;
    readonly drifted: Count;
    readonly separation?: SeparationRow;
    readonly passing?: PassingRow;
  };
  /** The calls of the case up to the drift, in the order of sending; of a long case, its last writes and reads. */
  readonly calls?: readonly CallRow[];
  /** The number of earlier calls that were left out. */
  readonly callsLeftOut?: Count;
  readonly counterexample?: Counterexample;
  /** The command that runs only this case again. */
  readonly again: string;
  /** A shell script that shows the drift without bookdist, as a path from the report's folder. */
  readonly script?: string;
}
