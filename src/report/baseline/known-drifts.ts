/** Compares a run with earlier runs and with temporarily accepted drifts, and computes its verdict again. */
import { isInScope } from '../../harness/plan/index.ts';
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
import { targetName, isSameAnswer, type Observations } from './observed-answers.ts';
import { findChangedAnswers } from './changed-answers.ts';

/** Days for which an added entry counts, unless its date is changed. */
const defaultDays = 90;
const dayMs = 86_400_000;

/** Marks the drifts that an entry accepts, and the requirements whose drifts are all accepted. */
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
    const drifts = cases.some(({ verdict }) => verdict === 'drifts');
    return row.verdict !== 'drifts' || drifts
      ? { ...row, cases }
      : { ...row, cases, verdict: 'known' as const };
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
  const all =
    fingerprints.length > 0 && fingerprints.every((mark) => verdicts.get(mark) === 'known');
  return row.verdict === 'drifts' && all ? { ...row, verdict: 'known' as const } : row;
}

/**
 * Returns the entries that no longer hold: those past their date and those whose drift is fixed. A
 * drift that the run did not test in full is not fixed, and an entry without a reason never counts.
 */
function staleEntries(report: Report, entries: readonly KnownDrift[]): StaleRow[] {
  const today = toDay(report.run.startedAt);
  return selectEntries(report, entries).flatMap((entry): StaleRow[] => {
    if (entry.reason === '') return [];
    if (isFixed(report, entry)) return [{ ...entry, why: 'no longer true' }];
    return today > entry.until ? [{ ...entry, why: 'past its date' }] : [];
  });
}

/** Entries for drifts that are not listed yet, with the reason left empty. */
export function newEntries(report: Report): DescribedEntry[] {
  return report.findings
    .filter((row) => row.level !== 'should' && row.known === undefined)
    .filter((row) => findRepeatedDrift(row, report.findings) === undefined)
    .map((row) => createEntry(row, report));
}

/** Returns the entry that accepts a drift for the usual time, with a description of it in one line. */
export function createEntry(row: FindingRow, { run, target }: Report): DescribedEntry {
  const { fingerprint, requirement, operation, since = run.startedAt, expected, actual } = row;
  const until = new Date(Date.parse(run.startedAt) + defaultDays * dayMs).toISOString();
  const days = { since: toDay(since), until: toDay(until) };
  const call = operation === undefined ? '' : `${operation}: `;
  return {
    entry: { fingerprint, requirement, reason: '', ...days, target: targetName(target) },
    says: truncate(toPlainText(`${call}expected ${expected}, got ${actual}`), 160),
  };
}

function selectEntries(report: Report, entries: readonly KnownDrift[]): KnownDrift[] {
  const address = targetName(report.target);
  return entries.filter(
    ({ target }) =>
      target === undefined || target.replace(/\/+$/, '') === address.replace(/\/+$/, ''),
  );
}

function toDay(instant: string): string {
  return instant.slice(0, 'YYYY-MM-DD'.length);
}

export interface BaselineOptions {
  /** The findings of earlier runs; undefined if no comparison is wanted. */
  readonly observed?: Observations | undefined;
  readonly known?: readonly KnownDrift[] | undefined;
  readonly failOnChanged: boolean;
  readonly failOnSurprising?: boolean;
}

/** Returns the report with dates, known drifts, changed answers and stale entries, and its new verdict. */
export function compareWithEarlier(report: Report, options: BaselineOptions): Report {
  const { observed, known = [] } = options;
  const dated = observed === undefined ? report : addDates(report, observed);
  const marked = markKnownDrifts(dated, known);
  const changed = observed === undefined ? [] : findChangedAnswers(report, observed);
  const stale = staleEntries(report, known);
  const { requirements, silences, findings, run } = marked;
  const { errored } = report.summary;
  const inScope = (id: string): boolean => isInScope(run.only, id);
  const summary = {
    ...summarizeRows({ requirements, silences, findings, errored, inScope }),
    changed: changed.length,
    stale: stale.length,
  };
  const failing = {
    stale: stale.length,
    changed: options.failOnChanged ? changed.length : 0,
    surprising: options.failOnSurprising === true ? (summary.surprising ?? 0) : 0,
  };
  const facts = { ...toRunFacts(summary, run.stopped), ...failing };
  return {
    ...marked,
    summary,
    verdict: chooseRunVerdict(facts),
    exitCode: chooseExitCode(facts),
    ...(observed && { remembered: { target: observed.target, lastRun: observed.lastRun } }),
    changed,
    stale,
  };
}

function addDates(report: Report, { silences: observedAnswers, drifts }: Observations): Report {
  const now = report.run.startedAt;
  const silences = report.silences.map((row) => ({
    ...row,
    answers: row.answers.map((answer) => {
      const earlier = observedAnswers[row.id]?.find((candidate) => isSameAnswer(candidate, answer));
      return { ...answer, since: earlier?.firstSeen ?? now };
    }),
  }));
  const findings = report.findings.map((row) => ({
    ...row,
    since: drifts[row.fingerprint]?.firstSeen ?? now,
  }));
  return { ...report, silences, findings };
}
