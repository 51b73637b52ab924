/** Compares a run with earlier runs and with temporarily accepted drifts, and updates its verdict. */
import {
  compareByRank,
  type FindingRow,
  type KnownDrift,
  type Report,
  type StaleRow,
  chooseExitCode,
  toRunFacts,
  summarizeRows,
  chooseRunVerdict,
} from '../record/index.ts';
import type { Verdict } from '../../harness/evidence/index.ts';
import { truncate, toPlainText } from '../wording/index.ts';
import { isFixed, findRepeatedDrift, selectCountedDrifts } from './fixed-drifts.ts';
import type { DescribedEntry } from './known-file.ts';
import {
  getTargetName,
  isSameAnswer,
  type Observations,
  findChangedAnswers,
} from './observations.ts';

/** The days for which a new entry accepts its drift, unless the user changes the date. */
const defaultDays = 90;
const dayMs = 86_400_000;

/** Marks the drifts that entries accept, and the requirements whose drifts are all accepted. */
function markKnownDrifts(report: Report, entries: readonly KnownDrift[]): Report {
  const targetEntries = selectEntries(report, entries);
  const today = toDay(report.run.startedAt);
  const findEntry = (row?: FindingRow): KnownDrift | undefined =>
    targetEntries.find(({ fingerprint }) => fingerprint === row?.fingerprint);
  const findings = report.findings.map((row): FindingRow => {
    const known = findEntry(row) ?? findEntry(findRepeatedDrift(row, report.findings));
    if (known === undefined) return row;
    const isAccepted = known.reason !== '' && today <= known.until;
    return { ...row, known, verdict: isAccepted ? 'known' : 'drifts' };
  });
  const verdicts = new Map(findings.map((row) => [row.fingerprint, row.verdict]));
  const requirements = report.requirements.map((row) => {
    const cases = row.cases.map((caseRow) =>
      markIfKnown(
        caseRow,
        caseRow.fingerprints?.map((fingerprint) => verdicts.get(fingerprint)),
      ),
    );
    const hasNewDrift = cases.some(({ verdict }) => verdict === 'drifts');
    const isKnown = row.verdict === 'drifts' && !hasNewDrift;
    return { ...row, cases, ...(isKnown && { verdict: 'known' as const }) };
  });
  const silences = report.silences.map((row) => {
    const drifts = findings.filter(({ requirement }) => requirement === row.id);
    return markIfKnown(
      row,
      drifts.map(({ verdict }) => verdict),
    );
  });
  return { ...report, findings: findings.toSorted(compareByRank), requirements, silences };
}

/** Changes the verdict of a row if all of its drifts are known. */
function markIfKnown<Row extends { readonly verdict: Verdict }>(
  row: Row,
  drifts: readonly (Verdict | undefined)[] = [],
): Row {
  const areAllKnown = drifts.length > 0 && drifts.every((verdict) => verdict === 'known');
  return row.verdict === 'drifts' && areAllKnown ? { ...row, verdict: 'known' } : row;
}

/**
 * Returns the entries that no longer hold, because they are past their date or their drift is fixed.
 * Entries without a reason are ignored.
 */
function findStaleEntries(report: Report, entries: readonly KnownDrift[]): StaleRow[] {
  const today = toDay(report.run.startedAt);
  return selectEntries(report, entries).flatMap((entry): StaleRow[] => {
    if (entry.reason === '') return [];
    if (today > entry.until) return [{ ...entry, why: 'past its date' }];
    const isStale = entry.flaky !== true && isFixed(report, entry);
    return isStale ? [{ ...entry, why: 'no longer true' }] : [];
  });
}

/** Returns entries with an empty reason for the drifts that have no entry yet. */
export function createNewEntries(report: Report): DescribedEntry[] {
  return selectCountedDrifts(report)
    .filter(({ known }) => known === undefined)
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
  const trim = (address: string): string => address.replace(/\/+$/, '');
  const name = trim(getTargetName(report.target));
  return entries.filter(({ target }) => target === undefined || trim(target) === name);
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
  const { run } = report;
  const summary = {
    ...summarizeRows(markedReport, report.summary.errored, run.only),
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
      const earlier = observedAnswers[row.id]?.find((seen) => isSameAnswer(seen, answer));
      return { ...answer, since: earlier?.firstSeen ?? startedAt };
    }),
  }));
  const findings = report.findings.map((row) => ({
    ...row,
    since: drifts[row.fingerprint]?.firstSeen ?? startedAt,
  }));
  return { ...report, silences, findings };
}
