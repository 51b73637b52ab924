/** The answers and drifts that runs observed at a service, stored in `observed.json`, and what changed since. */
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { isArray, isObject, type Json } from '../../contract/json-pointer.ts';
import { isFixed } from './fixed-drifts.ts';
import type { ExchangeRow, Report, SilenceRow, ChangedRow } from '../record/index.ts';
import { readContract } from '../../contract/spec.ts';
import { groupBy } from '../wording/index.ts';

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

/**
 * Returns a row for each changed answer. A silence that is answered for the first time has not changed.
 * A status that the contract lists does not count, because each run gets only some of these.
 */
export function findChangedAnswers(report: Report, observations: Observations): ChangedRow[] {
  const rows = report.silences.flatMap((row) =>
    findChanges(row, observations.silences[row.id] ?? []).map(({ current, previous }) =>
      omitUndefined({
        silence: row.id,
        says: row.says,
        operation: current.operation,
        answer: current.answer,
        previous: [...new Set(previous.map(({ answer }) => answer))],
        since: report.run.startedAt,
        lastSeen: findLatestSight(previous),
      }),
    ),
  );
  const groups = groupBy(rows, ({ silence, answer, previous }) =>
    JSON.stringify([silence, answer, previous.toSorted()]),
  );
  return [...groups.values()].flatMap(mergeChanges);
}

/** Merges the rows of operations that changed in the same way; the merged row names no operation. */
function mergeChanges(rows: readonly ChangedRow[]): ChangedRow[] {
  const [first, other] = rows;
  if (first === undefined || other === undefined) return [...rows];
  const { operation: _operation, ...common } = first;
  return [{ ...common, lastSeen: findLatestSight(rows) }];
}

function findLatestSight(rows: readonly { readonly lastSeen: string }[]): string {
  return (
    rows
      .map(({ lastSeen }) => lastSeen)
      .toSorted()
      .at(-1) ?? ''
  );
}

function findChanges({ id, answers }: SilenceRow, earlier: readonly ObservedAnswer[]) {
  const latest = selectLatestAnswers(earlier);
  if (latest.length === 0) return [];
  return answers.flatMap((current) => {
    if (isListedStatus(id, current)) return [];
    const hasEarlierAnswer = latest.some(({ operation }) => operation === current.operation);
    const isComparable = ({ operation }: { readonly operation?: string }): boolean =>
      !hasEarlierAnswer || operation === current.operation;
    const previous = latest.filter(isComparable);
    // If one of the latest answers occurs again, the service gives several answers, and only an answer
    // that was never observed is a change. Otherwise any answer except the latest ones is a change.
    const occursAgain = answers
      .filter(isComparable)
      .some((answer) => previous.some((old) => isSameAnswer(answer, old)));
    const expected = occursAgain ? earlier.filter(isComparable) : previous;
    const isExpected = expected.some(({ answer }) => answer === current.answer);
    return isExpected ? [] : [{ current, previous }];
  });
}

/** Returns true if an answer to the silence about statuses is listed for its operation. */
function isListedStatus(id: string, { answer, operation }: OperationAnswer): boolean {
  if (id !== 'codes-per-endpoint') return false;
  const called = Object.values(readContract().operations).find((known) => known.id === operation);
  const permitted = [answer, `${answer[0]}XX`, 'default'];
  return called?.responses.some(({ status }) => permitted.includes(status)) === true;
}
