/** Writes the summary of a caller run for a terminal. */
import {
  formatLabelled,
  formatLabelledLine,
  paint,
  wrap,
  type Screen,
} from '../../report/terminal/index.ts';
import { formatCount, formatDuration, toPlainText, truncate } from '../../report/wording/index.ts';
import {
  countReached,
  describeCallerCounts,
  describeCallerVerdict,
  describeEnd,
  formatCalls,
  groupFailures,
  type CallerReport,
  type PlayedRow,
  type StoryRow,
} from './caller-report.ts';
import { describeRemedy, describeTurn } from './troubled-call.ts';

/** The most calls of a story on a terminal; the page has all. */
const maxCalls = 12;

/** The most calls of a second run, whose first ones show whether it looked for what was there. */
const maxSecondCalls = 6;

/**
 * Returns the summary: each failure with its calls, and the verdict as the last line.
 * @param file the page, for the last line
 */
export function formatCallerSummary(
  report: CallerReport,
  screen: Screen & { readonly quiet?: boolean; readonly file: string | undefined },
): string {
  const { title, kind } = describeCallerVerdict(report);
  const style = ({ drifts: 'red', conforms: 'green', unproven: 'yellow' } as const)[kind];
  const word = kind === 'conforms' ? title : title.toUpperCase();
  const reached = `${countReached(report)} of ${formatCount(report.stories.length, 'story', 'stories')} reached`;
  const facts = [...describeCallerCounts(report), reached, screen.file];
  const verdict = [paint(screen, style, word), ...facts.filter((fact) => fact !== undefined)].join(
    '   ',
  );
  if (screen.quiet === true) return `${verdict}\n`;
  const notes = report.exitCode === 3 ? describeTooFew(report) : [];
  const groups = groupFailures(report);
  return `${[...groups.flatMap((group) => formatFailure(group, screen)), ...notes, verdict].join('\n')}\n`;
}

function describeTooFew({ minReached }: CallerReport): string[] {
  return [
    `A verdict needs at least ${formatCount(minReached, 'reached story', 'reached stories')} (--min-reached).`,
    '',
  ];
}

function formatFailure(group: readonly StoryRow[], screen: Screen): string[] {
  const [row, ...others] = group;
  if (row === undefined) return [];
  const { name, says, verdict, reasons, again } = row;
  const turn = describeTurn(row);
  const remedy = describeRemedy(row);
  const names = others.map((other) => other.name).join(', ');
  return [
    `${paint(screen, 'red', '✗')} ${paint(screen, 'bold', name)}  ${paint(screen, 'dim', verdict)}`,
    ...wrap(says, screen.width - 4).map((line) => `    ${line}`),
    ...reasons.flatMap((reason) => formatLabelled(screen, verdict, toPlainText(reason))),
    ...(turn === undefined ? [] : formatLabelled(screen, 'where', toPlainText(turn))),
    ...(remedy === undefined ? [] : formatLabelled(screen, 'fix', toPlainText(remedy))),
    ...formatLabelled(screen, 'program', describeProgram(row)),
    ...formatCalls(row.calls, maxCalls).map((line, index) =>
      formatLabelledLine(screen, index === 0 ? 'calls' : '', toPlainText(line)),
    ),
    ...(again === undefined ? [] : formatSecondRun(again, screen)),
    ...row.brokenRules.flatMap((rule, index) =>
      formatLabelled(screen, index === 0 ? 'broken rule' : '', toPlainText(rule)),
    ),
    ...(names === '' ? [] : formatLabelled(screen, 'also in', names)),
    formatLabelledLine(screen, 'play again', toPlainText(row.replay)),
    formatLabelledLine(screen, 'by hand', toPlainText(row.serve)),
    '',
  ];
}

function formatSecondRun(row: PlayedRow, screen: Screen): string[] {
  return [
    ...formatLabelled(screen, 'run again', describeEnd(row)),
    ...formatCalls(row.calls, maxSecondCalls).map((line) =>
      formatLabelledLine(screen, '', toPlainText(line)),
    ),
  ];
}

function describeProgram(row: StoryRow): string {
  const end = describeEnd(row, row.verdict === 'hung');
  const last = row.output.split('\n').at(-1)?.trim() ?? '';
  const words = last === '' ? '' : `; its last words: ${truncate(toPlainText(last), 160)}`;
  return `${end}, ${formatDuration(row.tookMs)}${words}`;
}
