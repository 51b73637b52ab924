/** Drifts on a single screen: likely causes, and what to do next. */
import { count, cut, minute, plain } from '../wording/index.ts';
import { type ExchangeRow, type FindingRow, quoted } from '../record/index.ts';
import { bothSides, type Cause, causesOf } from '../triage/index.ts';
import { paint, verbatim, type Screen } from './paint.ts';
import { pathBelow } from './drift-blocks.ts';

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
    ...shown.flatMap((cause) => [headline(cause, screen), ...(both ? [sides(cause, screen)] : [])]),
    ...(hidden > 0
      ? [paint(screen, 'red', `✗ and ${count(hidden, 'more cause')}, in the report`)]
      : []),
  ];
}

function headline({ root, requirements }: Cause, screen: Screen): string {
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
