/** Compares two reports: new drifts, fixed drifts, changed answers, and requirements that are no longer proven. */
import { findChangedAnswers, recordObservations, getTargetName } from './observations.ts';
import { isFixed, selectCountedDrifts } from './fixed-drifts.ts';
import { type ChangedRow, type FindingRow, provenVerdicts, type Report } from '../record/index.ts';

export const comparisonFormat = 'bookdist-comparison/1';

export interface Comparison {
  readonly format: typeof comparisonFormat;
  readonly old: ComparedReport;
  readonly new: ComparedReport;
  /** False for reports of two targets, true for one target at two times. */
  readonly sameTarget: boolean;
  readonly sameContract: boolean;
  /** Drifts that the old report does not have; for two targets, only those tested on both. */
  readonly fresh: readonly ComparedDrift[];
  readonly fixed: readonly ComparedDrift[];
  readonly changed: readonly ChangedRow[];
  /** Requirements that the old report proved and the new one does not. */
  readonly unproven: readonly NewlyUnproven[];
  /** Drifts of one report that the other run did not test in full; they are listed but not counted. */
  readonly unmatched: readonly ComparedDrift[];
  /** Drifts of both reports. */
  readonly both: readonly ComparedDrift[];
}

export interface ComparedReport {
  readonly target: string;
  readonly startedAt: string;
  readonly contract: string;
  readonly proven: number;
  readonly total: number;
}

export interface ComparedDrift {
  readonly fingerprint: string;
  readonly requirement: string;
  readonly says: string;
  readonly verdict: FindingRow['verdict'];
  readonly operation?: string;
  readonly expected: string;
  readonly actual: string;
  /** The time since which the drift is present or fixed, ISO 8601 in UTC. */
  readonly since: string;
  readonly in: 'old' | 'new' | 'both';
}

export interface NewlyUnproven {
  readonly requirement: string;
  readonly says: string;
  readonly reason: string;
  readonly since: string;
}

/** Compares the reports of one target at two times, or of two targets. */
export function compareReports(old: Report, current: Report): Comparison {
  const [before, after] = [summarizeReport(old), summarizeReport(current)];
  const sameTarget = before.target === after.target;
  const [oldDrifts, drifts] = [selectCountedDrifts(old), selectCountedDrifts(current)];
  const describe = (row: FindingRow, side: ComparedDrift['in'], since: string): ComparedDrift =>
    toComparedDrift(row, side, row.since ?? since);
  const [added, both] = splitBy(drifts, (row) => !includesDrift(oldDrifts, row));
  const gone = oldDrifts.filter((row) => !includesDrift(drifts, row));
  const [fixed, unconfirmed] = splitBy(gone, (row) => isFixed(current, row));
  const provenBefore = listProven(old);
  const [fresh, addedElsewhere] = splitBy(
    added,
    ({ requirement }) => sameTarget || provenBefore.has(requirement),
  );
  return {
    format: comparisonFormat,
    old: before,
    new: after,
    sameTarget,
    sameContract: before.contract === after.contract,
    fresh: fresh.map((row) => describe(row, 'new', after.startedAt)),
    fixed: fixed.map((row) => toComparedDrift(row, 'old', after.startedAt)),
    changed: sameTarget
      ? findChangedAnswers(current, recordObservations(old))
      : findDifferentAnswers(old, current),
    unproven: findNewlyUnproven(old, current),
    unmatched: [
      ...addedElsewhere.map((row) => describe(row, 'new', after.startedAt)),
      ...unconfirmed.map((row) => describe(row, 'old', before.startedAt)),
    ],
    both: both.map((row) => describe(row, 'both', before.startedAt)),
  };
}

/** Returns the number of drifts and answers in which two targets differ. */
export function countDifferences({ fresh, fixed, changed }: Comparison): number {
  return fresh.length + fixed.length + changed.length;
}

/** Returns a comparison with only those differences that a comparison of two later runs shows too. */
export function selectRepeated(comparison: Comparison, later: Comparison): Comparison {
  const select = (side: 'fresh' | 'fixed'): readonly ComparedDrift[] =>
    comparison[side].filter((row) => includesDrift(later[side], row));
  const changed = comparison.changed.filter(({ silence, operation }) =>
    later.changed.some((row) => row.silence === silence && row.operation === operation),
  );
  return { ...comparison, fresh: select('fresh'), fixed: select('fixed'), changed };
}

/** Returns the rows that meet a condition, and the others. */
function splitBy<Row>(rows: readonly Row[], test: (row: Row) => boolean): [Row[], Row[]] {
  return [rows.filter(test), rows.filter((row) => !test(row))];
}

function summarizeReport({ target, run, contract, summary }: Report): ComparedReport {
  const { proven, total } = summary.must;
  const startedAt = run.startedAt;
  return { target: getTargetName(target), startedAt, contract: contract.sha256, proven, total };
}

type Fingerprinted = Pick<ComparedDrift, 'fingerprint'>;

function includesDrift(rows: readonly Fingerprinted[], { fingerprint }: Fingerprinted): boolean {
  return rows.some((row) => row.fingerprint === fingerprint);
}

function toComparedDrift(row: FindingRow, side: ComparedDrift['in'], since: string): ComparedDrift {
  const { fingerprint, requirement, says, verdict, operation, expected, actual } = row;
  const call = operation === undefined ? {} : { operation };
  return { fingerprint, requirement, says, verdict, ...call, expected, actual, since, in: side };
}

/** Returns the changed answers, and those that only the old report has although the new one answers the silence too. */
function findDifferentAnswers(old: Report, current: Report): readonly ChangedRow[] {
  const changed = findChangedAnswers(current, recordObservations(old));
  const missing = findChangedAnswers(old, recordObservations(current))
    .filter((row) => !changed.some(({ silence }) => silence === row.silence))
    .map((row) => ({ ...row, answer: row.previous.join(', '), previous: [row.answer] }));
  return [...changed, ...missing];
}

function listProven({ requirements }: Report): Set<string> {
  const proven = requirements.filter(({ verdict }) => provenVerdicts.has(verdict));
  return new Set(proven.map(({ id }) => id));
}

function findNewlyUnproven(old: Report, current: Report): NewlyUnproven[] {
  const [provenBefore, provenNow] = [listProven(old), listProven(current)];
  return old.requirements
    .filter(({ id }) => provenBefore.has(id) && !provenNow.has(id))
    .map(({ id, says }) => {
      const row = current.requirements.find((entry) => entry.id === id);
      const reason = row?.reason ?? 'the new run did not test it';
      return { requirement: id, says, reason, since: current.run.startedAt };
    });
}
