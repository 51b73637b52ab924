/** Formats a report for a terminal: drifts, then what is unproven, then one line with the verdict. */
import { dirname, join } from 'node:path';
import { type FindingRow, quoteForShell, type Report } from '../record/index.ts';
import {
  formatCount,
  formatDuration,
  isNewDrift,
  endedBeforeFirstCase,
  toPlainText,
  describeReadOnly,
  countForbiddenAnswers,
  countOtherDeviations,
  describeProof,
  findVerdictReason,
  describeVerdict,
} from '../wording/index.ts';
import { paint, countRows, wrap, type Screen } from './paint.ts';
import {
  formatFullDrifts,
  formatOtherDrifts,
  formatCauses,
  formatNextCommands,
} from './drift-blocks.ts';
import {
  formatErrored,
  formatCallers,
  formatSurprisingAnswers,
  formatChangedParts,
  formatCoverage,
  formatLeftovers,
  formatUnproven,
} from './other-results.ts';
import { groupByCause } from '../triage/index.ts';
import { formatEarlierRuns } from './comparison-summary.ts';

export interface TerminalOptions extends Screen {
  /** The path of the page or other file to name at the end of the verdict line. */
  readonly file: string | undefined;
  /** The path of report.json, for the command that prints the whole report. */
  readonly reportFile?: string | undefined;
  /** The rows of the screen; lines that do not fit are left out. If undefined, everything is shown. */
  readonly height?: number | undefined;
  readonly quiet?: boolean;
}

/** The most unproven parts of a changed contract to name; the report has all of them. */
const maxChangedParts = 10;

/** The most causes to show in full; the report has all of them. */
const maxFullCauses = 20;

/** Formats the summary, ending in a newline. */
export function formatTerminalSummary(report: Report, options: TerminalOptions): string {
  if (options.quiet === true) {
    const oneLine = formatVerdict(report, { ...options, width: Number.POSITIVE_INFINITY });
    return `${oneLine.at(-1)}\n`;
  }
  if (endedBeforeFirstCase(report)) return `${formatVerdict(report, options).join('\n')}\n`;
  const { height = Number.POSITIVE_INFINITY } = options;
  const fullLines = formatFullSummary(report, options);
  // The last row of the screen is for the prompt.
  const lines =
    countRows(fullLines, options) < height ? fullLines : fitToScreen(report, height - 1, options);
  return `${lines.join('\n')}\n`;
}

function formatFullSummary(report: Report, options: TerminalOptions): string[] {
  const [newRows, otherRows] = splitDrifts(report, options);
  const others = formatOtherResults(
    report,
    { maxReasons: 8, maxLines: 3, maxChanges: 50 },
    options,
  );
  return [
    ...formatHeader(report, true, options),
    '',
    ...formatFullDrifts(newRows, maxFullCauses, options),
    ...formatOtherDrifts(otherRows, 3, options),
    ...others.flat(),
    ...formatCoverage(report, options),
    '',
    ...formatVerdict(report, options),
  ];
}

/** Shows the drifts and the verdict, and then other results as long as they fit. */
function fitToScreen(report: Report, rows: number, options: TerminalOptions): string[] {
  const [newRows, otherRows] = splitDrifts(report, options);
  const head = formatHeader(report, false, options);
  const verdict = formatVerdict(report, options);
  const rowsLeft = rows - countRows([...head, ...verdict, ''], options);
  const [root] = groupByCause(newRows);
  const others = [
    formatNextCommands(newRows, root?.root, options),
    formatOtherDrifts(otherRows, 1, options),
    ...formatOtherResults(report, { maxReasons: 2, maxLines: 1, maxChanges: 3 }, options),
  ];
  const space = { rows: rowsLeft, later: countRows(others.flat(), options) };
  const shown = [...head, ...formatCauses(newRows, space, options)];
  for (const block of others) {
    const all = [...shown, ...block, '', ...verdict];
    if (countRows(all, options) <= rows) shown.push(...block);
  }
  return [...shown, ...(shown.at(-1) === '' ? [] : ['']), ...verdict];
}

/** Returns the drifts that fail the run, and the others. */
function splitDrifts(
  { findings }: Report,
  { file }: TerminalOptions,
): [FindingRow[], FindingRow[]] {
  const rows = findings.map((row) => resolveScript(row, file));
  return [rows.filter(isNewDrift), rows.filter((row) => !isNewDrift(row))];
}

interface Limits {
  readonly maxReasons: number;
  readonly maxLines: number;
  readonly maxChanges: number;
}

/** Returns the results other than drifts in blocks, the most important first. */
function formatOtherResults(report: Report, limits: Limits, options: TerminalOptions): string[][] {
  const isFull = limits.maxReasons > 2;
  return [
    formatSurprisingAnswers(report, options),
    formatEarlierRuns(report, limits.maxChanges, options),
    formatErrored(report, limits, options),
    formatLeftovers(report, options),
    formatCallers(report, isFull, options),
    formatUnproven(report, limits, options),
    formatChangedParts(report, isFull ? maxChangedParts : 3, options),
  ];
}

/** Replaces the path of a script, which is relative to the report, by the command that runs it. */
function resolveScript(row: FindingRow, file: string | undefined): FindingRow {
  if (row.script === undefined || file === undefined) return row;
  return { ...row, script: `sh ${quoteForShell(join(dirname(file), row.script))}` };
}

function formatHeader(report: Report, isFull: boolean, screen: Screen): string[] {
  const { run, target, contract, tool } = report;
  const address = target.kind === 'own sandbox' ? 'own sandbox' : toPlainText(target.address);
  const firstParts = [
    ...(isFull ? [`bookdist ${tool.version}`] : []),
    address,
    ...(target.kind === 'recording'
      ? ['recorded traffic']
      : [`seed ${run.seed}`, `allow ${run.allow.join(',')}`]),
    ...(run.reach === 'shape' ? ['reach shape'] : []),
    ...(run.only === undefined ? [] : [`only ${run.only}`]),
    ...(run.asOf === undefined ? [] : [`as of ${run.asOf}`]),
    ...(target.faults.length === 0 ? [] : [`faults ${target.faults.join(', ')}`]),
  ];
  const secondParts = [
    ...(isFull ? [`contract ${contract.version} ${contract.sha256}`] : []),
    `${formatCount(run.requests, 'request')} in ${formatDuration(run.took)}`,
    ...(run.repeated > 0 ? [`${run.repeated} sent again`] : []),
    ...formatClockSkew(target.clockSkew),
  ];
  if (!isFull) return fillLines([...firstParts, ...secondParts], screen.width);
  return [
    ...fillLines(firstParts, screen.width).map((line) => paint(screen, 'bold', line)),
    ...fillLines(secondParts, screen.width).map((line) => paint(screen, 'dim', line)),
  ];
}

/** Returns a clock difference of at least 1.5 s. A smaller one means nothing, because a Date header has whole seconds. */
function formatClockSkew(skew = 0): string[] {
  if (Math.abs(skew) < 1500) return [];
  return [`service clock ${skew < 0 ? '-' : '+'}${formatDuration(Math.abs(skew))}`];
}

function formatVerdict(report: Report, options: TerminalOptions): string[] {
  const { title, kind } = describeVerdict(report);
  const heading = report.exitCode === 0 ? title : title.toUpperCase();
  const counts = [...countForbiddenAnswers(report), ...countOtherDeviations(report)];
  const readOnly = describeReadOnly(report);
  const parts = [
    describeProof(report),
    ...(counts.length > 0 ? [counts.join(', ')] : []),
    ...(report.run.only === undefined ? [] : [`under ${report.run.only}`]),
    ...(readOnly === undefined ? [] : [readOnly]),
    ...(options.file === undefined ? [] : [options.file]),
  ];
  const reason = findVerdictReason(report);
  const [first = '', ...rest] = fillLines([heading, ...parts], options.width);
  const line = paint(options, colours[kind], heading) + first.slice(heading.length);
  return [...(reason === undefined ? [] : wrap(toPlainText(reason), options.width)), line, ...rest];
}

const colours = { conforms: 'green', drifts: 'red', unproven: 'yellow' } as const;

/** Joins parts with three spaces into lines of at most `width`. */
function fillLines(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 3 + part.length <= width) {
      lines[lines.length - 1] = `${last}   ${part}`;
    } else lines.push(part);
  }
  return lines;
}
