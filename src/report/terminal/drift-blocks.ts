/** Formats drifts for a terminal: each in full, or the likely causes on one screen with the next commands. */
import { shortenSides, type Cause, groupByCause } from '../triage/index.ts';
import { formatCount, truncate, groupBy, formatMinute, toPlainText } from '../wording/index.ts';
import { type FindingRow, type ExchangeRow, quoteForShell } from '../record/index.ts';
import {
  formatLabelled,
  labelWidth,
  paint,
  formatLabelledLine,
  wrap,
  type Screen,
} from './paint.ts';

type Rows = readonly FindingRow[];

const maxOtherDrifts = 4;
const maxOtherLength = 180;

export function formatFullDrifts(rows: Rows, maxRequirements: number, screen: Screen): string[] {
  const groups = [...groupBy(rows, ({ requirement }) => requirement).values()];
  const lines = groups.slice(0, maxRequirements).flatMap((group) => formatDrift(group, screen));
  const hiddenCount = groups.length - maxRequirements;
  if (hiddenCount <= 0) return lines;
  const note = `✗ and ${formatCount(hiddenCount, 'more requirement')}, in the report`;
  return [...lines, paint(screen, 'red', note), ''];
}

/** Returns drifts of advice and known drifts, each in a limited number of rows. */
export function formatOtherDrifts(rows: Rows, maxRows: number, screen: Screen): string[] {
  const lines = rows.flatMap((row) => formatBriefDrift(row, maxRows, screen));
  return lines.length === 0 ? [] : [...lines, ''];
}

function formatDrift([row, ...others]: readonly FindingRow[], screen: Screen): string[] {
  if (row === undefined) return [];
  const { expected, actual } = shortenSides(row, getTwoLineLength(screen));
  const hidden = others.length - maxOtherDrifts;
  return [
    formatHeadline(row, screen),
    ...wrap(row.says, screen.width - 4).map((line) => `    ${line}`),
    ...formatLabelled(screen, 'tested', toPlainText(row.sentence)),
    ...formatLabelled(screen, 'expected', expected),
    ...formatLabelled(screen, 'actual', actual),
    ...(row.pointer ? formatLabelled(screen, 'at', toPlainText(row.pointer)) : []),
    ...formatCounterexample(row, screen),
    ...formatCall(row, screen),
    ...formatCurl(row, screen),
    ...others
      .slice(0, maxOtherDrifts)
      .flatMap((other) => formatLabelled(screen, 'also', describeOther(other, row))),
    ...(hidden > 0 ? formatLabelled(screen, 'also', `${hidden} more, in the report`) : []),
    formatLabelledLine(screen, 'run again', row.again),
    ...(row.script === undefined ? [] : formatLabelled(screen, 'script', row.script)),
    '',
  ];
}

function formatHeadline(row: FindingRow, screen: Screen): string {
  const since = row.since === undefined ? '' : `   since ${formatMinute(row.since)}`;
  const cross = paint(screen, 'red', '✗');
  const section = paint(screen, 'dim', `${row.section}${since}`);
  return `${cross} ${paint(screen, 'bold', row.requirement)}  ${section}`;
}

/** Returns the characters of two lines after a label; on a narrow screen, enough to say something. */
function getTwoLineLength({ width }: Screen): number {
  return 2 * Math.max(width - labelWidth - 1, 24);
}

/** Describes a further drift of a requirement, without what the first drift shows already. */
function describeOther(other: FindingRow, first: FindingRow): string {
  const tested = other.sentence === first.sentence ? '' : `${other.sentence}: `;
  const place = other.pointer ? ` at ${other.pointer}` : '';
  const actual = /^[1-5]\d\d\b/.exec(other.actual)?.[0] ?? other.actual;
  const text = `${tested}expected ${other.expected}, got ${actual}${place}`;
  return truncate(toPlainText(text), maxOtherLength);
}

function formatCounterexample(row: FindingRow, screen: Screen): string[] {
  if (row.counterexample === undefined) return [];
  const { value, words, runs, shrinks } = row.counterexample;
  const text = toPlainText(words === undefined ? value : `${words}, ${value}`);
  const shortText = truncate(text, getTwoLineLength(screen));
  return formatLabelled(screen, 'with value', `${shortText} (value ${runs}, shrunk ${shrinks}×)`);
}

function formatCall(row: FindingRow, screen: Screen): string[] {
  if (row.exchange === undefined) return [];
  const { method, url, status } = row.exchange;
  const repetitions = row.occurrences > 1 ? `, ${row.occurrences}×` : '';
  const call = `${method} ${toPlainText(shortenPath(url))} → ${status}`;
  const occurrence = `(request ${row.firstAtRequest}${repetitions})`;
  return formatLabelled(screen, 'call', `${call}  ${occurrence}`);
}

/** Returns the curl command, unless it takes more than two lines; the report has every command. */
function formatCurl({ curl }: FindingRow, screen: Screen): string[] {
  if (curl === undefined || curl.length > 2 * screen.width) return [];
  return [formatLabelledLine(screen, 'curl', toPlainText(curl))];
}

function shortenPath(url: string): string {
  return url.replace(/^https?:\/\/[^/]+(\/v2\/distribution)?/, '');
}

function formatBriefDrift(row: FindingRow, maxRows: number, screen: Screen): string[] {
  const word = row.level === 'should' ? 'advice' : 'known';
  const text = `${row.requirement} (${word}): expected ${row.expected}, got ${row.actual}`;
  const maxLength = maxRows * (screen.width - 2);
  const [first = '', ...rest] = wrap(truncate(toPlainText(text), maxLength), screen.width - 2);
  return [`${paint(screen, 'yellow', '~')} ${first}`, ...rest.map((line) => `  ${line}`)];
}

/**
 * Returns two lines for each likely cause, or only the headlines if there is no room for more.
 * @param maxLines at least one cause is shown, and those that do not fit are counted
 */
export function formatCauses(rows: Rows, maxLines: number, screen: Screen): string[] {
  const causes = groupByCause(rows);
  const hasRoomForSides = 2 * causes.length <= maxLines;
  // If not all causes fit, the last line counts the others.
  const maxCauses = causes.length <= maxLines ? causes.length : Math.max(1, maxLines - 1);
  const lines = causes
    .slice(0, maxCauses)
    .flatMap((cause) => [
      formatCauseHeadline(cause, screen),
      ...(hasRoomForSides ? [formatCauseSides(cause, screen)] : []),
    ]);
  const hiddenCount = causes.length - maxCauses;
  if (hiddenCount <= 0) return lines;
  const note = `✗ and ${formatCount(hiddenCount, 'more cause')}, in the report`;
  return [...lines, paint(screen, 'red', note)];
}

function formatCauseHeadline({ root, requirements }: Cause, screen: Screen): string {
  const [first = root.requirement, second] = [...new Set([root.requirement, ...requirements])];
  const others = requirements.length > 2 ? `${requirements.length - 1} more` : second;
  const name = others === undefined ? first : `${first} and ${others}`;
  const since = root.since === undefined ? [] : [`since ${formatMinute(root.since)}`];
  const call = root.exchange === undefined ? [] : [formatCallWithoutIds(root.exchange)];
  const room = Math.max(screen.width - name.length - 4, 1);
  const facts = truncate([...since, ...call].join('  '), room);
  return `${paint(screen, 'red', '✗')} ${paint(screen, 'bold', name)}  ${paint(screen, 'dim', facts)}`;
}

/** Returns the call without ids: `PATCH /books/…/publish`. */
function formatCallWithoutIds({ method, url }: ExchangeRow): string {
  return `${method} ${toPlainText(shortenPath(url)).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…')}`;
}

function formatCauseSides({ root }: Cause, screen: Screen): string {
  // Leaves 22 characters for the indent, `expected` and `got`.
  const { expected, actual } = shortenSides(root, Math.floor((screen.width - 22) / 2));
  return `    ${truncate(`expected ${expected}, got ${actual}`, screen.width - 4)}`;
}

/** Returns two commands: the first shows the first drift again, the second prints the whole report. */
export function formatNextCommands(
  first: FindingRow | undefined,
  reportFile: string | undefined,
  screen: Screen,
): string[] {
  if (first === undefined) return [];
  const lines = [
    first.script === undefined
      ? formatLabelledLine(screen, 'run again', first.again)
      : formatLabelledLine(screen, 'reproduce', `${first.script}   # other drifts: same folder`),
  ];
  if (reportFile === undefined) return lines;
  const command = `bookdist report show ${quoteForShell(reportFile)} --full`;
  return [...lines, formatLabelledLine(screen, 'everything', command)];
}
