/** Formats drifts for a terminal: each in full, or the likely causes on one screen with the next commands. */
import { type FindingRow, quoteForShell } from '../record/index.ts';
import {
  type Cause,
  describeBefore,
  describeCall,
  describeDrift,
  describeFailures,
  describeFrequency,
  describeKey,
  describeNotice,
  describeSent,
  describeSides,
  groupByCause,
  shortenSides,
} from '../triage/index.ts';
import { formatCount, formatMinute, toPlainText, truncate } from '../wording/index.ts';
import {
  formatLabelled,
  countRows,
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
    const text = `${row.requirement} (${word}): ${describeFailures(row) ?? describeSides(row)}`;
    const width = screen.width - 2;
    return hangingLines(`${paint(screen, 'yellow', '~')} `, truncate(text, maxRows * width), width);
  });
  return lines.length === 0 ? [] : [...lines, ''];
}

/** Facts that the headline has, or that only the report shows. */
const hiddenFacts = new Set(['since', 'contract', 'known']);
/** The most characters of a sent value on one screen. */
const maxShortValue = 40;

function formatCause({ title, root, rows }: Cause, screen: Screen): string[] {
  // The characters of two lines after a label; on a narrow screen, enough to say something.
  const maxLength = 2 * Math.max(screen.width - labelWidth - 1, 24);
  const facts = describeDrift(rows, maxLength).filter(([label]) => !hiddenFacts.has(label));
  const since = root.since === undefined ? '' : `   since ${formatMinute(root.since)}`;
  const statement = `${root.requirement}  ${root.section}${since}`;
  return [
    ...hangingLines(`${paint(screen, 'red', '✗')} `, title, screen.width - 2).map((line) =>
      paint(screen, 'bold', line),
    ),
    ...wrap(statement, screen.width - 4).map((line) => `    ${paint(screen, 'dim', line)}`),
    ...wrap(root.says, screen.width - 4).map((line) => `    ${line}`),
    ...facts.flatMap(([label, text]) =>
      // A command has one line of any length, so that it can be copied.
      label === 'run again'
        ? [formatLabelledLine(screen, label, text)]
        : formatLabelled(screen, label, text),
    ),
    '',
  ];
}

/** The most lines of a cause on one screen, and those that come before other results. */
const maxCauseLines = 8;
const usualCauseLines = 5;
/** The rows for the next commands, if each cause has enough lines. */
const commandRows = 2;

interface Space {
  /** The rows for the causes and for what follows them. */
  readonly rows: number;
  /** The rows of everything that follows, if there is room for it. */
  readonly later: number;
}

/**
 * Returns lines for each likely cause: its title, both sides, the call with what was sent, and its requirements.
 * @param space at least one cause is shown, and those that do not fit are counted
 */
export function formatCauses(drifts: Rows, { rows, later }: Space, screen: Screen): string[] {
  const causes = groupByCause(drifts);
  const share = (lines: number): number =>
    Math.min(maxCauseLines, Math.floor(lines / Math.max(causes.length, 1)));
  const usualShare = Math.min(usualCauseLines, share(rows - commandRows));
  const linesPerCause = Math.max(share(rows - later), usualShare > 3 ? usualShare : share(rows));
  // If not all causes fit, the last line counts the others.
  const maxCauses = linesPerCause > 0 ? causes.length : Math.max(1, rows - 1);
  const lines = causes
    .slice(0, maxCauses)
    .flatMap((cause) => formatShortCause(cause, Math.max(1, linesPerCause), screen));
  const hiddenCount = causes.length - maxCauses;
  if (hiddenCount <= 0) return lines;
  const note = `✗ and ${formatCount(hiddenCount, 'more cause')}, in the report`;
  return [...lines, paint(screen, 'red', note)];
}

function formatShortCause(cause: Cause, maxLines: number, screen: Screen): string[] {
  const { title, root } = cause;
  const { says } = root;
  const name = [nameRequirements(cause), ...describeSince(root)].join(', ');
  const call = describeShortCall(root);
  const before = describeBefore(root, maxShortValue);
  const earlier = before === undefined ? '' : `before: ${hideIds(before)}`;
  const frequency = describeFrequency(root) ?? '';
  // With enough lines, the statement has one of its own.
  const statement = title.includes('“') ? name : `${name}: ${toPlainText(says)}`;
  const texts =
    maxLines > 3
      ? [title, formatCauseSides(root, maxLines > 5, screen), call, earlier, frequency, statement]
      : [
          title,
          formatCauseSides(root, false, screen),
          // Few lines start with the requirement, by which the report finds the rest.
          [name, call, earlier, frequency].filter(Boolean).join(', '),
        ];
  const blocks = fitTexts(texts.filter(Boolean), maxLines, screen.width - 4);
  return blocks.flatMap(([first = '', ...rest], index) => {
    const style = index === 0 ? 'bold' : index === 1 ? undefined : 'dim';
    return [first, ...rest].map((line, at) => {
      const indent = index > 0 || at > 0 ? '    ' : `${paint(screen, 'red', '✗')} `;
      return `${indent}${style === undefined ? line : paint(screen, style, line)}`;
    });
  });
}

/** Returns both sides; on one line, a long side is cut to the space that the other leaves. */
function formatCauseSides(root: FindingRow, isWide: boolean, { width }: Screen): string {
  const maxLength = width - 22;
  const whole = shortenSides(root, maxLength);
  const shorter = Math.min(whole.expected.length, whole.actual.length, Math.floor(maxLength / 2));
  return describeSides(isWide ? whole : shortenSides(root, maxLength - shorter));
}

/** Wraps each text, so that all texts together have at most `maxLines`; those that would need more lines end in an ellipsis. */
function fitTexts(texts: readonly string[], maxLines: number, width: number): string[][] {
  const shown = texts.slice(0, maxLines);
  let spare = maxLines - shown.length;
  return shown.map((text) => {
    const lines = wrap(text, width);
    const count = Math.min(lines.length, 1 + spare);
    spare -= count - 1;
    const cut = [...lines.slice(0, count - 1), lines.slice(count - 1).join(' ')];
    return cut.map((line) => truncate(line, width));
  });
}

function nameRequirements({ root, requirements }: Cause): string {
  const [first = root.requirement, second] = [...new Set([root.requirement, ...requirements])];
  const others = requirements.length > 2 ? `${requirements.length - 1} more` : second;
  return others === undefined ? first : `${first} and ${others}`;
}

function describeSince({ since }: FindingRow): string[] {
  return since === undefined ? [] : [`since ${formatMinute(since)}`];
}

/** Returns the call that went wrong, without ids, with what was sent, unless its query says so, and the call that shows it. */
function describeShortCall(row: FindingRow): string {
  const notice = describeNotice(row);
  // Without another call, both sides say the status.
  const call = hideIds(describeCall(row) ?? '').replace(notice === undefined ? / → \d+$/ : '', '');
  if (call === '') return '';
  const isShown = call.includes('?') && row.sent?.every(({ method }) => method === 'GET') !== false;
  const sent = isShown ? describeKey(row) : describeSent(row, maxShortValue);
  return [
    call,
    ...(sent === undefined ? [] : [`sent ${sent}`]),
    ...(notice === undefined ? [] : [`seen in ${hideIds(notice)}`]),
  ].join(', ');
}

/** Leaves out ids and the numbers of requests, which the report shows. */
function hideIds(call: string): string {
  return call
    .replaceAll(/(?<=\/)[0-9a-f]{8}(?:-[0-9a-f-]{27}|…)/gi, '…')
    .replaceAll(/(?: → \d+)? \(request [\d,]+\)(?=;)| \(request [\d,]+\)$/g, '');
}

/** Returns two commands: the first shows the first drift again, the second prints the whole report. */
export function formatNextCommands(
  drifts: Rows,
  first: FindingRow | undefined,
  screen: Screen & { readonly reportFile?: string | undefined },
): string[] {
  if (first === undefined) return [];
  const { script, again: command } = first;
  const comment = drifts.length > 1 ? '   # other drifts: same folder' : '';
  const commented = formatLabelledLine(screen, 'reproduce', `${script}${comment}`);
  const again =
    script === undefined
      ? formatLabelledLine(screen, 'run again', command)
      : countRows([commented], screen) === 1
        ? commented
        : formatLabelledLine(screen, 'reproduce', script);
  const { reportFile } = screen;
  if (reportFile === undefined) return [again];
  const showAll = `bookdist report show ${quoteForShell(reportFile)} --full`;
  return [again, formatLabelledLine(screen, 'everything', showAll)];
}
