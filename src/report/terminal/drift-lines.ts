/** Drifts where a screen has no room to tell all of each: what differs and since when, likely causes together, and what to do next. */
import { bothSides, byLikelyCause, cut, minute, plain } from '../wording/index.ts';
import { type ExchangeRow, type FindingRow, quoted } from '../record/index.ts';
import { paint, verbatim, type Screen } from './paint.ts';
import { moreDrifts, pathBelow } from './drift-blocks.ts';

export interface Brevity {
  /** Below its name: the sentence and both sides, in one row both sides alone, or nothing. */
  readonly rows: 3 | 1 | 0;
  /** Likely causes that are told; the others are counted. */
  readonly shown: number;
}

/** A headline for each likely cause, and below it what differs. */
export function driftsBriefly(
  rows: readonly FindingRow[],
  brevity: Brevity,
  screen: Screen,
): string[] {
  const causes = byLikelyCause(rows);
  const hidden = new Set(
    causes
      .slice(brevity.shown)
      .flat()
      .map(({ requirement }) => requirement),
  );
  return [
    ...causes
      .slice(0, brevity.shown)
      .flatMap((cause) => [
        headline(cause, screen),
        ...cause.slice(0, 1).flatMap((row) => differs(row, brevity, screen)),
      ]),
    ...(hidden.size > 0 ? [moreDrifts(hidden.size, screen)] : []),
  ];
}

function headline(rows: readonly FindingRow[], screen: Screen): string {
  const [first] = rows;
  const names = [...new Set(rows.map(({ requirement }) => requirement))].join(' and ');
  const since = first?.since === undefined ? [] : [`since ${minute(first.since)}`];
  const call = first?.exchange === undefined ? [] : [callOf(first.exchange)];
  const facts = cut([...since, ...call].join('  '), Math.max(screen.width - names.length - 4, 1));
  return `${paint(screen, 'red', '✗')} ${paint(screen, 'bold', names)}  ${paint(screen, 'dim', facts)}`;
}

/** Which book it was is for the report: `PATCH /books/…/publish`. */
function callOf({ method, url }: ExchangeRow): string {
  return `${method} ${plain(pathBelow(url)).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…')}`;
}

function differs(row: FindingRow, { rows }: Brevity, screen: Screen): string[] {
  const room = screen.width - 15;
  const { expected, actual } = bothSides(row, room);
  if (rows === 0) return [];
  if (rows === 1) return [`    ${cut(`expected ${expected}, came ${actual}`, screen.width - 4)}`];
  return [
    `    ${cut(`${row.section}: ${row.says}`, screen.width - 4)}`,
    verbatim(screen, 'expected', expected),
    verbatim(screen, 'actual', actual),
  ];
}

/** Commands to go on with: one that shows the first drift, and one that tells all in full. */
export function nextLines(
  [first]: readonly FindingRow[],
  record: string | undefined,
  screen: Screen,
): string[] {
  if (first === undefined) return [];
  const show =
    first.script === undefined
      ? verbatim(screen, 'ask again', first.again)
      : verbatim(screen, 'show one', `${first.script}   # others beside it`);
  const all =
    record === undefined
      ? []
      : [verbatim(screen, 'all of it', `bookdist report show ${quoted(record)} --full`)];
  return [show, ...all];
}
