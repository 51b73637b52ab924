/** The observed answers of a service, stored from run to run in `observed.json`. */
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { isFixed } from './fixed-drifts.ts';
import type { ExchangeRow, Report, SilenceRow } from '../record/index.ts';

export const observedFormat = 'bookdist-observed/1';

/** Every answer a service gave to a silence, and every drift it still shows. Times are ISO 8601 in UTC. */
export interface Observed {
  readonly format: typeof observedFormat;
  readonly target: string;
  readonly contract: Report['contract'];
  readonly lastRun: string;
  readonly silences: Readonly<Record<string, readonly SeenAnswer[]>>;
  readonly drifts: Readonly<Record<string, SeenDrift>>;
}

export interface SeenAnswer {
  readonly answer: string;
  /** The operation whose answers showed it; absent if no single one did. */
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

export interface SeenDrift {
  readonly requirement: string;
  readonly firstSeen: string;
  readonly lastSeen: string;
}

/** Returns the name of a target in files and reports: our own sandbox has another address each time. */
export function targetName({ kind, address }: Report['target']): string {
  return kind === 'own sandbox' ? kind : address;
}

/** Adds the answers and drifts of a run to those of earlier runs. */
export function remember(report: Report, before?: Observed): Observed {
  const { silences } = report;
  const seen = Object.fromEntries(
    silences.flatMap((row) => {
      const all = answersOf(row, before?.silences[row.id] ?? [], report.run.startedAt);
      return all.length === 0 ? [] : [[row.id, all]];
    }),
  );
  return {
    format: observedFormat,
    target: targetName(report.target),
    contract: report.contract,
    lastRun: report.run.startedAt,
    silences: { ...before?.silences, ...seen },
    drifts: driftsOf(report, before),
  };
}

function answersOf(row: SilenceRow, before: readonly SeenAnswer[], now: string): SeenAnswer[] {
  const gone = before.filter((old) => !row.answers.some((fresh) => isSame(fresh, old)));
  const here = row.answers.map(({ answer, operation, evidence }): SeenAnswer => {
    const old = before.find((one) => isSame(one, { answer, operation }));
    const shown = evidence === undefined ? old?.evidence : evidenceOf(evidence);
    const firstSeen = old?.firstSeen ?? now;
    return omitUndefined({ answer, operation, firstSeen, lastSeen: now, evidence: shown });
  });
  return [...here, ...gone];
}

/** An answer with the service that gave it. */
export type Given = { readonly answer: string; readonly operation?: string | undefined };

/** True if two answers are equal and about the same operation. */
export function isSame(one: Given, other: Given): boolean {
  return one.answer === other.answer && one.operation === other.operation;
}

function evidenceOf(row: ExchangeRow): Evidence {
  const { method, url, requestBody, status, mediaType, responseBody } = row;
  return omitUndefined({ method, url, requestBody, status, mediaType, responseBody });
}

/** A drift is forgotten once it is fixed; if it returns, it is a new one. */
function driftsOf(report: Report, before: Observed | undefined): Observed['drifts'] {
  const now = report.run.startedAt;
  const here = report.findings.map(({ fingerprint, requirement }) => {
    const firstSeen = before?.drifts[fingerprint]?.firstSeen ?? now;
    return [fingerprint, { requirement, firstSeen, lastSeen: now }] as const;
  });
  const left = Object.entries(before?.drifts ?? {}).filter(
    ([fingerprint, { requirement }]) => !isFixed(report, { fingerprint, requirement }),
  );
  return Object.fromEntries([...left, ...here]);
}

/** Returns the answers of the last run that observed the silence. */
export function lastAnswers(seen: readonly SeenAnswer[]): SeenAnswer[] {
  const [latest] = seen.map(({ lastSeen }) => lastSeen).toSorted((a, b) => b.localeCompare(a));
  return seen.filter(({ lastSeen }) => lastSeen === latest);
}

/** Parses a file as remembered answers; undefined if it is something else. */
export function observedIn(value: unknown): Observed | undefined {
  return isObserved(value) ? value : undefined;
}

function isObserved(value: unknown): value is Observed {
  if (!isObject(value) || value['format'] !== observedFormat) return false;
  const { target, contract, lastRun, silences, drifts } = value;
  return (
    areTexts(target, lastRun) &&
    isObject(contract) &&
    isObject(silences) &&
    Object.values(silences).every((list) => isArray(list) && list.every(isSeenAnswer)) &&
    isObject(drifts) &&
    Object.values(drifts).every(isSeen)
  );
}

function isSeenAnswer(value: unknown): boolean {
  return isSeen(value) && isObject(value) && areTexts(value['answer'], value['operation'] ?? '');
}

function isSeen(value: unknown): boolean {
  return isObject(value) && areTexts(value['firstSeen'], value['lastSeen']);
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}
