/** Drifts as a terminal shows them: what is required, what was expected above what came, and how to ask again. */
import { grouped } from './grouped.ts';
import { count, cut, labelled, paint, plain, verbatim, wrap, type Screen } from './paint.ts';
import type { FindingRow } from './report.ts';
import { bothSides } from './told-values.ts';

/** Requirements shown in full; a target that drifts from more has a report to read. */
const shownInFull = 20;
/** Further drifts from one requirement that get a line of their own. */
const shownBeside = 4;

/** From so many on, each gets a few lines only, so that one screen shows them all. */
const many = 3;

/** All drifts, requirement by requirement; advice and known ones on a line each. */
export function driftLines(rows: readonly FindingRow[], screen: Screen): string[] {
  const fresh = rows.filter((row) => row.level !== 'should' && row.verdict === 'drifts');
  const others = rows.filter((row) => !fresh.includes(row));
  const groups = [...grouped(fresh, ({ requirement }) => requirement).values()];
  const hidden = groups.length - shownInFull;
  const tell = groups.length < many ? block : shortBlock;
  return [
    ...groups.slice(0, shownInFull).flatMap((group) => tell(group, screen)),
    ...(groups.length < many ? [] : ['']),
    ...(hidden > 0
      ? [paint(screen, 'red', `✗ and ${hidden} more requirements, in the report`), '']
      : []),
    ...others.flatMap((row) => brief(row, screen)),
    ...(others.length > 0 ? [''] : []),
  ];
}

function block([row, ...others]: readonly FindingRow[], screen: Screen): string[] {
  if (row === undefined) return [];
  const hidden = others.length - shownBeside;
  return [
    headline(row, screen),
    ...wrap(row.says, screen.width - 4).map((line) => `    ${line}`),
    ...labelled(screen, 'asked', plain(row.sentence)),
    ...sideLines(row, screen, 2),
    ...(row.pointer ? labelled(screen, 'at', plain(row.pointer)) : []),
    ...counterexampleLines(row, screen),
    ...callLines(row, screen),
    ...curlLines(row, screen),
    ...others
      .slice(0, shownBeside)
      .flatMap((other) => labelled(screen, 'also', beside(other, row))),
    ...(hidden > 0 ? labelled(screen, 'also', `${hidden} more, in the report`) : []),
    verbatim(screen, 'ask again', row.again),
    ...(row.script === undefined ? [] : labelled(screen, 'script', row.script)),
    '',
  ];
}

/** What it takes to know what is wrong and to ask again; the report has the rest. */
function shortBlock([row, ...others]: readonly FindingRow[], screen: Screen): string[] {
  if (row === undefined) return [];
  return [
    headline(row, screen, others.length),
    ...wrap(row.says, screen.width - 4).map((line) => `    ${line}`),
    ...sideLines(row, screen, 1),
    ...callLines(row, screen),
    verbatim(screen, 'ask again', row.again),
  ];
}

function headline(row: FindingRow, screen: Screen, others = 0): string {
  const name = paint(screen, 'bold', row.requirement);
  const also = others === 0 ? '' : `   and ${count(others, 'drift')} more from it`;
  const since =
    row.since === undefined ? '' : `   since ${row.since.slice(0, 16).replace('T', ' ')}`;
  return `${paint(screen, 'red', '✗')} ${name}  ${paint(screen, 'dim', `${row.section}${since}${also}`)}`;
}

/** Expected above actual, in so many lines each. */
function sideLines(row: FindingRow, screen: Screen, lines: number): string[] {
  const { expected, actual } = bothSides(row, lines * Math.max(screen.width - 16, 24));
  return [...labelled(screen, 'expected', expected), ...labelled(screen, 'actual', actual)];
}

/** Two lines of it; the report has the rest. */
function short(text: string, screen: Screen): string {
  return cut(plain(text), 2 * Math.max(screen.width - 16, 24));
}

/** Another drift from the same requirement, without what its first one says already. */
function beside(other: FindingRow, first: FindingRow): string {
  const asked = other.sentence === first.sentence ? '' : `${other.sentence}: `;
  const place = other.pointer ? ` at ${other.pointer}` : '';
  const came = /^[1-5]\d\d\b/.exec(other.actual)?.[0] ?? other.actual;
  return cut(plain(`${asked}expected ${other.expected}, came ${came}${place}`), 180);
}

function counterexampleLines(row: FindingRow, screen: Screen): string[] {
  if (row.counterexample === undefined) return [];
  const { value, runs, shrinks } = row.counterexample;
  return labelled(
    screen,
    'smallest',
    `${short(value, screen)} (value ${runs}, shrunk ${shrinks}×)`,
  );
}

function callLines(row: FindingRow, screen: Screen): string[] {
  if (row.exchange === undefined) return [];
  const { method, url, status } = row.exchange;
  const path = url.replace(/^https?:\/\/[^/]+(\/v2\/distribution)?/, '');
  const often = row.occurrences > 1 ? `, ${row.occurrences}×` : '';
  const seen = `(request ${row.firstAtRequest}${often})`;
  return labelled(screen, 'call', `${method} ${plain(path)} → ${status}  ${seen}`);
}

/** A long body makes a line that nobody reads here; the report has it whole. */
function curlLines({ curl }: FindingRow, screen: Screen): string[] {
  if (curl === undefined || curl.length > 2 * screen.width) return [];
  return [verbatim(screen, 'curl', plain(curl))];
}

function brief(row: FindingRow, screen: Screen): string[] {
  const word = row.level === 'should' ? 'advice' : 'known';
  const text = `${row.requirement} (${word}): expected ${row.expected}, came ${row.actual}`;
  const [first = '', ...rest] = wrap(cut(plain(text), 3 * screen.width), screen.width - 2);
  return [`${paint(screen, 'yellow', '~')} ${first}`, ...rest.map((line) => `  ${line}`)];
}
