/** Counts drifts by requirement, because five ways to break one statement are one drift to fix, and describes each. */
import { contractPath } from '../../contract/requirement-lines.ts';
import { count, grouped } from './text.ts';
import type { FindingRow, Report } from '../record/index.ts';

/** A requirement with its drifts: the one to show, and how many others there are. */
export interface Drifting {
  readonly first: FindingRow;
  readonly others: number;
}

/** True if a drift fails the run: it contradicts the document and is not known. */
export function isNew({ level, verdict }: FindingRow): boolean {
  return level !== 'should' && verdict === 'drifts';
}

/** New drifts of what the document states or restricts. */
export function newDrifts({ findings }: Report): Drifting[] {
  return byRequirement(findings.filter(isNew));
}

/** Drifts that `known-drifts.yaml` accepts. */
export function knownDrifts({ findings }: Report): Drifting[] {
  return byRequirement(
    findings.filter(({ level, verdict }) => level !== 'should' && verdict === 'known'),
  );
}

/** Drifts from the document's advice. */
export function driftsOfAdvice({ findings }: Report): Drifting[] {
  return byRequirement(findings.filter(({ level }) => level === 'should'));
}

/** Counts what drifts, each kind by its name: `15 requirements`, `1 open question`, `2 of advice`. */
export function countDrifting(rows: readonly FindingRow[]): string[] {
  const ids = (level: FindingRow['level']): number =>
    new Set(rows.filter((row) => row.level === level).map(({ requirement }) => requirement)).size;
  const [musts, questions, advice] = [ids('must'), ids('open'), ids('should')];
  return [
    ...(musts > 0 ? [count(musts, 'requirement')] : []),
    ...(questions > 0 ? [count(questions, 'open question')] : []),
    ...(advice > 0 ? [`${advice} of advice`] : []),
  ];
}

function byRequirement(rows: readonly FindingRow[]): Drifting[] {
  return [...grouped(rows, ({ requirement }) => requirement).values()].flatMap(
    ([first, ...others]) => (first === undefined ? [] : [{ first, others: others.length }]),
  );
}

/** Returns what a person needs to know of a drift: expected, actual, the call, and how to repeat it, a line each. */
export function driftLines(row: FindingRow): string[] {
  const { exchange, line, counterexample, occurrences, known } = row;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['tested', row.sentence],
    ['expected', row.expected],
    ['actual', row.actual],
    ['at', row.pointer],
    ['smallest', counterexample?.value],
    ['call', exchange && `${exchange.method} ${exchange.url} -> ${exchange.status}`],
    ['seen', count(occurrences, 'time')],
    ['since', row.since],
    ['contract', line === undefined ? undefined : `${contractPath}:${line}`],
    ['known', known?.reason && `until ${known.until}: ${known.reason}`],
    ['run again', row.again],
  ];
  return facts.flatMap(([label, text]) => (text ? [`${label.padEnd(11)}${text}`] : []));
}
