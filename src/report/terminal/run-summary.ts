/** Formats a report for a terminal: drifts, then what is unproven, then one line with the verdict. */
import { dirname, join } from 'node:path';
import { type FindingRow, type Proof, quoteForShell, type Report } from '../record/index.ts';
import {
  describeNewParts,
  formatDuration,
  isNewDrift,
  endedBeforeFirstCase,
  toPlainText,
  describeReadOnly,
  countDeviations,
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

interface DetailLevel {
  readonly isFull: boolean;
  /** The most lines for a reason, and for a drift that does not fail the run. */
  readonly maxLines: number;
  readonly maxChanges: number;
  readonly maxReasons: number;
}

const fullDetail: DetailLevel = { isFull: true, maxLines: 3, maxChanges: 50, maxReasons: 8 };
const oneScreenDetail: DetailLevel = { isFull: false, maxLines: 1, maxChanges: 3, maxReasons: 2 };

/** The most unproven parts of a changed contract to name; the report has all of them. */
const maxChangedParts = 10;

/** The most requirements to show in full; the report has all of them. */
const maxFullRequirements = 20;

/** Formats the summary, ending in a newline. */
export function formatTerminalSummary(report: Report, options: TerminalOptions): string {
  if (options.quiet === true || endedBeforeFirstCase(report))
    return `${formatVerdict(report, options).join('\n')}\n`;
  const { height = Number.POSITIVE_INFINITY } = options;
  const fullLines = formatSummary(report, fullDetail, { ...options, maxDriftLines: height });
  // The last row of the screen is for the prompt.
  if (countRows(fullLines, options) < height) return `${fullLines.join('\n')}\n`;
  const shortestLines = formatSummary(report, oneScreenDetail, { ...options, maxDriftLines: 0 });
  // The shortest summary already has the fewest lines for drifts, so the drifts may also take these.
  const maxDriftLines = height - 1 - countRows(shortestLines, options) + countMinDriftLines(report);
  return `${formatSummary(report, oneScreenDetail, { ...options, maxDriftLines }).join('\n')}\n`;
}

interface SummaryOptions extends TerminalOptions {
  readonly maxDriftLines: number;
}

/** Returns the fewest lines that new drifts take, which do not depend on the width. */
function countMinDriftLines({ findings }: Report): number {
  const newRows = findings.filter(isNewDrift);
  return newRows.length === 0 ? 0 : formatCauses(newRows, 0, { width: 80, colour: false }).length;
}

function formatSummary(report: Report, detail: DetailLevel, options: SummaryOptions): string[] {
  const { isFull } = detail;
  return [
    ...formatHeader(report, isFull, options),
    '',
    ...formatSurprisingAnswers(report, options),
    ...formatDrifts(report, detail, options),
    ...formatEarlierRuns(report, detail.maxChanges, options),
    ...formatErrored(report, detail, options),
    ...formatUnproven(report, detail, options),
    ...(isFull ? formatCoverage(report, options) : []),
    ...formatChangedParts(report, isFull ? maxChangedParts : 3, options),
    ...formatLeftovers(report, options),
    ...formatCallers(report, isFull, options),
    '',
    ...formatVerdict(report, options),
  ];
}

function formatDrifts(report: Report, detail: DetailLevel, options: SummaryOptions): string[] {
  const rows = report.findings.map((row) => resolveScript(row, options.file));
  const newRows = rows.filter(isNewDrift);
  const otherRows = rows.filter((row) => !isNewDrift(row));
  return [
    ...(detail.isFull
      ? formatFullDrifts(newRows, maxFullRequirements, options)
      : [
          ...formatCauses(newRows, options.maxDriftLines, options),
          ...formatNextCommands(groupByCause(newRows)[0]?.root, options.reportFile, options),
          ...(newRows.length > 0 ? [''] : []),
        ]),
    ...formatOtherDrifts(otherRows, detail.maxLines, options),
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
    `${run.requests} requests in ${formatDuration(run.took)}`,
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
  const heading = kind === 'conforms' ? title : title.toUpperCase();
  const counts = countDeviations(report);
  const readOnly = describeReadOnly(report);
  const parts = [
    ...(counts.length > 0 ? [counts.join(', ')] : []),
    ...(report.run.only === undefined ? [] : [`under ${report.run.only}`]),
    formatProof(report.summary.must),
    ...(readOnly === undefined ? [] : [readOnly]),
    ...(options.file === undefined ? [] : [options.file]),
  ];
  const reason = findVerdictReason(report);
  const [first = '', ...rest] = fillLines([heading, ...parts], options.width);
  const isLimited = readOnly !== undefined || describeNewParts(report) !== undefined;
  const colour = kind === 'conforms' && isLimited ? 'yellow' : colours[kind];
  const line = paint(options, colour, heading) + first.slice(heading.length);
  return [...(reason === undefined ? [] : wrap(toPlainText(reason), options.width)), line, ...rest];
}

const colours = { conforms: 'green', drifts: 'red', unproven: 'yellow' } as const;

/** Formats how many requirements were proven and how many conform: either number alone could make a run look too good. */
function formatProof(must: Proof): string {
  return `proven ${must.proven} of ${must.total}   of these ${must.conforms} conform`;
}

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
