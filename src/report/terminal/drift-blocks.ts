/** Drifts in full on a terminal: the requirement, expected and actual, and the command that asks again. */
import { bothSides } from '../triage/index.ts';
import { count, cut, grouped, minute, plain } from '../wording/index.ts';
import { labelled, paint, verbatim, wrap, type Screen } from './paint.ts';
import type { FindingRow } from '../record/index.ts';

/** Further drifts from one requirement that get a line of their own. */
const shownBeside = 4;

/** The details of each requirement that drifts. */
export function driftsInFull(rows: readonly FindingRow[], shown: number, screen: Screen): string[] {
  const groups = [...grouped(rows, ({ requirement }) => requirement).values()];
  return [
    ...groups.slice(0, shown).flatMap((group) => block(group, screen)),
    ...(groups.length > shown ? [moreDrifts(groups.length - shown, screen), ''] : []),
  ];
}

/** Says that there are more drifts than are shown. */
function moreDrifts(hidden: number, screen: Screen): string {
  return paint(screen, 'red', `✗ and ${count(hidden, 'more requirement')}, in the report`);
}

/** Advice that was not followed and known drifts, in a limited number of rows each. */
export function otherDrifts(rows: readonly FindingRow[], most: number, screen: Screen): string[] {
  return rows.length === 0 ? [] : [...rows.flatMap((row) => brief(row, most, screen)), ''];
}

function block([row, ...others]: readonly FindingRow[], screen: Screen): string[] {
  if (row === undefined) return [];
  const hidden = others.length - shownBeside;
  return [
    headline(row, screen),
    ...wrap(row.says, screen.width - 4).map((line) => `    ${line}`),
    ...labelled(screen, 'tested', plain(row.sentence)),
    ...sideLines(row, screen),
    ...(row.pointer ? labelled(screen, 'at', plain(row.pointer)) : []),
    ...counterexampleLines(row, screen),
    ...callLines(row, screen),
    ...curlLines(row, screen),
    ...others
      .slice(0, shownBeside)
      .flatMap((other) => labelled(screen, 'also', describeOther(other, row))),
    ...(hidden > 0 ? labelled(screen, 'also', `${hidden} more, in the report`) : []),
    verbatim(screen, 'run again', row.again),
    ...(row.script === undefined ? [] : labelled(screen, 'script', row.script)),
    '',
  ];
}

function headline(row: FindingRow, screen: Screen): string {
  const since = row.since === undefined ? '' : `   since ${minute(row.since)}`;
  const mark = paint(screen, 'red', '✗');
  const where = paint(screen, 'dim', `${row.section}${since}`);
  return `${mark} ${paint(screen, 'bold', row.requirement)}  ${where}`;
}

/** Expected above actual, in at most two lines each. */
function sideLines(row: FindingRow, screen: Screen): string[] {
  const { expected, actual } = bothSides(row, 2 * Math.max(screen.width - 16, 24));
  return [...labelled(screen, 'expected', expected), ...labelled(screen, 'actual', actual)];
}

/** Two lines of the text; the report has the rest. */
function short(text: string, screen: Screen): string {
  return cut(plain(text), 2 * Math.max(screen.width - 16, 24));
}

/** Another drift of the same requirement, without the parts that its first one shows. */
function describeOther(other: FindingRow, first: FindingRow): string {
  const tested = other.sentence === first.sentence ? '' : `${other.sentence}: `;
  const place = other.pointer ? ` at ${other.pointer}` : '';
  const got = /^[1-5]\d\d\b/.exec(other.actual)?.[0] ?? other.actual;
  return cut(plain(`${tested}expected ${other.expected}, got ${got}${place}`), 180);
}

function counterexampleLines(row: FindingRow, screen: Screen): string[] {
  if (row.counterexample === undefined) return [];
  const { value, words, runs, shrinks } = row.counterexample;
  const shown = words === undefined ? value : `${words}, ${value}`;
  return labelled(
    screen,
    'smallest',
    `${short(shown, screen)} (value ${runs}, shrunk ${shrinks}×)`,
  );
}

function callLines(row: FindingRow, screen: Screen): string[] {
  if (row.exchange === undefined) return [];
  const { method, url, status } = row.exchange;
  const often = row.occurrences > 1 ? `, ${row.occurrences}×` : '';
  const seen = `(request ${row.firstAtRequest}${often})`;
  return labelled(screen, 'call', `${method} ${plain(pathBelow(url))} → ${status}  ${seen}`);
}

/** A long body would make an unreadable line; the report has it whole. */
function curlLines({ curl }: FindingRow, screen: Screen): string[] {
  if (curl === undefined || curl.length > 2 * screen.width) return [];
  return [verbatim(screen, 'curl', plain(curl))];
}

/** Returns an address without its origin and the prefix of all paths. */
export function pathBelow(url: string): string {
  return url.replace(/^https?:\/\/[^/]+(\/v2\/distribution)?/, '');
}

function brief(row: FindingRow, most: number, screen: Screen): string[] {
  const word = row.level === 'should' ? 'advice' : 'known';
  const text = `${row.requirement} (${word}): expected ${row.expected}, got ${row.actual}`;
  const room = most * (screen.width - 2);
  const [first = '', ...rest] = wrap(cut(plain(text), room), screen.width - 2);
  return [`${paint(screen, 'yellow', '~')} ${first}`, ...rest.map((line) => `  ${line}`)];
}
