/** Describes the drifts of a requirement as facts, from which all formats for people are written. */
import { contractPath } from '../../contract/requirement-lines.ts';
import { type FindingRow, findDependence } from '../record/index.ts';
import {
  describeExtent,
  formatCount,
  formatMinute,
  formatNumber,
  groupBy,
  toPlainText,
  truncate,
} from '../wording/index.ts';
import { shortenSides } from './differing-place.ts';
import { describeKey, findWrongCall, type ShortCall } from './drift-calls.ts';
import { describeDay } from './sent-days.ts';

export type DriftFact = readonly [label: DriftLabel, text: string];

/** The labels of facts, in their order. */
type DriftLabel =
  | 'sent'
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
  | 'curl'
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
  const otherTexts = [...new Set(others.map((other) => describeOther(other, row)))].filter(
    (text) => text !== describeOther(row, row),
  );
  const hiddenCount = otherTexts.length - maxOtherDrifts;
  const facts: readonly (readonly [DriftLabel, string | undefined])[] = [
    ['sent', describeSent(row, maxLength)],
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
    ['curl', row.curl],
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

/** Returns the path of an address without the part that all operations share. */
function shortenPath(url: string): string {
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
export function describeSent(row: FindingRow, maxLength: number): string | undefined {
  const { sent: allParts = [], exchange, shows } = row;
  const isRefused = shows === 'the refused value';
  const wrongCall = findWrongCall(row);
  const sent = allParts
    .filter(({ status }) => !isRefused || status >= 400)
    // The query of the read that notices a drift says nothing about the call that went wrong.
    .filter(
      ({ method, request }) => method !== 'GET' || request === (wrongCall ?? exchange)?.number,
    );
  const key = describeKey(row);
  const calls = groupBy(sent, ({ request }) => String(request));
  const parts = [...calls.values()].map((rows) => {
    const values = rows.map(({ name, value }) => {
      const text = JSON.stringify(value) ?? 'nothing';
      const shortText = truncate(shortenIds(text), Math.min(maxLength, maxSentLength));
      return [name, shortText, ...describeDay(value, exchange?.responseHeaders['date'])].join(' ');
    });
    const [call] = rows;
    const isShown = call?.request === exchange?.number || call?.request === wrongCall?.number;
    if (call === undefined || isShown) return values.join(', ');
    return `${values.join(', ')} in ${formatCall({ ...call, number: call.request })}`;
  });
  const texts = [...(key === undefined ? [] : [key]), ...parts];
  return texts.length === 0 ? undefined : toPlainText(shortenIds(texts.join(', ')));
}

/** Shortens ids to their first part, which is enough to tell them apart. */
function shortenIds(text: string): string {
  return text.replaceAll(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f-]{22}/gi, '$1…');
}

/** Returns how much the fault concerns, such as `seen only for the format audio: 16 of the 115 responses …`; undefined if a single call tells nothing. */
export function describeFrequency(row: FindingRow): string | undefined {
  const { judged } = row;
  if (judged === undefined || judged.times < 1) return undefined;
  const { drifted, times, extent, common = [], of } = judged;
  const [noun, verb] = describeCounted(row);
  if (times === 1)
    return of === undefined ? `the only response that this statement is about` : undefined;
  const other = times - drifted;
  const rest = `the other ${formatNumber(other)} ${other === 1 ? verb[0] : verb[1]}`;
  const count =
    other === 0
      ? `all ${formatNumber(times)} ${noun}`
      : `${formatNumber(drifted)} of the ${formatNumber(times)} ${noun}; ${rest}`;
  if (extent !== undefined) return `seen only ${describeExtent(extent)}: ${count}`;
  // What a single drift is about is chance.
  if (other === 0 || drifted === 1 || of !== undefined) return count;
  return common.length === 0
    ? `${count}. Nothing known tells them apart`
    : `${count}. All of them were ${common.map(describeExtent).join(', ')}, perhaps by chance`;
}

/** Returns what was counted, and what those do that are right, in the singular and the plural. */
function describeCounted({ judged, operation, sent = [] }: FindingRow) {
  const [write] = sent;
  if (judged?.of === 'calls') return [`calls of ${operation}`, ['succeeds', 'succeed']] as const;
  if (judged?.of === 'writes')
    return [
      `calls of ${write?.operation} that sent ${write?.name}`,
      ['was stored', 'were stored'],
    ] as const;
  return ['responses that this statement is about', ['conforms', 'conform']] as const;
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

function formatCall({ method, path, status, number }: ShortCall): string {
  return `${method} ${shortenPath(path)} → ${status} (request ${formatNumber(number)})`;
}

/** Describes a further drift of a requirement, without what the first drift shows already. */
function describeOther(other: FindingRow, first: FindingRow): string {
  const tested = other.requirement === first.requirement ? '' : `${other.requirement}: `;
  const place = other.pointer ? ` at ${other.pointer}` : '';
  const { expected, actual } = shortenSides(other, maxOtherSide);
  const text = `${tested}${describeSides({ expected, actual })}${place}`;
  return toPlainText(shortenIds(text));
}
