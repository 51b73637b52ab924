/** Compares two reports: new drifts, fixed drifts, changed answers, and requirements that are no longer proven. */
import { findChangedAnswers } from './changed-answers.ts';
import { isFixed, findRepeatedDrift } from './fixed-drifts.ts';
import { recordObservations, getTargetName } from './observations.ts';
import type { ChangedRow, FindingRow, Report, RequirementRow } from '../record/index.ts';

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
  const [oldSummary, newSummary] = [summarizeReport(old), summarizeReport(current)];
  const sameTarget = oldSummary.target === newSummary.target;
  const [oldDrifts, currentDrifts] = [selectCountedDrifts(old), selectCountedDrifts(current)];
  const addedDrifts = currentDrifts
    .filter((row) => !includesDrift(oldDrifts, row))
    .map((row) => toComparedDrift(row, 'new', row.since ?? newSummary.startedAt));
  const fixedDrifts = oldDrifts.filter(
    (row) => !includesDrift(currentDrifts, row) && isFixed(current, row),
  );
  const unconfirmedDrifts = oldDrifts.filter(
    (row) => !includesDrift(currentDrifts, row) && !fixedDrifts.includes(row),
  );
  const commonDrifts = currentDrifts.filter((row) => includesDrift(oldDrifts, row));
  const provenBefore = listProven(old);
  const freshDrifts = addedDrifts.filter(
    ({ requirement }) => sameTarget || provenBefore.has(requirement),
  );
  return {
    format: comparisonFormat,
    old: oldSummary,
    new: newSummary,
    sameTarget,
    sameContract: oldSummary.contract === newSummary.contract,
    fresh: freshDrifts,
    fixed: fixedDrifts.map((row) => toComparedDrift(row, 'old', newSummary.startedAt)),
    changed: findChangedAnswers(current, recordObservations(old)),
    unproven: findNewlyUnproven(old, current),
    unmatched: [
      ...addedDrifts.filter((row) => !freshDrifts.includes(row)),
      ...unconfirmedDrifts.map((row) =>
        toComparedDrift(row, 'old', row.since ?? oldSummary.startedAt),
      ),
    ],
    both: commonDrifts.map((row) =>
      toComparedDrift(row, 'both', row.since ?? oldSummary.startedAt),
    ),
  };
}

function summarizeReport({ target, run, contract, summary }: Report): ComparedReport {
  const { proven, total } = summary.must;
  const startedAt = run.startedAt;
  return { target: getTargetName(target), startedAt, contract: contract.sha256, proven, total };
}

/** Returns the drifts, without advice and without property drifts that only repeat another drift, because these depend on random values. */
function selectCountedDrifts({ findings }: Report): FindingRow[] {
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
