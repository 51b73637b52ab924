/** Drifts on a terminal: each in full, or the likely causes on a single screen with what to do next. */
import { bothSides, type Cause, causesOf } from '../triage/index.ts';
import { count, cut, grouped, minute, plain } from '../wording/index.ts';
import { type FindingRow, type ExchangeRow, quoted } from '../record/index.ts';
import { labelled, paint, verbatim, wrap, type Screen } from './paint.ts';

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
function pathBelow(url: string): string {
  return url.replace(/^https?:\/\/[^/]+(\/v2\/distribution)?/, '');
}

function brief(row: FindingRow, most: number, screen: Screen): string[] {
  const word = row.level === 'should' ? 'advice' : 'known';
  const text = `${row.requirement} (${word}): expected ${row.expected}, got ${row.actual}`;
  const room = most * (screen.width - 2);
  const [first = '', ...rest] = wrap(cut(plain(text), room), screen.width - 2);
  return [`${paint(screen, 'yellow', '~')} ${first}`, ...rest.map((line) => `  ${line}`)];
}

/**
 * Two lines for each likely cause, or only its headline if there is no room for both.
 * @param room lines to fill; at least one cause is shown, and those that do not fit are counted
 */
export function driftsBriefly(rows: readonly FindingRow[], room: number, screen: Screen): string[] {
  const causes = causesOf(rows);
  const both = 2 * causes.length <= room;
  // One line of the room says how many causes there are beyond it.
  const most = causes.length <= room ? causes.length : Math.max(1, room - 1);
  const shown = causes.slice(0, most);
  const hidden = causes.length - shown.length;
  return [
    ...shown.flatMap((cause) => [
      causeHeadline(cause, screen),
      ...(both ? [sides(cause, screen)] : []),
    ]),
    ...(hidden > 0
      ? [paint(screen, 'red', `✗ and ${count(hidden, 'more cause')}, in the report`)]
      : []),
  ];
}

function causeHeadline({ root, requirements }: Cause, screen: Screen): string {
  const [first = root.requirement, second] = [...new Set([root.requirement, ...requirements])];
  const others = requirements.length > 2 ? `${requirements.length - 1} more` : second;
  const name = others === undefined ? first : `${first} and ${others}`;
  const since = root.since === undefined ? [] : [`since ${minute(root.since)}`];
  const call = root.exchange === undefined ? [] : [callOf(root.exchange)];
  const facts = cut([...since, ...call].join('  '), Math.max(screen.width - name.length - 4, 1));
  return `${paint(screen, 'red', '✗')} ${paint(screen, 'bold', name)}  ${paint(screen, 'dim', facts)}`;
}

/** Returns the call without the book's id: `PATCH /books/…/publish`. */
function callOf({ method, url }: ExchangeRow): string {
  return `${method} ${plain(pathBelow(url)).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…')}`;
}

function sides({ root }: Cause, screen: Screen): string {
  const { expected, actual } = bothSides(root, Math.floor((screen.width - 22) / 2));
  return `    ${cut(`expected ${expected}, got ${actual}`, screen.width - 4)}`;
}

/** The next commands: one that shows the first drift, and one that shows everything. */
export function nextLines(
  first: FindingRow | undefined,
  record: string | undefined,
  screen: Screen,
): string[] {
  if (first === undefined) return [];
  const show =
    first.script === undefined
      ? verbatim(screen, 'run again', first.again)
      : verbatim(screen, 'show one', `${first.script}   # others in the same folder`);
  const all =
    record === undefined
      ? []
      : [verbatim(screen, 'all of it', `bookdist report show ${quoted(record)} --full`)];
  return [show, ...all];
}
