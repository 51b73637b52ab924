/** Decides whether a drift is fixed, and whether a property only repeats another drift. */
import type { FindingRow, Report } from '../record/index.ts';

interface Drift {
  readonly fingerprint: string;
  readonly requirement: string;
}

/**
 * Returns true if all cases of the drift's requirement ran and none showed it. A property uses other
 * values in each run, so a drift of its requirement is not fixed while the requirement still drifts.
 */
export function isFixed(report: Report, { fingerprint, requirement }: Drift): boolean {
  const drifts = report.findings.filter((row) => row.requirement === requirement);
  if (drifts.some((row) => row.fingerprint === fingerprint)) return false;
  return (
    isFullyTested(report, requirement) && (drifts.length === 0 || !hasProperty(report, requirement))
  );
}

/** Returns false if a case of the requirement was unproven or errored, because it might have shown the drift. */
function isFullyTested({ requirements, silences }: Report, id: string): boolean {
  const row = requirements.find((requirement) => requirement.id === id);
  if (row === undefined)
    return silences.some((silence) => silence.id === id && silence.answers.length > 0);
  const isIncomplete = row.cases.some(
    ({ verdict }) => verdict === 'unproven' || verdict === 'errored',
  );
  return row.cases.length > 0 && !isIncomplete;
}

function hasProperty({ requirements }: Report, id: string): boolean {
  const cases = requirements.find((row) => row.id === id)?.cases ?? [];
  return cases.some(({ source }) => source === 'property');
}

/**
 * Returns the drift of a case for the same requirement and operation as the drift of a property. A
 * property's values are random, so its drift only repeats that of the case and is not counted.
 */
export function findRepeatedDrift(
  row: FindingRow,
  rows: readonly FindingRow[],
): FindingRow | undefined {
  if (row.kind !== 'property') return undefined;
  return rows.find(
    (other) =>
      other.kind !== 'property' &&
      other.requirement === row.requirement &&
      other.operation === row.operation,
  );
}
