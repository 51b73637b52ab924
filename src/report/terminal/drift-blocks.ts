/** Formats drifts for a terminal: each in full, or the likely causes on one screen with the next commands. */
import { type FindingRow, quoteForShell } from '../record/index.ts';
import {
  type Cause,
  describeCall,
  describeDrift,
  describeFrequency,
  describeSent,
  describeSides,
  groupByCause,
  shortenSides,
} from '../triage/index.ts';
import { formatCount, formatMinute, truncate } from '../wording/index.ts';
import {
  formatLabelled,
  formatLabelledLine,
  hangingLines,
  labelWidth,
  paint,
  wrap,
  type Screen,
} from './paint.ts';

type Rows = readonly FindingRow[];

/** Returns each cause with the facts of its most direct drift, and a line for each further drift. */
export function formatFullDrifts(rows: Rows, maxCauses: number, screen: Screen): string[] {
  const causes = groupByCause(rows);
  const lines = causes.slice(0, maxCauses).flatMap((cause) => formatCause(cause, screen));
  const hiddenCount = causes.length - maxCauses;
  if (hiddenCount <= 0) return lines;
  const note = `✗ and ${formatCount(hiddenCount, 'more cause')}, in the report`;
  return [...lines, paint(screen, 'red', note), ''];
}

/** Returns drifts of advice and known drifts, each in a limited number of rows. */
export function formatOtherDrifts(rows: Rows, maxRows: number, screen: Screen): string[] {
  const lines = rows.flatMap((row) => {
    const word = row.level === 'should' ? 'advice' : 'known';
    const text = `${row.requirement} (${word}): ${describeSides(row)}`;
    const width = screen.width - 2;
    return hangingLines(`${paint(screen, 'yellow', '~')} `, truncate(text, maxRows * width), width);
  });
  return lines.length === 0 ? [] : [...lines, ''];
}

/** Facts that the headline has, or that only the report shows. */
const hiddenFacts = new Set(['since', 'contract', 'known']);
/** The most characters of a sent value on one screen. */
const maxShortValue = 40;
/** Facts on one line of any length, so that they can be copied. */
const commands = new Set(['curl', 'run again']);

function formatCause({ title, root, rows }: Cause, screen: Screen): string[] {
  // The characters of two lines after a label; on a narrow screen, enough to say something.
  const maxLength = 2 * Math.max(screen.width - labelWidth - 1, 24);
  const facts = describeDrift(rows, maxLength).filter(
    // The report has the curl commands that take more than two lines.
    ([label, text]) =>
      !hiddenFacts.has(label) && (label !== 'curl' || text.length <= 2 * screen.width),
  );
  const since = root.since === undefined ? '' : `   since ${formatMinute(root.since)}`;
  const statement = `${root.requirement}  ${root.section}${since}`;
  return [
    ...hangingLines(`${paint(screen, 'red', '✗')} `, title, screen.width - 2).map((line) =>
      paint(screen, 'bold', line),
    ),
    ...wrap(statement, screen.width - 4).map((line) => `    ${paint(screen, 'dim', line)}`),
    ...wrap(root.says, screen.width - 4).map((line) => `    ${line}`),
    ...facts.flatMap(([label, text]) =>
      commands.has(label)
        ? [formatLabelledLine(screen, label, text)]
        : formatLabelled(screen, label, text),
    ),
    '',
  ];
}

/**
 * Returns up to three lines for each likely cause: its requirements and title, both sides, and the call with what was sent.
 * @param maxLines at least one cause is shown, and those that do not fit are counted
 */
export function formatCauses(rows: Rows, maxLines: number, screen: Screen): string[] {
  const causes = groupByCause(rows);
  const linesPerCause = Math.min(3, Math.floor(maxLines / Math.max(causes.length, 1)));
  // If not all causes fit, the last line counts the others.
  const maxCauses = linesPerCause > 0 ? causes.length : Math.max(1, maxLines - 1);
  const lines = causes
    .slice(0, maxCauses)
    .flatMap((cause) => formatShortCause(cause, screen).slice(0, Math.max(1, linesPerCause)));
  const hiddenCount = causes.length - maxCauses;
  if (hiddenCount <= 0) return lines;
  const note = `✗ and ${formatCount(hiddenCount, 'more cause')}, in the report`;
  return [...lines, paint(screen, 'red', note)];
}

function formatShortCause({ title, root, requirements }: Cause, screen: Screen): string[] {
  const [first = root.requirement, second] = [...new Set([root.requirement, ...requirements])];
  const others = requirements.length > 2 ? `${requirements.length - 1} more` : second;
  const name = others === undefined ? first : `${first} and ${others}`;
  const since = root.since === undefined ? [] : [`since ${formatMinute(root.since)}`];
  const sent = describeSent(root, maxShortValue) ?? [];
  const facts = [name, ...since, describeShortCall(root), sent, describeFrequency(root) ?? []];
  return [
    `${paint(screen, 'red', '✗')} ${paint(screen, 'bold', truncate(title, screen.width - 2))}`,
    formatCauseSides(root, screen),
    `    ${paint(screen, 'dim', truncate(facts.flat().join('  '), screen.width - 4))}`,
  ];
}

/** Returns the method and the path of the call that went wrong, without ids. */
function describeShortCall(row: FindingRow): string | [] {
  const [method, path] = describeCall(row)?.split(' ') ?? [];
  if (method === undefined || path === undefined) return [];
  return `${method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…')}`;
}

function formatCauseSides(root: FindingRow, screen: Screen): string {
  // Leaves 22 characters for the indent, `expected` and `got`.
  const sides = shortenSides(root, Math.floor((screen.width - 22) / 2));
  return `    ${truncate(describeSides(sides), screen.width - 4)}`;
}

/** Returns two commands: the first shows the first drift again, the second prints the whole report. */
export function formatNextCommands(
  first: FindingRow | undefined,
  reportFile: string | undefined,
  screen: Screen,
): string[] {
  if (first === undefined) return [];
  const again =
    first.script === undefined
      ? formatLabelledLine(screen, 'run again', first.again)
      : formatLabelledLine(screen, 'reproduce', `${first.script}   # other drifts: same folder`);
  if (reportFile === undefined) return [again];
  const command = `bookdist report show ${quoteForShell(reportFile)} --full`;
  return [again, formatLabelledLine(screen, 'everything', command)];
}
