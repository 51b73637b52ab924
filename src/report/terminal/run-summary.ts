/** The report on a terminal: drifts, then what is missing, then one line with the verdict; on one screen if possible. */
import { dirname, join } from 'node:path';
import {
  type FindingRow,
  type Proof,
  quoted,
  type Report,
  type RequirementRow,
} from '../record/index.ts';
import {
  count,
  grouped,
  isNew,
  neverBegan,
  plain,
  readOnlyWords,
  verdictCounts,
  verdictReason,
  verdictWords,
} from '../wording/index.ts';
import { paint, rowsOf, wrap, type Screen, type Tint } from './paint.ts';
import { driftsInFull, otherDrifts, driftsBriefly, nextLines } from './drift-blocks.ts';
import {
  brokenLines,
  callerLines,
  cautionLines,
  coverageLines,
  leftoverLines,
  unprovenLines,
} from './unproven-lines.ts';
import { causesOf } from '../triage/index.ts';
import { overTimeLines } from './comparison-summary.ts';

export interface TerminalOptions extends Screen {
  /** The path of the report, for the end of the verdict line. */
  readonly file: string | undefined;
  readonly record?: string | undefined;
  /** Rows; what does not fit is left out. Undefined shows everything. */
  readonly height?: number | undefined;
  readonly quiet?: boolean;
}

/** The whole text, or as much as fits on one screen. */
interface Brevity {
  readonly everything: boolean;
  /** The most lines for a reason, or for a drift that fails nothing. */
  readonly rows: number;
  readonly changes: number;
  readonly reasons: number;
}

const everything: Brevity = { everything: true, rows: 3, changes: 50, reasons: 8 };
const oneScreen: Brevity = { everything: false, rows: 1, changes: 3, reasons: 2 };

/** Requirements shown in full; a service that drifts from more has a report to read. */
const shownInFull = 20;

/** The whole summary, ending in a newline. */
export function terminalSummary(report: Report, options: TerminalOptions): string {
  if (options.quiet === true || neverBegan(report))
    return `${verdictLines(report, options).join('\n')}\n`;
  const { height = Number.POSITIVE_INFINITY } = options;
  const all = summaryLines(report, everything, { ...options, room: height });
  // The last row of the screen is for the prompt.
  if (rowsOf(all, options) < height) return `${all.join('\n')}\n`;
  const without = summaryLines(report, oneScreen, { ...options, room: 0 });
  const room = height - 1 - rowsOf(without, options) + linesOfNothing(report);
  return `${summaryLines(report, oneScreen, { ...options, room }).join('\n')}\n`;
}

/** Options with the number of lines that new drifts may take. */
interface SummaryOptions extends TerminalOptions {
  readonly room: number;
}

/** The fewest lines for new drifts. */
function linesOfNothing({ findings }: Report): number {
  const fresh = findings.filter(isNew);
  return fresh.length === 0 ? 0 : driftsBriefly(fresh, 0, { width: 80, colour: false }).length;
}

function summaryLines(report: Report, brevity: Brevity, options: SummaryOptions): string[] {
  const whole = brevity.everything;
  return [
    ...header(report, whole, options),
    '',
    ...cautionLines(report, options),
    ...driftLines(report, brevity, options),
    ...overTimeLines(report, brevity.changes, options),
    ...brokenLines(report, brevity, options),
    ...(whole ? areaLines(report, options) : []),
    ...unprovenLines(report, brevity, options),
    ...(whole ? coverageLines(report, options) : []),
    ...leftoverLines(report, options),
    ...callerLines(report, whole, options),
    '',
    ...verdictLines(report, options),
  ];
}

function driftLines(report: Report, brevity: Brevity, options: SummaryOptions): string[] {
  const rows = report.findings.map((row) => placed(row, options.file));
  const fresh = rows.filter(isNew);
  const others = rows.filter((row) => !isNew(row));
  return [
    ...(brevity.everything
      ? driftsInFull(fresh, shownInFull, options)
      : [
          ...driftsBriefly(fresh, options.room, options),
          ...nextLines(causesOf(fresh)[0]?.root, options.record, options),
          ...(fresh.length > 0 ? [''] : []),
        ]),
    ...otherDrifts(others, brevity.rows, options),
  ];
}

/** Spells the path of a script from here; it lies next to the report. */
function placed(row: FindingRow, file: string | undefined): FindingRow {
  if (row.script === undefined || file === undefined) return row;
  return { ...row, script: `sh ${quoted(join(dirname(file), row.script))}` };
}

function header(report: Report, whole: boolean, screen: Screen): string[] {
  const { run, target, contract, tool } = report;
  const address = target.kind === 'own sandbox' ? 'own sandbox' : plain(target.address);
  const first = [
    ...(whole ? [`bookdist ${tool.version}`] : []),
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
    ...(whole ? [`contract ${contract.version} ${contract.sha256}`] : []),
    `${run.requests} requests in ${seconds(run.took)}`,
    ...(run.repeated > 0 ? [`${run.repeated} sent again`] : []),
    ...clockWords(target.clockSkew),
  ];
  if (!whole) return spread([...first, ...second], screen.width);
  return [
    ...spread(first, screen.width).map((line) => paint(screen, 'bold', line)),
    ...spread(second, screen.width).map((line) => paint(screen, 'dim', line)),
  ];
}

/** A Date header counts whole seconds, so a smaller difference says nothing about a clock. */
function clockWords(skew: number | undefined): string[] {
  return skew === undefined || Math.abs(skew) < 1500 ? [] : [`their clock ${signed(skew)}`];
}

/** One word per area with how much of it conforms, several to a line; if there are drifts, only areas that do not conform. */
function areaLines({ requirements, findings }: Report, screen: Screen): string[] {
  const must = requirements.filter(({ level }) => level === 'must');
  const areas = grouped(must, ({ id }) => id.split('.')[0] ?? id);
  const cells = [...areas].map(([area, inside]) => areaCell(area, inside));
  const fine = findings.length === 0 ? [] : cells.filter(({ tint }) => tint === 'green');
  const shown: readonly Cell[] = [
    ...cells.filter((cell) => !fine.includes(cell)),
    ...(fine.length === 0
      ? []
      : [{ text: `✓ ${count(fine.length, 'area')} conform`, tint: 'green' } as const]),
  ];
  const wide = Math.max(0, ...shown.map(({ text }) => text.length)) + 3;
  const perLine = Math.max(1, Math.floor(screen.width / wide));
  const lines: string[] = [];
  for (let at = 0; at < shown.length; at += perLine) {
    const line = shown
      .slice(at, at + perLine)
      .map(({ text, tint }) => paint(screen, tint, text.padEnd(wide)));
    lines.push(line.join('').trimEnd());
  }
  return lines.length === 0 ? [] : [...lines, ''];
}

interface Cell {
  readonly text: string;
  readonly tint: Tint;
}

/** A tick only if everything that can be tested conforms. */
function areaCell(area: string, rows: readonly RequirementRow[]): Cell {
  const conforming = rows.filter(({ verdict }) => verdict === 'conforms').length;
  const drifts = rows.some(({ verdict }) => verdict === 'drifts');
  const tally = `${area} ${conforming}/${rows.length}`;
  if (drifts) return { text: `✗ ${tally}`, tint: 'red' };
  if (conforming === 0) return { text: `· ${tally}`, tint: 'dim' };
  const askable = rows.filter(({ untested }) => untested === undefined).length;
  if (conforming < askable) return { text: `! ${tally}`, tint: 'yellow' };
  return { text: `✓ ${tally}`, tint: 'green' };
}

function verdictLines(report: Report, options: TerminalOptions): string[] {
  const { title, kind } = verdictWords(report);
  const word = kind === 'conforms' ? title : title.toUpperCase();
  const counts = verdictCounts(report);
  const more = readOnlyWords(report);
  const parts = [
    ...(counts.length > 0 ? [counts.join(', ')] : []),
    ...(report.run.only === undefined ? [] : [`under ${report.run.only}`]),
    proofWords(report.summary.must),
    ...(more === undefined ? [] : [more]),
    ...(options.file === undefined ? [] : [options.file]),
  ];
  const why = verdictReason(report);
  const [first = '', ...rest] = spread([word, ...parts], options.width);
  const line =
    paint(options, more === undefined ? tints[kind] : 'yellow', word) + first.slice(word.length);
  return [...(why === undefined ? [] : wrap(plain(why), options.width)), line, ...rest];
}

const tints = { conforms: 'green', drifts: 'red', unproven: 'yellow' } as const;

/** Proven and conforming side by side, because either alone would flatter a run. */
function proofWords(must: Proof): string {
  return `proven ${must.proven} of ${must.total}   of these ${must.conforms} conform`;
}

/** Joins parts with wide gaps, as many in a line as fit. */
function spread(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 3 + part.length <= width) {
      lines[lines.length - 1] = `${last}   ${part}`;
    } else lines.push(part);
  }
  return lines;
}

function seconds(milliseconds: number): string {
  const whole = milliseconds / 1000;
  return `${whole < 10 ? whole.toFixed(1) : Math.round(whole)} s`;
}

function signed(milliseconds: number): string {
  const whole = milliseconds / 1000;
  return `${whole < 0 ? '-' : '+'}${Math.abs(whole).toFixed(1)} s`;
}
