/** Counts drifts by requirement, because five ways to break one statement are one drift to fix, and describes each. */
import { contractPath } from '../../contract/requirement-lines.ts';
import { formatCount, groupBy } from './text.ts';
import type { FindingRow, Report } from '../record/index.ts';

/** A requirement with its drifts: the one to show, and how many others there are. */
export interface RequirementDrifts {
  readonly first: FindingRow;
  readonly others: number;
}

/** Returns true if a drift fails the run: it contradicts the document and is not known. */
export function isNewDrift({ level, verdict }: FindingRow): boolean {
  return level !== 'should' && verdict === 'drifts';
}

/** New drifts of what the document states or restricts. */
export function selectNewDrifts({ findings }: Report): RequirementDrifts[] {
  return groupByRequirement(findings.filter(isNewDrift));
}

/** Drifts that `known-drifts.yaml` accepts. */
export function selectKnownDrifts({ findings }: Report): RequirementDrifts[] {
  return groupByRequirement(
    findings.filter(({ level, verdict }) => level !== 'should' && verdict === 'known'),
  );
}

/** Drifts from the document's advice. */
export function selectAdviceDrifts({ findings }: Report): RequirementDrifts[] {
  return groupByRequirement(findings.filter(({ level }) => level === 'should'));
}

/** Counts what drifts, each kind by its name: `15 requirements`, `1 open question`, `2 of advice`. */
export function countByLevel(rows: readonly FindingRow[]): string[] {
  const countIds = (level: FindingRow['level']): number =>
    new Set(rows.filter((row) => row.level === level).map(({ requirement }) => requirement)).size;
  const [musts, questions, advice] = [countIds('must'), countIds('open'), countIds('should')];
  return [
    ...(musts > 0 ? [formatCount(musts, 'requirement')] : []),
    ...(questions > 0 ? [formatCount(questions, 'open question')] : []),
    ...(advice > 0 ? [`${advice} of advice`] : []),
  ];
}

function groupByRequirement(rows: readonly FindingRow[]): RequirementDrifts[] {
  return [...groupBy(rows, ({ requirement }) => requirement).values()].flatMap(
    ([first, ...others]) => (first === undefined ? [] : [{ first, others: others.length }]),
  );
}

/** Returns what a person needs to know of a drift: expected, actual, the call, and how to reproduce it, a line each. */
export function describeDriftLines(row: FindingRow): string[] {
  const { exchange, line, counterexample, occurrences, known } = row;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['tested', row.sentence],
    ['expected', row.expected],
    ['actual', row.actual],
    ['at', row.pointer],
    ['smallest', counterexample?.value],
    ['call', exchange && `${exchange.method} ${exchange.url} -> ${exchange.status}`],
    ['seen', formatCount(occurrences, 'time')],
    ['since', row.since],
    ['contract', line === undefined ? undefined : `${contractPath}:${line}`],
    ['known', known?.reason && `until ${known.until}: ${known.reason}`],
    ['run again', row.again],
  ];
  return facts.flatMap(([label, text]) => (text ? [`${label.padEnd(11)}${text}`] : []));
}
