/** Drifts on a terminal: each in full, or the likely causes on a single screen with what to do next. */
import { shortenSides, type Cause, groupByCause } from '../triage/index.ts';
import { formatCount, truncate, groupBy, formatMinute, toPlainText } from '../wording/index.ts';
import { type FindingRow, type ExchangeRow, quoteForShell } from '../record/index.ts';
import { labelledLines, paint, labelledLine, wrap, type Screen } from './paint.ts';

/** Further drifts from one requirement that get a line of their own. */
const maxOtherDrifts = 4;

/** The details of each requirement that drifts. */
export function fullDriftLines(
  rows: readonly FindingRow[],
  maxRequirements: number,
  screen: Screen,
): string[] {
  const groups = [...groupBy(rows, ({ requirement }) => requirement).values()];
  return [
    ...groups.slice(0, maxRequirements).flatMap((group) => driftBlock(group, screen)),
    ...(groups.length > maxRequirements
      ? [hiddenLine(groups.length - maxRequirements, screen), '']
      : []),
  ];
}

function hiddenLine(hidden: number, screen: Screen): string {
  return paint(screen, 'red', `✗ and ${formatCount(hidden, 'more requirement')}, in the report`);
}

/** Advice that was not followed and known drifts, in a limited number of rows each. */
export function otherDriftLines(
  rows: readonly FindingRow[],
  maxRows: number,
  screen: Screen,
): string[] {
  return rows.length === 0
    ? []
    : [...rows.flatMap((row) => briefDriftLines(row, maxRows, screen)), ''];
}

function driftBlock([row, ...others]: readonly FindingRow[], screen: Screen): string[] {
  if (row === undefined) return [];
  const hidden = others.length - maxOtherDrifts;
  return [
    headline(row, screen),
    ...wrap(row.says, screen.width - 4).map((line) => `    ${line}`),
    ...labelledLines(screen, 'tested', toPlainText(row.sentence)),
    ...sideLines(row, screen),
    ...(row.pointer ? labelledLines(screen, 'at', toPlainText(row.pointer)) : []),
    ...counterexampleLines(row, screen),
    ...callLines(row, screen),
    ...curlLines(row, screen),
    ...others
      .slice(0, maxOtherDrifts)
      .flatMap((other) => labelledLines(screen, 'also', describeOther(other, row))),
    ...(hidden > 0 ? labelledLines(screen, 'also', `${hidden} more, in the report`) : []),
    labelledLine(screen, 'run again', row.again),
    ...(row.script === undefined ? [] : labelledLines(screen, 'script', row.script)),
    '',
  ];
}

function headline(row: FindingRow, screen: Screen): string {
  const since = row.since === undefined ? '' : `   since ${formatMinute(row.since)}`;
  const cross = paint(screen, 'red', '✗');
  const section = paint(screen, 'dim', `${row.section}${since}`);
  return `${cross} ${paint(screen, 'bold', row.requirement)}  ${section}`;
}

/** Expected above actual, in at most two lines each. */
function sideLines(row: FindingRow, screen: Screen): string[] {
  const { expected, actual } = shortenSides(row, 2 * Math.max(screen.width - 16, 24));
  return [
    ...labelledLines(screen, 'expected', expected),
    ...labelledLines(screen, 'actual', actual),
  ];
}

/** Two lines of the text; the report has the rest. */
function shorten(text: string, screen: Screen): string {
  return truncate(toPlainText(text), 2 * Math.max(screen.width - 16, 24));
}

/** Another drift of the same requirement, without the parts that its first one shows. */
function describeOther(other: FindingRow, first: FindingRow): string {
  const tested = other.sentence === first.sentence ? '' : `${other.sentence}: `;
  const place = other.pointer ? ` at ${other.pointer}` : '';
  const received = /^[1-5]\d\d\b/.exec(other.actual)?.[0] ?? other.actual;
  return truncate(toPlainText(`${tested}expected ${other.expected}, got ${received}${place}`), 180);
}

function counterexampleLines(row: FindingRow, screen: Screen): string[] {
  if (row.counterexample === undefined) return [];
  const { value, words, runs, shrinks } = row.counterexample;
  const text = words === undefined ? value : `${words}, ${value}`;
  return labelledLines(
    screen,
    'smallest',
    `${shorten(text, screen)} (value ${runs}, shrunk ${shrinks}×)`,
  );
}

function callLines(row: FindingRow, screen: Screen): string[] {
  if (row.exchange === undefined) return [];
  const { method, url, status } = row.exchange;
  const repetitions = row.occurrences > 1 ? `, ${row.occurrences}×` : '';
  const occurrence = `(request ${row.firstAtRequest}${repetitions})`;
  return labelledLines(
    screen,
    'call',
    `${method} ${toPlainText(shortPath(url))} → ${status}  ${occurrence}`,
  );
}

/** A long body would make an unreadable line; the report has it whole. */
function curlLines({ curl }: FindingRow, screen: Screen): string[] {
  if (curl === undefined || curl.length > 2 * screen.width) return [];
  return [labelledLine(screen, 'curl', toPlainText(curl))];
}

/** Returns an address without its origin and the prefix of all paths. */
function shortPath(url: string): string {
  return url.replace(/^https?:\/\/[^/]+(\/v2\/distribution)?/, '');
}

function briefDriftLines(row: FindingRow, most: number, screen: Screen): string[] {
  const word = row.level === 'should' ? 'advice' : 'known';
  const text = `${row.requirement} (${word}): expected ${row.expected}, got ${row.actual}`;
  const maxLength = most * (screen.width - 2);
  const [first = '', ...rest] = wrap(truncate(toPlainText(text), maxLength), screen.width - 2);
  return [`${paint(screen, 'yellow', '~')} ${first}`, ...rest.map((line) => `  ${line}`)];
}

/**
 * Two lines for each likely cause, or only its headline if there is no room for both.
 * @param room lines to fill; at least one cause is shown, and those that do not fit are counted
 */
export function causeLines(rows: readonly FindingRow[], room: number, screen: Screen): string[] {
  const causes = groupByCause(rows);
  const hasRoomForSides = 2 * causes.length <= room;
  // One line of the room says how many causes there are beyond it.
  const maxCauses = causes.length <= room ? causes.length : Math.max(1, room - 1);
  const shownCauses = causes.slice(0, maxCauses);
  const hidden = causes.length - shownCauses.length;
  return [
    ...shownCauses.flatMap((cause) => [
      causeHeadline(cause, screen),
      ...(hasRoomForSides ? [sidesLine(cause, screen)] : []),
    ]),
    ...(hidden > 0
      ? [paint(screen, 'red', `✗ and ${formatCount(hidden, 'more cause')}, in the report`)]
      : []),
  ];
}

function causeHeadline({ root, requirements }: Cause, screen: Screen): string {
  const [first = root.requirement, second] = [...new Set([root.requirement, ...requirements])];
  const others = requirements.length > 2 ? `${requirements.length - 1} more` : second;
  const name = others === undefined ? first : `${first} and ${others}`;
  const since = root.since === undefined ? [] : [`since ${formatMinute(root.since)}`];
  const call = root.exchange === undefined ? [] : [describeCall(root.exchange)];
  const facts = truncate(
    [...since, ...call].join('  '),
    Math.max(screen.width - name.length - 4, 1),
  );
  return `${paint(screen, 'red', '✗')} ${paint(screen, 'bold', name)}  ${paint(screen, 'dim', facts)}`;
}

/** Returns the call without the book's id: `PATCH /books/…/publish`. */
function describeCall({ method, url }: ExchangeRow): string {
  return `${method} ${toPlainText(shortPath(url)).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…')}`;
}

function sidesLine({ root }: Cause, screen: Screen): string {
  const { expected, actual } = shortenSides(root, Math.floor((screen.width - 22) / 2));
  return `    ${truncate(`expected ${expected}, got ${actual}`, screen.width - 4)}`;
}

/** The next commands: one that shows the first drift, and one that shows everything. */
export function nextLines(
  first: FindingRow | undefined,
  record: string | undefined,
  screen: Screen,
): string[] {
  if (first === undefined) return [];
  const showOne =
    first.script === undefined
      ? labelledLine(screen, 'run again', first.again)
      : labelledLine(screen, 'show one', `${first.script}   # others in the same folder`);
  const showAll =
    record === undefined
      ? []
      : [labelledLine(screen, 'all of it', `bookdist report show ${quoteForShell(record)} --full`)];
  return [showOne, ...showAll];
}
