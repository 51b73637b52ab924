/** Selects, counts and describes drifts. They are counted by requirement, because all drifts of one are one problem to fix. */
import { formatCount, groupBy } from './text.ts';
import type { FindingRow, Report } from '../record/index.ts';

/** Returns true if a drift fails the run: known-drifts.yaml does not accept it, and its requirement is not mere advice. */
export function isNewDrift({ level, verdict }: FindingRow): boolean {
  return level !== 'should' && verdict === 'drifts';
}

/** Returns the drifts that fail the run, by requirement. */
export function selectNewDrifts({ findings }: Report): DriftGroups {
  return groupByRequirement(findings.filter(isNewDrift));
}

export function selectKnownDrifts({ findings }: Report): DriftGroups {
  return groupByRequirement(
    findings.filter(({ level, verdict }) => level !== 'should' && verdict === 'known'),
  );
}

export function selectAdviceDrifts({ findings }: Report): DriftGroups {
  return groupByRequirement(findings.filter(({ level }) => level === 'should'));
}

/** The drifts of each requirement. */
export type DriftGroups = readonly (readonly FindingRow[])[];

function groupByRequirement(rows: readonly FindingRow[]): DriftGroups {
  return [...groupBy(rows, ({ requirement }) => requirement).values()];
}

/** Describes how many ids of each level drift, such as `15 requirements`, `1 open question`, `2 pieces of advice`. */
export function describeCounts(rows: readonly FindingRow[]): string[] {
  const countIds = (level: FindingRow['level']): number =>
    new Set(rows.filter((row) => row.level === level).map(({ requirement }) => requirement)).size;
  const [musts, questions, advice] = [countIds('must'), countIds('open'), countIds('should')];
  return [
    musts > 0 ? formatCount(musts, 'requirement') : [],
    questions > 0 ? formatCount(questions, 'open question') : [],
    advice > 0 ? `${formatCount(advice, 'piece')} of advice` : [],
  ].flat();
}
