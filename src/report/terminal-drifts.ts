/** A drift as a terminal shows it: what is required, what was expected above what came, and how to ask again. */
import { cut, labelled, paint, plain, wrap, type Screen } from './paint.ts';
import type { FindingRow } from './report.ts';

/** Drifts shown in full; a target with more has a report to read. */
const shownInFull = 20;

/** All drifts, advice and known ones on a line each. */
export function driftLines(rows: readonly FindingRow[], screen: Screen): string[] {
  const fresh = rows.filter((row) => row.level !== 'should' && row.verdict === 'drifts');
  const others = rows.filter((row) => !fresh.includes(row));
  const hidden = fresh.length - shownInFull;
  return [
    ...fresh.slice(0, shownInFull).flatMap((row) => block(row, screen)),
    ...(hidden > 0 ? [paint(screen, 'red', `✗ and ${hidden} more drifts, in the report`), ''] : []),
    ...others.flatMap((row) => short(row, screen)),
    ...(others.length > 0 ? [''] : []),
  ];
}

function block(row: FindingRow, screen: Screen): string[] {
  const times = row.occurrences === 1 ? 'once' : `${row.occurrences} times`;
  return [
    `${paint(screen, 'red', '✗')} ${paint(screen, 'bold', row.requirement)}  ${paint(screen, 'dim', row.section)}`,
    ...wrap(row.says, screen.width - 4).map((line) => `    ${line}`),
    ...(row.sentence === row.says ? [] : labelled(screen, 'asked', plain(row.sentence))),
    ...labelled(screen, 'expected', cut(plain(row.expected), 480)),
    ...labelled(screen, 'actual', cut(plain(row.actual), 480)),
    ...(row.pointer === undefined ? [] : labelled(screen, 'at', plain(row.pointer))),
    ...counterexampleLines(row, screen),
    ...callLines(row, screen),
    ...labelled(screen, 'seen', `${times}, first at request ${row.firstAtRequest}`),
    ...labelled(screen, 'ask again', row.again),
    '',
  ];
}

function counterexampleLines(row: FindingRow, screen: Screen): string[] {
  if (row.counterexample === undefined) return [];
  const { value, runs, shrinks } = row.counterexample;
  const found = `(run ${runs}, shrunk ${shrinks} times)`;
  return labelled(screen, 'smallest', `${cut(plain(value), 480)} ${found}`);
}

function callLines(row: FindingRow, screen: Screen): string[] {
  if (row.exchange === undefined) return [];
  const { method, url, status } = row.exchange;
  const call = labelled(screen, 'call', `${method} ${plain(url)} → ${status}`);
  // A long body makes a line nobody reads here; the report has it whole.
  if (row.curl === undefined || row.curl.length > 2 * screen.width) return call;
  return [...call, ...labelled(screen, 'curl', plain(row.curl))];
}

function short(row: FindingRow, screen: Screen): string[] {
  const word = row.level === 'should' ? 'advice' : 'known';
  const text = `${row.requirement} (${word}): expected ${plain(row.expected)}, came ${plain(row.actual)}`;
  const [first = '', ...rest] = wrap(cut(text, 320), screen.width - 2);
  return [`${paint(screen, 'yellow', '~')} ${first}`, ...rest.map((line) => `  ${line}`)];
}
