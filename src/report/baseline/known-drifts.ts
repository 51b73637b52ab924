/** Compares a run with earlier runs and with temporarily accepted drifts, and computes its verdict again. */
import { within } from '../../harness/plan/index.ts';
import {
  byRank,
  type CaseRow,
  type FindingRow,
  type KnownDrift,
  type Report,
  type StaleRow,
  exitCodeOf,
  runFactsFrom,
  summaryOf,
  verdictOf,
} from '../record/index.ts';
import { cut, plain } from '../wording/index.ts';
import { isFixed, repeatedDrift } from './fixed-drifts.ts';
import type { AddedDrift } from './known-file.ts';
import { targetName, isSame, type Observed } from './observed-answers.ts';
import { changedAnswers } from './changed-answers.ts';

/** Days for which an added entry counts, unless its date is changed. */
const usualDays = 90;
const dayLength = 86_400_000;

/** Marks the drifts that an entry accepts, and the requirements whose drifts are all accepted. */
function withKnown(report: Report, entries: readonly KnownDrift[]): Report {
  const mine = entriesFor(report, entries);
  const today = dayOf(report.run.startedAt);
  const findings = report.findings.map((row) => {
    const entry = entryFor(row, mine) ?? entryFor(repeatedDrift(row, report.findings), mine);
    return entry === undefined ? row : { ...row, known: entry, verdict: verdictBy(entry, today) };
  });
  const verdicts = new Map(findings.map((row) => [row.fingerprint, row.verdict]));
  const requirements = report.requirements.map((row) => {
    const cases = row.cases.map((one) => markCase(one, verdicts));
    const drifts = cases.some(({ verdict }) => verdict === 'drifts');
    return row.verdict !== 'drifts' || drifts
      ? { ...row, cases }
      : { ...row, cases, verdict: 'known' as const };
  });
  const silences = report.silences.map((row) => {
    const drifts = findings.filter(({ requirement }) => requirement === row.id);
    const all = drifts.length > 0 && drifts.every(({ verdict }) => verdict === 'known');
    return row.verdict === 'drifts' && all ? { ...row, verdict: 'known' as const } : row;
  });
  return { ...report, findings: findings.toSorted(byRank), requirements, silences };
}

function entryFor(
  row: FindingRow | undefined,
  entries: readonly KnownDrift[],
): KnownDrift | undefined {
  return entries.find(({ fingerprint }) => fingerprint === row?.fingerprint);
}

function verdictBy({ reason, until }: KnownDrift, today: string): FindingRow['verdict'] {
  return reason !== '' && today <= until ? 'known' : 'drifts';
}

function markCase(row: CaseRow, verdicts: ReadonlyMap<string, FindingRow['verdict']>): CaseRow {
  const marks = row.fingerprints ?? [];
  const all = marks.length > 0 && marks.every((mark) => verdicts.get(mark) === 'known');
  return row.verdict === 'drifts' && all ? { ...row, verdict: 'known' as const } : row;
}

/**
 * Returns the entries that no longer hold: those past their date and those whose drift is fixed. A
 * drift that the run did not test in full is not fixed, and an entry without a reason never counts.
 */
function staleEntries(report: Report, entries: readonly KnownDrift[]): StaleRow[] {
  const today = dayOf(report.run.startedAt);
  return entriesFor(report, entries).flatMap((entry): StaleRow[] => {
    if (entry.reason === '') return [];
    if (isFixed(report, entry)) return [{ ...entry, why: 'no longer true' }];
    return today > entry.until ? [{ ...entry, why: 'past its date' }] : [];
  });
}

/** Entries for drifts that are not listed yet, with the reason left empty. */
export function newEntries(report: Report): AddedDrift[] {
  return report.findings
    .filter((row) => row.level !== 'should' && row.known === undefined)
    .filter((row) => repeatedDrift(row, report.findings) === undefined)
    .map((row) => entryOf(row, report));
}

/** Returns the entry that accepts a drift for the usual time, with a description of it in one line. */
export function entryOf(row: FindingRow, { run, target }: Report): AddedDrift {
  const { fingerprint, requirement, operation, since = run.startedAt, expected, actual } = row;
  const until = new Date(Date.parse(run.startedAt) + usualDays * dayLength).toISOString();
  const days = { since: dayOf(since), until: dayOf(until) };
  const call = operation === undefined ? '' : `${operation}: `;
  return {
    entry: { fingerprint, requirement, reason: '', ...days, target: targetName(target) },
    says: cut(plain(`${call}expected ${expected}, got ${actual}`), 160),
  };
}

function entriesFor(report: Report, entries: readonly KnownDrift[]): KnownDrift[] {
  const here = targetName(report.target);
  return entries.filter(
    ({ target }) => target === undefined || target.replace(/\/+$/, '') === here.replace(/\/+$/, ''),
  );
}

function dayOf(instant: string): string {
  return instant.slice(0, 'YYYY-MM-DD'.length);
}

export interface Memory {
  /** The findings of earlier runs; undefined if no comparison is wanted. */
  readonly observed?: Observed | undefined;
  readonly known?: readonly KnownDrift[] | undefined;
  readonly failOnChanged: boolean;
  readonly failOnSurprising?: boolean;
}

/** Returns the report with dates, known drifts, changed answers and stale entries, and its new verdict. */
export function compareWithEarlier(report: Report, memory: Memory): Report {
  const { observed, known = [] } = memory;
  const dated = observed === undefined ? report : withDates(report, observed);
  const marked = withKnown(dated, known);
  const changed = observed === undefined ? [] : changedAnswers(report, observed);
  const stale = staleEntries(report, known);
  const { requirements, silences, findings, run } = marked;
  const { errored } = report.summary;
  const inScope = (id: string): boolean => within(run.only, id);
  const summary = {
    ...summaryOf({ requirements, silences, findings, errored, inScope }),
    changed: changed.length,
    stale: stale.length,
  };
  const failing = {
    stale: stale.length,
    changed: memory.failOnChanged ? changed.length : 0,
    surprising: memory.failOnSurprising === true ? (summary.surprising ?? 0) : 0,
  };
  const learnt = { ...runFactsFrom(summary, run.stopped), ...failing };
  return {
    ...marked,
    summary,
    verdict: verdictOf(learnt),
    exitCode: exitCodeOf(learnt),
    ...(observed && { remembered: { target: observed.target, lastRun: observed.lastRun } }),
    changed,
    stale,
  };
}

function withDates(report: Report, { silences: seen, drifts }: Observed): Report {
  const now = report.run.startedAt;
  const silences = report.silences.map((row) => ({
    ...row,
    answers: row.answers.map((answer) => {
      const old = seen[row.id]?.find((one) => isSame(one, answer));
      return { ...answer, since: old?.firstSeen ?? now };
    }),
  }));
  const findings = report.findings.map((row) => ({
    ...row,
    since: drifts[row.fingerprint]?.firstSeen ?? now,
  }));
  return { ...report, silences, findings };
}
