/** Describes the drifts of a requirement as facts, from which all formats for people are written. */
import { contractPath } from '../../contract/requirement-lines.ts';
import type { FindingRow } from '../record/index.ts';
import {
  formatCount,
  formatMinute,
  formatNumber,
  groupBy,
  toPlainText,
  truncate,
} from '../wording/index.ts';
import { shortenSides } from './differing-place.ts';

export type DriftFact = readonly [label: DriftLabel, text: string];

/** The labels of facts, in their order. */
type DriftLabel =
  | 'history'
  | 'sent'
  | 'expected'
  | 'actual'
  | 'at'
  | 'with value'
  | 'call'
  | 'how often'
  | 'since'
  | 'contract'
  | 'known'
  | 'curl'
  | 'also'
  | 'run again'
  | 'script';

const maxOtherDrifts = 4;
const maxOtherLength = 180;
/** The most characters of one sent value. */
const maxSentLength = 120;

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
  const hiddenCount = others.length - maxOtherDrifts;
  const facts: readonly (readonly [DriftLabel, string | undefined])[] = [
    ['history', describeHistory(row, maxLength)],
    ['sent', describeSent(row, maxLength)],
    ['expected', expected],
    ['actual', actual],
    ['at', row.pointer],
    ['with value', describeCounterexample(row, maxLength)],
    ['call', describeCall(row)],
    ['how often', describeFrequency(row)],
    ['since', row.since && formatMinute(row.since)],
    ['contract', row.line === undefined ? undefined : `${contractPath}:${row.line}`],
    ['known', row.known?.reason && `until ${row.known.until}: ${row.known.reason}`],
    ['curl', row.curl],
    ...others.slice(0, maxOtherDrifts).map((other) => ['also', describeOther(other, row)] as const),
    ['also', hiddenCount > 0 ? `${hiddenCount} more, in the report` : undefined],
    ['run again', row.again],
    ['script', row.script],
  ];
  return facts.flatMap(([label, text]) => (text ? [[label, toPlainText(text)] as const] : []));
}

/** Returns the facts of drifts as lines, with their labels in a column. */
export function formatDriftLines(rows: readonly FindingRow[]): string[] {
  return describeDrift(rows).map(([label, text]) => `${label.padEnd(11)}${text}`);
}

/** Returns both sides of a drift in one phrase. */
export function describeSides({
  expected,
  actual,
}: Pick<FindingRow, 'expected' | 'actual'>): string {
  return toPlainText(`expected ${expected}, got ${actual}`);
}

/** Returns the path of an address without the part that all operations share. */
export function shortenPath(url: string): string {
  return toPlainText(url.replace(/^(https?:\/\/[^/]+)?(\/v2\/distribution)?/, ''));
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

/** Returns the part of a request that a reader needs, such as `isbn "978…" in POST /books (request 12)`. */
export function describeSent({ sent = [], exchange }: FindingRow, maxLength: number) {
  if (sent.length === 0) return undefined;
  const calls = groupBy(sent, ({ request }) => String(request));
  const parts = [...calls.values()].map((rows) => {
    const values = rows.map(({ name, value }) => {
      const text = JSON.stringify(value) ?? 'nothing';
      return `${name} ${truncate(text, Math.min(maxLength, maxSentLength))}`;
    });
    const [call] = rows;
    if (call === undefined || call.request === exchange?.number) return values.join(', ');
    const { method, path, request } = call;
    return `${values.join(', ')} in ${method} ${shortenPath(path)} (request ${formatNumber(request)})`;
  });
  return toPlainText(parts.join(', '));
}

/** Returns how often the requirement drifted; undefined if it always did. */
export function describeFrequency({ judged }: FindingRow): string | undefined {
  if (judged === undefined || judged.drifted === judged.times) return undefined;
  return `${formatNumber(judged.drifted)} of ${formatCount(judged.times, 'time')}`;
}

/** Returns the call that shows a drift, with its status and number. */
export function describeCall({ exchange, firstAtRequest }: FindingRow): string | undefined {
  if (exchange === undefined) return undefined;
  const { method, url, status } = exchange;
  return `${method} ${shortenPath(url)} → ${status}  (request ${formatNumber(firstAtRequest)})`;
}

/** Describes a further drift of a requirement, without what the first drift shows already. */
function describeOther(other: FindingRow, first: FindingRow): string {
  const tested = other.requirement === first.requirement ? '' : `${other.requirement}: `;
  const place = other.pointer ? ` at ${other.pointer}` : '';
  const actual = /^[1-5]\d\d\b/.exec(other.actual)?.[0] ?? other.actual;
  const text = `${tested}${describeSides({ ...other, actual })}${place}`;
  return truncate(toPlainText(text), maxOtherLength);
}
