/** Decides whether a drift that a run does not show is fixed, and which drifts only repeat another. */
import type { FindingRow, Report } from '../record/index.ts';

interface Drift {
  readonly fingerprint: string;
  readonly requirement: string;
}

/**
 * Returns true if a drift is fixed: all cases of its requirement ran, and none showed it. A
 * property draws other values in each run, so while its requirement still drifts it may hide the
 * same drift.
 */
export function isFixed(report: Report, { fingerprint, requirement }: Drift): boolean {
  const drifts = report.findings.filter((row) => row.requirement === requirement);
  if (drifts.some((row) => row.fingerprint === fingerprint)) return false;
  return (
    isFullyTested(report, requirement) && (drifts.length === 0 || !hasProperty(report, requirement))
  );
}

/** Returns false if a case of a requirement stayed unproven or failed: it might have shown the drift. */
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
 * Returns the drift that a property repeats: a case shows it for the same requirement and operation.
 * The values of a property are random, so its drift is not counted in addition to that of the case.
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
