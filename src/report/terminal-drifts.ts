/** Drifts as a terminal shows them: what is required, what was expected above what came, and how to ask again. */
import { cut, labelled, paint, plain, verbatim, wrap, type Screen } from './paint.ts';
import type { FindingRow } from './report.ts';

/** Requirements shown in full; a target that drifts from more has a report to read. */
const shownInFull = 20;
/** Further drifts from one requirement that get a line of their own. */
const shownBeside = 4;

/** All drifts, requirement by requirement; advice and known ones on a line each. */
export function driftLines(rows: readonly FindingRow[], screen: Screen): string[] {
  const fresh = rows.filter((row) => row.level !== 'should' && row.verdict === 'drifts');
  const others = rows.filter((row) => !fresh.includes(row));
  const groups = [...grouped(fresh).values()];
  const hidden = groups.length - shownInFull;
  return [
    ...groups.slice(0, shownInFull).flatMap((group) => block(group, screen)),
    ...(hidden > 0
      ? [paint(screen, 'red', `✗ and ${hidden} more requirements, in the report`), '']
      : []),
    ...others.flatMap((row) => brief(row, screen)),
    ...(others.length > 0 ? [''] : []),
  ];
}

function grouped(rows: readonly FindingRow[]): Map<string, FindingRow[]> {
  const groups = new Map<string, FindingRow[]>();
  for (const row of rows) {
    const group = groups.get(row.requirement);
    if (group) group.push(row);
    else groups.set(row.requirement, [row]);
  }
  return groups;
}

function block([row, ...others]: readonly FindingRow[], screen: Screen): string[] {
  if (row === undefined) return [];
  const name = paint(screen, 'bold', row.requirement);
  const hidden = others.length - shownBeside;
  return [
    `${paint(screen, 'red', '✗')} ${name}  ${paint(screen, 'dim', row.section)}`,
    ...wrap(row.says, screen.width - 4).map((line) => `    ${line}`),
    ...labelled(screen, 'asked', plain(row.sentence)),
    ...labelled(screen, 'expected', short(row.expected, screen)),
    ...labelled(screen, 'actual', short(row.actual, screen)),
    ...(row.pointer ? labelled(screen, 'at', plain(row.pointer)) : []),
    ...counterexampleLines(row, screen),
    ...callLines(row, screen),
    ...others
      .slice(0, shownBeside)
      .flatMap((other) => labelled(screen, 'also', beside(other, row))),
    ...(hidden > 0 ? labelled(screen, 'also', `${hidden} more, in the report`) : []),
    verbatim(screen, 'ask again', row.again),
    ...(row.script === undefined ? [] : labelled(screen, 'script', row.script)),
    '',
  ];
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
  const path = url.replace(/^https?:\/\/[^/]+/, '');
  const often = row.occurrences > 1 ? `, ${row.occurrences} times` : '';
  const seen = `(request ${row.firstAtRequest}${often})`;
  const call = labelled(screen, 'call', `${method} ${plain(path)} → ${status}  ${seen}`);
  // A long body makes a line that nobody reads here; the report has it whole.
  if (row.curl === undefined || row.curl.length > 2 * screen.width) return call;
  return [...call, verbatim(screen, 'curl', plain(row.curl))];
}

function brief(row: FindingRow, screen: Screen): string[] {
  const word = row.level === 'should' ? 'advice' : 'known';
  const text = `${row.requirement} (${word}): expected ${row.expected}, came ${row.actual}`;
  const [first = '', ...rest] = wrap(cut(plain(text), 3 * screen.width), screen.width - 2);
  return [`${paint(screen, 'yellow', '~')} ${first}`, ...rest.map((line) => `  ${line}`)];
}
