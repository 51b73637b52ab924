/** Selects, counts and describes drifts. They are counted by requirement, because all drifts of one are one problem to fix. */
import { contractPath } from '../../contract/requirement-lines.ts';
import { formatCount, groupBy } from './text.ts';
import type { FindingRow, Report } from '../record/index.ts';

/** The first drift of a requirement, which is shown, and the number of its other drifts. */
export interface RequirementDrifts {
  readonly first: FindingRow;
  readonly others: number;
}

/** Returns true if a drift fails the run: known-drifts.yaml does not accept it, and its requirement is not mere advice. */
export function isNewDrift({ level, verdict }: FindingRow): boolean {
  return level !== 'should' && verdict === 'drifts';
}

export function selectNewDrifts({ findings }: Report): RequirementDrifts[] {
  return groupByRequirement(findings.filter(isNewDrift));
}

export function selectKnownDrifts({ findings }: Report): RequirementDrifts[] {
  return groupByRequirement(
    findings.filter(({ level, verdict }) => level !== 'should' && verdict === 'known'),
  );
}

export function selectAdviceDrifts({ findings }: Report): RequirementDrifts[] {
  return groupByRequirement(findings.filter(({ level }) => level === 'should'));
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

function groupByRequirement(rows: readonly FindingRow[]): RequirementDrifts[] {
  const groups = [...groupBy(rows, ({ requirement }) => requirement).values()];
  return groups.flatMap(([first, ...others]) => (first ? [{ first, others: others.length }] : []));
}

/** Returns the facts of a drift, a line each: expected, actual, the call, and how to reproduce it. */
export function describeDriftLines(row: FindingRow): string[] {
  const { exchange, line, counterexample, occurrences, known } = row;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['tested', row.sentence],
    ['expected', row.expected],
    ['actual', row.actual],
    ['at', row.pointer],
    ['with value', counterexample?.value],
    ['call', exchange && `${exchange.method} ${exchange.url} -> ${exchange.status}`],
    ['seen', formatCount(occurrences, 'time')],
    ['since', row.since],
    ['contract', line === undefined ? undefined : `${contractPath}:${line}`],
    ['known', known?.reason && `until ${known.until}: ${known.reason}`],
    ['run again', row.again],
  ];
  return facts.flatMap(([label, text]) => (text ? [`${label.padEnd(11)}${text}`] : []));
}
