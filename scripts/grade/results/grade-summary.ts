/** Formats a grade for a terminal: every fault, the shortcomings, the numbers. */
import { formatCount, truncate } from '../../../src/report/wording/index.ts';
import {
  type FaultGrade,
  type Grade,
  isCaught,
  median,
  passes,
  findShortcomings,
} from './fault-grade.ts';
import { paint, wrap, type Screen } from '../../../src/report/terminal/index.ts';

interface Options extends Screen {
  readonly file: string;
}

/** Formats the summary, ending in a newline. */
export function formatGradeSummary(grade: Grade, options: Options): string {
  const { missed, strays, errored, withoutFault } = findShortcomings(grade);
  const lines = [
    `bookdist ${grade.tool}   contract ${grade.contract}   seed ${grade.seed}`,
    '',
    ...formatTable(grade.faults, options),
    ...formatBlock(
      options,
      'missed',
      missed.map(({ name, says }) => `${name}: ${says}`),
    ),
    ...formatBlock(
      options,
      'strays',
      strays.map(({ name, strays: ids }) => `${name}: also ${ids.join(', ')}`),
    ),
    ...formatBlock(
      options,
      'broken cases',
      errored.map(({ name, errored: cases }) => `${name}: ${cases.join('; ')}`),
    ),
    ...formatBlock(
      options,
      'without a fault that shows them',
      withoutFault.map(({ id }) => id),
    ),
    ...formatNumbers(grade),
    '',
    formatVerdict(grade, options),
  ];
  return `${lines.join('\n')}\n`;
}

function formatBlock(options: Options, title: string, entries: readonly string[]): string[] {
  if (entries.length === 0) return [];
  const body = entries.flatMap((entry) =>
    wrap(entry, options.width - 4).map((line, index) => `${index === 0 ? '  ' : '    '}${line}`),
  );
  return [paint(options, 'red', `✗ ${title}: ${entries.length}`), ...body, ''];
}

function formatNumbers({ faults, requirements, took }: Grade): string[] {
  const caughtFaults = faults.filter(isCaught);
  const detections = caughtFaults.flatMap(({ detectedAfter }) => detectedAfter ?? []);
  const detectionTimes = caughtFaults.flatMap(({ tookUntil }) => tookUntil ?? []);
  const earlyCount = detections.filter((requests) => requests <= 200).length;
  const shownCount = requirements.filter(({ caught: faultNames }) => faultNames.length > 0).length;
  return [
    `${caughtFaults.length} of ${formatCount(faults.length, 'fault')} caught in ${(took / 1000).toFixed(0)} s`,
    `first drift after ${median(detections)} requests and ${median(detectionTimes)} ms (median); within 200 requests: ${earlyCount}`,
    `noticed in a single exchange, without the expectations of a case: ${caughtFaults.filter(({ byMonitor }) => byMonitor).length}`,
    `a whole run took ${median(faults.map(({ took: runTime }) => runTime))} ms (median)`,
    // A partial grade says nothing about requirements.
    ...(requirements.length === 0
      ? [`a sample: ${formatCount(faults.length, 'fault')}, not all of them`]
      : [`${shownCount} of ${requirements.length} requirements shown to drift by some fault`]),
  ];
}

function formatVerdict(grade: Grade, options: Options): string {
  const word = passes(grade) ? paint(options, 'green', 'passed') : paint(options, 'red', 'FAILED');
  return `${word}   ${options.file}`;
}

/** The widths of the three number columns, and of the mark before the name. */
const columnWidths = [9, 9, 10] as const;
const markWidth = 2;

/** Returns a heading and a row for each fault. */
function formatTable(faults: readonly FaultGrade[], options: Screen): string[] {
  if (faults.length === 0) return [];
  const room = options.width - markWidth - columnWidths.reduce((sum, width) => sum + width, 0);
  const longestName = Math.max(...faults.map(({ name }) => name.length));
  const nameWidth = Math.max(16, Math.min(longestName, room));
  const headings = formatRow(['requests', 'time', 'total'], 'fault'.padEnd(nameWidth));
  return [
    paint(options, 'dim', `${' '.repeat(markWidth)}${headings}`),
    ...faults.map((fault) => {
      const { name, detectedAfter, tookUntil, requests } = fault;
      const isFaultCaught = isCaught(fault);
      const cells = [String(detectedAfter ?? '-'), formatSeconds(tookUntil), String(requests)];
      const row = formatRow(cells, truncate(name, nameWidth).padEnd(nameWidth));
      return `${paint(options, isFaultCaught ? 'green' : 'red', isFaultCaught ? '✓' : '✗')} ${row}`;
    }),
    '',
    paint(
      options,
      'dim',
      '  requests and time until the first drift; total: requests of the whole run',
    ),
    '',
  ];
}

function formatRow(cells: readonly string[], name: string): string {
  return name + cells.map((cell, index) => cell.padStart(columnWidths[index] ?? 0)).join('');
}

function formatSeconds(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '-' : `${(milliseconds / 1000).toFixed(2)} s`;
}
