/** The report on a terminal: drifts, then what is missing, then one line with the verdict; on one screen if possible. */
import { dirname, join } from 'node:path';
import {
  type FindingRow,
  type Proof,
  quoteForShell,
  type Report,
  type RequirementRow,
} from '../record/index.ts';
import {
  formatCount,
  groupBy,
  isNewDrift,
  hasNeverBegun,
  toPlainText,
  describeReadOnly,
  countDeviations,
  findVerdictReason,
  describeVerdict,
} from '../wording/index.ts';
import { paint, countRows, wrap, type Screen, type Colour } from './paint.ts';
import { fullDriftLines, otherDriftLines, causeLines, nextLines } from './drift-blocks.ts';
import {
  erroredLines,
  callerLines,
  surprisingLines,
  coverageLines,
  leftoverLines,
  unprovenLines,
} from './unproven-lines.ts';
import { groupByCause } from '../triage/index.ts';
import { comparisonLines } from './comparison-summary.ts';

export interface TerminalOptions extends Screen {
  /** The path of the report, for the end of the verdict line. */
  readonly file: string | undefined;
  readonly record?: string | undefined;
  /** Rows; what does not fit is left out. Undefined shows everything. */
  readonly height?: number | undefined;
  readonly quiet?: boolean;
}

/** The whole summary, or as much of it as fits on one screen. */
interface DetailLevel {
  readonly everything: boolean;
  /** The most lines for a reason, or for a drift that fails nothing. */
  readonly rows: number;
  readonly changes: number;
  readonly reasons: number;
}

const everything: DetailLevel = { everything: true, rows: 3, changes: 50, reasons: 8 };
const oneScreen: DetailLevel = { everything: false, rows: 1, changes: 3, reasons: 2 };

/** Requirements shown in full; a service that drifts from more has a report to read. */
const maxFullRequirements = 20;

/** Formats the summary, ending in a newline. */
export function terminalSummary(report: Report, options: TerminalOptions): string {
  if (options.quiet === true || hasNeverBegun(report))
    return `${verdictLines(report, options).join('\n')}\n`;
  const { height = Number.POSITIVE_INFINITY } = options;
  const fullLines = summaryLines(report, everything, { ...options, room: height });
  // The last row of the screen is for the prompt.
  if (countRows(fullLines, options) < height) return `${fullLines.join('\n')}\n`;
  const withoutDrifts = summaryLines(report, oneScreen, { ...options, room: 0 });
  const room = height - 1 - countRows(withoutDrifts, options) + minDriftLines(report);
  return `${summaryLines(report, oneScreen, { ...options, room }).join('\n')}\n`;
}

/** Options with the number of lines that new drifts may take. */
interface SummaryOptions extends TerminalOptions {
  readonly room: number;
}

/** The fewest lines for new drifts. */
function minDriftLines({ findings }: Report): number {
  const newRows = findings.filter(isNewDrift);
  return newRows.length === 0 ? 0 : causeLines(newRows, 0, { width: 80, colour: false }).length;
}

function summaryLines(report: Report, level: DetailLevel, options: SummaryOptions): string[] {
  const isFull = level.everything;
  return [
    ...header(report, isFull, options),
    '',
    ...surprisingLines(report, options),
    ...driftLines(report, level, options),
    ...comparisonLines(report, level.changes, options),
    ...erroredLines(report, level, options),
    ...(isFull ? areaLines(report, options) : []),
    ...unprovenLines(report, level, options),
    ...(isFull ? coverageLines(report, options) : []),
    ...leftoverLines(report, options),
    ...callerLines(report, isFull, options),
    '',
    ...verdictLines(report, options),
  ];
}

function driftLines(report: Report, level: DetailLevel, options: SummaryOptions): string[] {
  const rows = report.findings.map((row) => resolveScript(row, options.file));
  const newRows = rows.filter(isNewDrift);
  const otherRows = rows.filter((row) => !isNewDrift(row));
  return [
    ...(level.everything
      ? fullDriftLines(newRows, maxFullRequirements, options)
      : [
          ...causeLines(newRows, options.room, options),
          ...nextLines(groupByCause(newRows)[0]?.root, options.record, options),
          ...(newRows.length > 0 ? [''] : []),
        ]),
    ...otherDriftLines(otherRows, level.rows, options),
  ];
}

/** Spells the path of a script from here; it lies next to the report. */
function resolveScript(row: FindingRow, file: string | undefined): FindingRow {
  if (row.script === undefined || file === undefined) return row;
  return { ...row, script: `sh ${quoteForShell(join(dirname(file), row.script))}` };
}

function header(report: Report, isFull: boolean, screen: Screen): string[] {
  const { run, target, contract, tool } = report;
  const address = target.kind === 'own sandbox' ? 'own sandbox' : toPlainText(target.address);
  const first = [
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
  const second = [
    ...(isFull ? [`contract ${contract.version} ${contract.sha256}`] : []),
    `${run.requests} requests in ${formatSeconds(run.took)}`,
    ...(run.repeated > 0 ? [`${run.repeated} sent again`] : []),
    ...formatClockSkew(target.clockSkew),
  ];
  if (!isFull) return fillLines([...first, ...second], screen.width);
  return [
    ...fillLines(first, screen.width).map((line) => paint(screen, 'bold', line)),
    ...fillLines(second, screen.width).map((line) => paint(screen, 'dim', line)),
  ];
}

/** A Date header counts whole seconds, so a smaller difference says nothing about a clock. */
function formatClockSkew(skew: number | undefined): string[] {
  return skew === undefined || Math.abs(skew) < 1500 ? [] : [`their clock ${formatOffset(skew)}`];
}

/** One word per area with how much of it conforms, several to a line; if there are drifts, only areas that do not conform. */
function areaLines({ requirements, findings }: Report, screen: Screen): string[] {
  const must = requirements.filter(({ level }) => level === 'must');
  const areas = groupBy(must, ({ id }) => id.split('.')[0] ?? id);
  const cells = [...areas].map(([area, rows]) => toAreaCell(area, rows));
  const conformingAreas =
    findings.length === 0 ? [] : cells.filter(({ colour }) => colour === 'green');
  const shownCells: readonly Cell[] = [
    ...cells.filter((cell) => !conformingAreas.includes(cell)),
    ...(conformingAreas.length === 0
      ? []
      : [
          {
            text: `✓ ${formatCount(conformingAreas.length, 'area')} conform`,
            colour: 'green',
          } as const,
        ]),
  ];
  const cellWidth = Math.max(0, ...shownCells.map(({ text }) => text.length)) + 3;
  const perLine = Math.max(1, Math.floor(screen.width / cellWidth));
  const lines: string[] = [];
  for (let at = 0; at < shownCells.length; at += perLine) {
    const line = shownCells
      .slice(at, at + perLine)
      .map(({ text, colour: tint }) => paint(screen, tint, text.padEnd(cellWidth)));
    lines.push(line.join('').trimEnd());
  }
  return lines.length === 0 ? [] : [...lines, ''];
}

interface Cell {
  readonly text: string;
  readonly colour: Colour;
}

/** A tick only if everything that can be tested conforms. */
function toAreaCell(area: string, rows: readonly RequirementRow[]): Cell {
  const conforming = rows.filter(({ verdict }) => verdict === 'conforms').length;
  const drifts = rows.some(({ verdict }) => verdict === 'drifts');
  const tally = `${area} ${conforming}/${rows.length}`;
  if (drifts) return { text: `✗ ${tally}`, colour: 'red' };
  if (conforming === 0) return { text: `· ${tally}`, colour: 'dim' };
  const testable = rows.filter(({ untested }) => untested === undefined).length;
  if (conforming < testable) return { text: `! ${tally}`, colour: 'yellow' };
  return { text: `✓ ${tally}`, colour: 'green' };
}

function verdictLines(report: Report, options: TerminalOptions): string[] {
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
  const line =
    paint(options, readOnly === undefined ? colours[kind] : 'yellow', heading) +
    first.slice(heading.length);
  return [...(reason === undefined ? [] : wrap(toPlainText(reason), options.width)), line, ...rest];
}

const colours = { conforms: 'green', drifts: 'red', unproven: 'yellow' } as const;

/** Proven and conforming side by side, because either alone would flatter a run. */
function formatProof(must: Proof): string {
  return `proven ${must.proven} of ${must.total}   of these ${must.conforms} conform`;
}

/** Joins parts with wide gaps, as many in a line as fit. */
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

function formatSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

function formatOffset(milliseconds: number): string {
  const whole = milliseconds / 1000;
  return `${whole < 0 ? '-' : '+'}${Math.abs(whole).toFixed(1)} s`;
}
