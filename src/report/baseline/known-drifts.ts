/** Compares a run with earlier runs and with temporarily accepted drifts, and updates its verdict. */
import {
  compareByRank,
  type CaseRow,
  type FindingRow,
  type KnownDrift,
  type Report,
  type StaleRow,
  chooseExitCode,
  toRunFacts,
  summarizeRows,
  chooseRunVerdict,
} from '../record/index.ts';
import { truncate, toPlainText } from '../wording/index.ts';
import { isFixed, findRepeatedDrift } from './fixed-drifts.ts';
import type { DescribedEntry } from './known-file.ts';
import { getTargetName, isSameAnswer, type Observations } from './observations.ts';
import { findChangedAnswers } from './changed-answers.ts';

/** The days for which a new entry accepts its drift, unless the user changes the date. */
const defaultDays = 90;
const dayMs = 86_400_000;

/** Marks the drifts that entries accept, and the requirements whose drifts are all accepted. */
function markKnownDrifts(report: Report, entries: readonly KnownDrift[]): Report {
  const targetEntries = selectEntries(report, entries);
  const today = toDay(report.run.startedAt);
  const findings = report.findings.map((row) => {
    const entry =
      findEntry(row, targetEntries) ??
      findEntry(findRepeatedDrift(row, report.findings), targetEntries);
    return entry === undefined
      ? row
      : { ...row, known: entry, verdict: chooseFindingVerdict(entry, today) };
  });
  const verdicts = new Map(findings.map((row) => [row.fingerprint, row.verdict]));
  const requirements = report.requirements.map((row) => {
    const cases = row.cases.map((caseRow) => markKnownCase(caseRow, verdicts));
    const hasNewDrift = cases.some(({ verdict }) => verdict === 'drifts');
    const isKnown = row.verdict === 'drifts' && !hasNewDrift;
    return { ...row, cases, ...(isKnown && { verdict: 'known' as const }) };
  });
  const silences = report.silences.map((row) => {
    const drifts = findings.filter(({ requirement }) => requirement === row.id);
    const areAllKnown = drifts.length > 0 && drifts.every(({ verdict }) => verdict === 'known');
    return row.verdict === 'drifts' && areAllKnown ? { ...row, verdict: 'known' as const } : row;
  });
  return { ...report, findings: findings.toSorted(compareByRank), requirements, silences };
}

function findEntry(
  row: FindingRow | undefined,
  entries: readonly KnownDrift[],
): KnownDrift | undefined {
  return entries.find(({ fingerprint }) => fingerprint === row?.fingerprint);
}

function chooseFindingVerdict({ reason, until }: KnownDrift, today: string): FindingRow['verdict'] {
  return reason !== '' && today <= until ? 'known' : 'drifts';
}

function markKnownCase(
  row: CaseRow,
  verdicts: ReadonlyMap<string, FindingRow['verdict']>,
): CaseRow {
  const fingerprints = row.fingerprints ?? [];
  const areAllKnown =
    fingerprints.length > 0 &&
    fingerprints.every((fingerprint) => verdicts.get(fingerprint) === 'known');
  return row.verdict === 'drifts' && areAllKnown ? { ...row, verdict: 'known' as const } : row;
}

/**
 * Returns the entries that no longer hold, because they are past their date or their drift is fixed.
 * Entries without a reason are ignored.
 */
function findStaleEntries(report: Report, entries: readonly KnownDrift[]): StaleRow[] {
  const today = toDay(report.run.startedAt);
  return selectEntries(report, entries).flatMap((entry): StaleRow[] => {
    if (entry.reason === '') return [];
    if (isFixed(report, entry)) return [{ ...entry, why: 'no longer true' }];
    return today > entry.until ? [{ ...entry, why: 'past its date' }] : [];
  });
}

/** Returns entries with an empty reason for the drifts that have no entry yet. */
export function createNewEntries(report: Report): DescribedEntry[] {
  return report.findings
    .filter((row) => row.level !== 'should' && row.known === undefined)
    .filter((row) => findRepeatedDrift(row, report.findings) === undefined)
    .map((row) => createEntry(row, report));
}

/** Returns the entry that accepts a drift for the default time, with a description of the drift in one line. */
export function createEntry(row: FindingRow, { run, target }: Report): DescribedEntry {
  const { fingerprint, requirement, operation, since = run.startedAt, expected, actual } = row;
  const until = new Date(Date.parse(run.startedAt) + defaultDays * dayMs).toISOString();
  const days = { since: toDay(since), until: toDay(until) };
  const call = operation === undefined ? '' : `${operation}: `;
  return {
    entry: { fingerprint, requirement, reason: '', ...days, target: getTargetName(target) },
    says: truncate(toPlainText(`${call}expected ${expected}, got ${actual}`), 160),
  };
}

function selectEntries(report: Report, entries: readonly KnownDrift[]): KnownDrift[] {
  const address = getTargetName(report.target);
  return entries.filter(
    ({ target }) =>
      target === undefined || target.replace(/\/+$/, '') === address.replace(/\/+$/, ''),
  );
}

function toDay(instant: string): string {
  return instant.slice(0, 'YYYY-MM-DD'.length);
}

export interface BaselineOptions {
  /** The answers and drifts of earlier runs; undefined if there is none to compare with. */
  readonly observations?: Observations | undefined;
  readonly knownDrifts?: readonly KnownDrift[] | undefined;
  readonly failOnChanged: boolean;
  readonly failOnSurprising?: boolean;
}

/** Adds the dates of first occurrence, known drifts, changed answers and stale entries to a report, and updates its verdict. */
export function compareWithEarlier(report: Report, options: BaselineOptions): Report {
  const { observations, knownDrifts = [] } = options;
  const datedReport = observations === undefined ? report : addDates(report, observations);
  const markedReport = markKnownDrifts(datedReport, knownDrifts);
  const changedAnswers = observations === undefined ? [] : findChangedAnswers(report, observations);
  const staleEntries = findStaleEntries(report, knownDrifts);
  const { requirements, silences, findings, run } = markedReport;
  const { errored } = report.summary;
  const summary = {
    ...summarizeRows({ requirements, silences, findings, errored, only: run.only }),
    changed: changedAnswers.length,
    stale: staleEntries.length,
  };
  const failures = {
    stale: staleEntries.length,
    changed: options.failOnChanged ? changedAnswers.length : 0,
    surprising: options.failOnSurprising === true ? (summary.surprising ?? 0) : 0,
  };
  const facts = { ...toRunFacts(summary, run.stopped), ...failures };
  return {
    ...markedReport,
    summary,
    verdict: chooseRunVerdict(facts),
    exitCode: chooseExitCode(facts),
    ...(observations && {
      remembered: { target: observations.target, lastRun: observations.lastRun },
    }),
    changed: changedAnswers,
    stale: staleEntries,
  };
}

function addDates(report: Report, { silences: observedAnswers, drifts }: Observations): Report {
  const startedAt = report.run.startedAt;
  const silences = report.silences.map((row) => ({
    ...row,
    answers: row.answers.map((answer) => {
      const earlierAnswer = observedAnswers[row.id]?.find((candidate) =>
        isSameAnswer(candidate, answer),
      );
      return { ...answer, since: earlierAnswer?.firstSeen ?? startedAt };
    }),
  }));
  const findings = report.findings.map((row) => ({
    ...row,
    since: drifts[row.fingerprint]?.firstSeen ?? startedAt,
  }));
  return { ...report, silences, findings };
}
