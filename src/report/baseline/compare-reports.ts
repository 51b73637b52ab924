/** Two reports side by side: new drifts, fixed drifts, changed answers, and requirements no longer proven. */
import { findChangedAnswers } from './changed-answers.ts';
import { isFixed, findRepeatedDrift } from './fixed-drifts.ts';
import { recordObservations, targetName } from './observed-answers.ts';
import type { ChangedRow, FindingRow, Report, RequirementRow } from '../record/index.ts';

export const comparisonFormat = 'bookdist-comparison/1';

export interface Comparison {
  readonly format: typeof comparisonFormat;
  readonly old: ComparedReport;
  readonly new: ComparedReport;
  /** Two targets, or one target over time. */
  readonly sameTarget: boolean;
  readonly sameContract: boolean;
  /** Drifts that the old report does not have; for two targets, only those tested on both. */
  readonly fresh: readonly ComparedDrift[];
  readonly fixed: readonly ComparedDrift[];
  readonly changed: readonly ChangedRow[];
  /** Requirements that the old report proved and the new one did not. */
  readonly unproven: readonly NewlyUnproven[];
  /** Drifts of one target that were not tested on the other; they are listed but not counted. */
  readonly unmatched: readonly ComparedDrift[];
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
  /** The time since which it is present or fixed, ISO 8601 in UTC. */
  readonly since: string;
  readonly in: 'old' | 'new' | 'both';
}

export interface NewlyUnproven {
  readonly requirement: string;
  readonly says: string;
  readonly reason: string;
  readonly since: string;
}

/** Compares two reports of one target at two times, or of two targets. */
export function compareReports(old: Report, current: Report): Comparison {
  const [before, after] = [summarizeReport(old), summarizeReport(current)];
  const sameTarget = before.target === after.target;
  const [oldDrifts, currentDrifts] = [selectDrifts(old), selectDrifts(current)];
  const added = currentDrifts
    .filter((row) => !includesDrift(oldDrifts, row))
    .map((row) => toComparedDrift(row, 'new', row.since ?? after.startedAt));
  const fixed = oldDrifts.filter(
    (row) => !includesDrift(currentDrifts, row) && isFixed(current, row),
  );
  const notConfirmed = oldDrifts.filter(
    (row) => !includesDrift(currentDrifts, row) && !fixed.includes(row),
  );
  const both = currentDrifts.filter((row) => includesDrift(oldDrifts, row));
  const provenBefore = listProven(old);
  const comparable = added.filter(({ requirement }) => sameTarget || provenBefore.has(requirement));
  return {
    format: comparisonFormat,
    old: before,
    new: after,
    sameTarget,
    sameContract: before.contract === after.contract,
    fresh: comparable,
    fixed: fixed.map((row) => toComparedDrift(row, 'old', after.startedAt)),
    changed: findChangedAnswers(current, recordObservations(old)),
    unproven: findNewlyUnproven(old, current),
    unmatched: [
      ...added.filter((row) => !comparable.includes(row)),
      ...notConfirmed.map((row) => toComparedDrift(row, 'old', row.since ?? before.startedAt)),
    ],
    both: both.map((row) => toComparedDrift(row, 'both', row.since ?? before.startedAt)),
  };
}

function summarizeReport({ target, run, contract, summary }: Report): ComparedReport {
  const { proven, total } = summary.must;
  const startedAt = run.startedAt;
  return { target: targetName(target), startedAt, contract: contract.sha256, proven, total };
}

/** Leaves out advice, and drifts that a property only repeats: they come and go with its random values. */
function selectDrifts({ findings }: Report): FindingRow[] {
  return findings.filter(
    (row) => row.level !== 'should' && findRepeatedDrift(row, findings) === undefined,
  );
}

function includesDrift(rows: readonly FindingRow[], { fingerprint }: FindingRow): boolean {
  return rows.some((row) => row.fingerprint === fingerprint);
}

function toComparedDrift(row: FindingRow, side: ComparedDrift['in'], since: string): ComparedDrift {
  const { fingerprint, requirement, says, verdict, operation, expected, actual } = row;
  const call = operation === undefined ? {} : { operation };
  return { fingerprint, requirement, says, verdict, ...call, expected, actual, since, in: side };
}

function isProven({ verdict }: RequirementRow): boolean {
  return verdict === 'conforms' || verdict === 'drifts' || verdict === 'known';
}

function listProven({ requirements }: Report): Set<string> {
  return new Set(requirements.filter(isProven).map(({ id }) => id));
}

function findNewlyUnproven(old: Report, current: Report): NewlyUnproven[] {
  const provenNow = listProven(current);
  return old.requirements
    .filter((row) => isProven(row) && !provenNow.has(row.id))
    .map(({ id, says }) => {
      const row = current.requirements.find((entry) => entry.id === id);
      const reason = row?.reason ?? 'the new run did not test it';
      return { requirement: id, says, reason, since: current.run.startedAt };
    });
}
