/** Decides whether a drift is fixed, and whether a property only repeats another drift. */
import type { FindingRow, Report, RequirementRow } from '../record/index.ts';

type Drift = Pick<FindingRow, 'fingerprint' | 'requirement'>;

/**
 * Returns true if all cases of the drift's requirement ran and none showed it. A property uses other
 * values in each run, so a drift of its requirement is not fixed while the requirement still drifts.
 */
export function isFixed(report: Report, { fingerprint, requirement }: Drift): boolean {
  const drifts = report.findings.filter((row) => row.requirement === requirement);
  if (drifts.some((row) => row.fingerprint === fingerprint)) return false;
  const row = report.requirements.find(({ id }) => id === requirement);
  if (row === undefined)
    return report.silences.some(({ id, answers }) => id === requirement && answers.length > 0);
  const hasProperty = row.cases.some(({ source }) => source === 'property');
  return isFullyTested(row) && (drifts.length === 0 || !hasProperty);
}

/** Returns false if a case of the requirement was unproven or errored, because it might have shown the drift. */
export function isFullyTested({ cases }: Pick<RequirementRow, 'cases'>): boolean {
  const isDecided = cases.every(({ verdict }) => verdict !== 'unproven' && verdict !== 'errored');
  return cases.length > 0 && isDecided;
}

/** Returns the drifts, without advice and without property drifts that only repeat another drift, because these depend on random values. */
export function selectCountedDrifts({ findings }: Report): FindingRow[] {
  return findings.filter((row) => row.level !== 'should' && !findRepeatedDrift(row, findings));
}

/**
 * Returns the drift of a case for the same requirement and operation as the drift of a property. A
 * property's values are random, so its drift only repeats that of the case and is not counted.
 */
export function findRepeatedDrift(
  { kind, requirement, operation }: FindingRow,
  rows: readonly FindingRow[],
): FindingRow | undefined {
  if (kind !== 'property') return undefined;
  const others = rows.filter((row) => row.kind !== 'property');
  return others.find((row) => row.requirement === requirement && row.operation === operation);
}
