/** The answers and drifts that runs observed at a service, stored in `observed.json`. */
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { isArray, isObject, type Json } from '../../contract/json-pointer.ts';
import { isFixed } from './fixed-drifts.ts';
import type { ExchangeRow, Report, SilenceRow } from '../record/index.ts';

export const observedFormat = 'bookdist-observed/1';

/** Every answer that a service gave to a silence, and every drift that is not fixed. Times are ISO 8601 in UTC. */
export interface Observations {
  readonly format: typeof observedFormat;
  readonly target: string;
  readonly contract: Report['contract'];
  readonly lastRun: string;
  readonly silences: Readonly<Record<string, readonly ObservedAnswer[]>>;
  readonly drifts: Readonly<
    Record<string, Readonly<Record<'requirement' | 'firstSeen' | 'lastSeen', string>>>
  >;
}

export interface ObservedAnswer {
  readonly answer: string;
  /** The operation that gave the answer; absent if it is not about one operation. */
  readonly operation?: string;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly evidence?: Evidence;
}

/** The exchange that showed an answer, without details for debugging. */
export type Evidence = Pick<
  ExchangeRow,
  'method' | 'url' | 'requestBody' | 'status' | 'mediaType' | 'responseBody'
>;

/** Returns the name of a target in files and reports. Our own sandbox is named by its kind, because its address varies. */
export function getTargetName({ kind, address }: Report['target']): string {
  return kind === 'own sandbox' ? kind : address;
}

/** Adds the answers and drifts of a run to those of earlier runs. */
export function recordObservations(report: Report, earlier?: Observations): Observations {
  const answersById = Object.fromEntries(
    report.silences.flatMap((row) => {
      const answers = mergeAnswers(row, earlier?.silences[row.id] ?? [], report.run.startedAt);
      return answers.length === 0 ? [] : [[row.id, answers]];
    }),
  );
  return {
    format: observedFormat,
    target: getTargetName(report.target),
    contract: report.contract,
    lastRun: report.run.startedAt,
    silences: { ...earlier?.silences, ...answersById },
    drifts: mergeDrifts(report, earlier),
  };
}

function mergeAnswers(
  row: SilenceRow,
  earlier: readonly ObservedAnswer[],
  startedAt: string,
): ObservedAnswer[] {
  const notSeenAgain = earlier.filter(
    (old) => !row.answers.some((answer) => isSameAnswer(answer, old)),
  );
  const current = row.answers.map(({ answer, operation, evidence: exchange }): ObservedAnswer => {
    const old = earlier.find((candidate) => isSameAnswer(candidate, { answer, operation }));
    const evidence = exchange ? shortenEvidence(exchange) : old?.evidence;
    const firstSeen = old?.firstSeen ?? startedAt;
    return omitUndefined({ answer, operation, firstSeen, lastSeen: startedAt, evidence });
  });
  return [...current, ...notSeenAgain];
}

/** An answer with the operation that gave it. */
export type OperationAnswer = { readonly answer: string; readonly operation?: string | undefined };

/** Returns true if two answers are equal and about the same operation. */
export function isSameAnswer(a: OperationAnswer, b: OperationAnswer): boolean {
  return a.answer === b.answer && a.operation === b.operation;
}

function shortenEvidence(row: ExchangeRow): Evidence {
  const { method, url, requestBody, status, mediaType, responseBody } = row;
  return omitUndefined({ method, url, requestBody, status, mediaType, responseBody });
}

/** Merges the drifts of a run with earlier ones. A fixed drift is removed; if it returns, it is new. */
function mergeDrifts(report: Report, earlier: Observations | undefined): Observations['drifts'] {
  const startedAt = report.run.startedAt;
  const currentDrifts = report.findings.map(({ fingerprint, requirement }) => {
    const firstSeen = earlier?.drifts[fingerprint]?.firstSeen ?? startedAt;
    return [fingerprint, { requirement, firstSeen, lastSeen: startedAt }] as const;
  });
  const earlierDrifts = Object.entries(earlier?.drifts ?? {}).filter(
    ([fingerprint, { requirement }]) => !isFixed(report, { fingerprint, requirement }),
  );
  return Object.fromEntries([...earlierDrifts, ...currentDrifts]);
}

/** Returns the answers of the last run that observed the silence. */
export function selectLatestAnswers(answers: readonly ObservedAnswer[]): ObservedAnswer[] {
  const latest = answers
    .map(({ lastSeen }) => lastSeen)
    .toSorted()
    .at(-1);
  return answers.filter(({ lastSeen }) => lastSeen === latest);
}

/** Returns the value if it has the format of observations; otherwise undefined. */
export function parseObservations(value: unknown): Observations | undefined {
  return isObservations(value) ? value : undefined;
}

function isObservations(value: unknown): value is Observations {
  if (!isObject(value) || value['format'] !== observedFormat) return false;
  const { contract, silences, drifts } = value;
  if (!isObject(contract) || !isObject(silences) || !isObject(drifts)) return false;
  const lists = Object.values(silences);
  return (
    hasStrings(value, 'target', 'lastRun') &&
    lists.every((list) => isArray(list) && list.every(isObservedAnswer)) &&
    Object.values(drifts).every((drift) => hasStrings(drift, 'firstSeen', 'lastSeen'))
  );
}

function isObservedAnswer(value: Json): boolean {
  const answer = isObject(value) ? { operation: '', ...value } : value;
  return hasStrings(answer, 'answer', 'operation', 'firstSeen', 'lastSeen');
}

function hasStrings(value: unknown, ...names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => typeof value[name] === 'string');
}
