/** Describes the drifts of a requirement as facts, from which all formats for people are written. */
import { contractPath } from '../../contract/requirement-places.ts';
import { type FindingRow, findDependence, findField } from '../record/index.ts';
import {
  describePassing,
  describeSeparation,
  formatCount,
  formatMinute,
  formatNumber,
  toPlainText,
  truncate,
} from '../wording/index.ts';
import { findWrongStatus, shortenSides } from './differing-place.ts';
import { findWrongCall } from './drift-calls.ts';
import { describeBefore, describeSent, formatCall } from './sent-facts.ts';
import { describeValues, shortenIds } from './sent-values.ts';

export type DriftFact = readonly [label: DriftLabel, text: string];

/** The labels of facts, in their order. */
type DriftLabel =
  | 'sent'
  | 'before'
  | 'expected'
  | 'actual'
  | 'at'
  | 'call'
  | 'noticed'
  | 'extent'
  | 'with value'
  | 'history'
  | 'depends on'
  | 'since'
  | 'contract'
  | 'known'
  | 'also'
  | 'run again'
  | 'script';

const maxOtherDrifts = 4;
/** The most characters of a value in a line. */
const maxLineValue = 300;
/** The most characters of a command that has a script in its place. */
const maxCommand = 400;
/** The most characters of one side of a further drift. */
const maxOtherSide = 80;

/**
 * Returns the facts of the first drift, and one for each of a few others.
 * @param maxLength the most characters of a value
 */
export function describeDrift(
  [row, ...others]: readonly FindingRow[],
  maxLength = Number.POSITIVE_INFINITY,
): DriftFact[] {
  if (row === undefined) return [];
  const { expected, actual } = shortenSides(row, maxLength);
  const otherTexts = [...new Set(others.map((other) => describeOther(other, row)))].filter(
    (text) => text !== describeOther(row, row),
  );
  const hiddenCount = otherTexts.length - maxOtherDrifts;
  const facts: readonly (readonly [DriftLabel, string | undefined])[] = [
    ['sent', describeSent(row, maxLength)],
    ['before', describeBefore(row, maxLength)],
    ['expected', expected],
    ['actual', actual],
    ['at', row.pointer],
    ['call', describeCall(row)],
    ['noticed', describeNotice(row)],
    ['extent', describeFrequency(row)],
    ['with value', describeCounterexample(row, maxLength)],
    ['history', describeHistory(row, maxLength)],
    ['depends on', findDependence(row)],
    ['since', row.since && formatMinute(row.since)],
    ['contract', row.line === undefined ? undefined : `${contractPath}:${row.line}`],
    ['known', row.known?.reason && `until ${row.known.until}: ${row.known.reason}`],
    ...otherTexts.slice(0, maxOtherDrifts).map((text) => ['also', text] as const),
    ['also', hiddenCount > 0 ? `${hiddenCount} more, in the report` : undefined],
    ['run again', row.again],
    ['script', row.script],
  ];
  return facts.flatMap(([label, text]) => (text ? [[label, toPlainText(text)] as const] : []));
}

/** Returns the facts of drifts as lines, with their labels in a column. */
export function formatDriftLines(rows: readonly FindingRow[]): string[] {
  const facts = describeDrift(rows, maxLineValue);
  const hasScript = facts.some(([label]) => label === 'script');
  // A command is copied whole or not at all, and the script does the same.
  const shown = facts.filter(
    ([label, text]) => label !== 'run again' || !hasScript || text.length <= maxCommand,
  );
  return shown.map(([label, text]) => `${label.padEnd(11)}${text}`);
}

/** Returns both sides of a drift in one phrase. */
export function describeSides({
  expected,
  actual,
}: Pick<FindingRow, 'expected' | 'actual'>): string {
  return toPlainText(`expected ${expected}, got ${actual}`);
}

/** Returns the calls of the shortest generated history that shows a drift. */
function describeHistory({ counterexample }: FindingRow, maxLength: number) {
  if (counterexample?.calls === undefined) return undefined;
  const { value, calls } = counterexample;
  return `${formatCount(calls, 'call')}: ${truncate(toPlainText(value), maxLength)}`;
}

function describeCounterexample({ counterexample }: FindingRow, maxLength: number) {
  // Without words, only the program that drew the value can read it.
  if (counterexample?.words === undefined) return undefined;
  const { value, words, runs, shrinks } = counterexample;
  const text = toPlainText(`${words}, ${value}`);
  return `${truncate(text, maxLength)} (value ${runs}, shrunk ${shrinks}×)`;
}

/** Returns how much the fault concerns and what tells it apart, such as `only for the format audio: 16 of 16 with, 0 of 99 without`; undefined if a single call tells nothing. */
export function describeFrequency(row: FindingRow): string | undefined {
  const { judged } = row;
  if (judged === undefined || judged.times < 1) return undefined;
  const { drifted, times, separation, passing, of } = judged;
  if (separation !== undefined) {
    const { matching, others } = separation;
    const count = `${formatNumber(matching.drifted)} of ${formatNumber(matching.times + others)}`;
    return `${count} ${describeCounted(row)}, ${describeSeparation(separation)}`;
  }
  if (times === 1) return of === undefined ? 'seen once; no other response can show it' : undefined;
  if (times === drifted) return `all ${formatNumber(times)} ${describeCounted(row)}`;
  const count = `${formatNumber(drifted)} of ${formatNumber(times)} ${describeCounted(row)}`;
  if (passing === undefined) return count;
  const example = describePassing(passing, findWrongStatus(row)?.actual);
  return `${count}; ${describeValues(example, row.exchange)}`;
}

/** Returns what was counted, in the plural. */
function describeCounted(row: FindingRow): string {
  const { judged, operation, pointer = '', requirement, sent: [write] = [] } = row;
  if (judged?.of === 'calls') return `calls of ${operation}`;
  if (judged?.of === 'valid calls') return `valid calls of ${operation}`;
  if (judged?.of === 'writes') return `calls of ${write?.operation} that sent ${write?.name}`;
  const { after } = judged ?? {};
  if (after !== undefined)
    return `${after.startsWith('a refused ') ? 'refused ' : ''}calls of ${after.replace('a refused ', '')} with a later read`;
  const isEntry = judged?.separation !== undefined && /^\/data\/\d/.test(pointer);
  if (isEntry) return 'entries in lists';
  const field = findField(row);
  if (requirement === 'update.keeps-the-rest' && field !== undefined)
    return `updates without ${field}`;
  return operation === undefined ? 'judged responses' : `judged responses of ${operation}`;
}

/** Returns the call that went wrong, with its status and number. */
export function describeCall(row: FindingRow): string | undefined {
  const wrongCall = findWrongCall(row);
  if (wrongCall !== undefined) return formatCall(wrongCall);
  return row.exchange && formatCall({ ...row.exchange, path: row.exchange.url });
}

/** Returns the call whose response shows the drift; undefined if it is the one that went wrong. */
export function describeNotice(row: FindingRow): string | undefined {
  const { exchange } = row;
  if (exchange === undefined || findWrongCall(row) === undefined) return undefined;
  return formatCall({ ...exchange, path: exchange.url });
}

/** Describes a further drift of a requirement, without what the first drift shows already. */
function describeOther(other: FindingRow, first: FindingRow): string {
  const names = [
    ...(other.requirement === first.requirement ? [] : [other.requirement]),
    ...(other.operation === first.operation ? [] : [other.operation]),
  ].filter(Boolean);
  const tested = names.length === 0 ? '' : `${names.join(' ')}: `;
  const place = other.pointer ? ` at ${other.pointer}` : '';
  const { expected, actual } = shortenSides(other, maxOtherSide);
  const text = `${tested}${describeSides({ expected, actual })}${place}`;
  return toPlainText(shortenIds(text));
}
