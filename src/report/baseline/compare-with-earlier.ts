/** Compares a run's report with earlier runs and known drifts, and computes its verdict again. */
import { within } from '../../harness/plan/index.ts';
import { changedAnswers } from './changed-answers.ts';
import {
  exitCodeOf,
  type KnownDrift,
  runFactsFrom,
  type Report,
  summaryOf,
  verdictOf,
} from '../record/index.ts';
import { staleEntries, withKnown } from './known-drifts.ts';
import { isSame, type Observed } from './observed-answers.ts';

export interface Memory {
  /** The findings of earlier runs; undefined if no comparison is wanted. */
  readonly observed?: Observed | undefined;
  readonly known?: readonly KnownDrift[] | undefined;
  /** True if a changed answer makes a run fail. */
  readonly failOnChanged: boolean;
  /** True if a surprising answer makes a run fail. */
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

/** Adds when each answer and each drift was first seen. */
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
