/** One row for each fault of a grade: whether and how early it was caught, and the cost of the run. */
import { cut } from '../../../src/report/wording/index.ts';
import { type FaultGrade, isCaught } from './fault-grade.ts';
import { paint, type Screen } from '../../../src/report/terminal/index.ts';

/** The columns of the three numbers, and of the mark before the name. */
const numbers = [9, 9, 10] as const;
const mark = 2;

/** A heading and a row for each fault, in the order given; nothing without faults. */
export function gradeTable(faults: readonly FaultGrade[], screen: Screen): string[] {
  if (faults.length === 0) return [];
  const room = screen.width - mark - numbers.reduce((sum, wide) => sum + wide, 0);
  const longest = Math.max(...faults.map(({ name }) => name.length));
  const wide = Math.max(16, Math.min(longest, room));
  const heads = rowOf(['after', 'within', 'of'], 'fault'.padEnd(wide));
  return [
    paint(screen, 'dim', `${' '.repeat(mark)}${heads}`),
    ...faults.map((fault) => {
      const { name, detectedAfter, tookUntil, requests } = fault;
      const caught = isCaught(fault);
      const cells = [String(detectedAfter ?? '-'), secondsOf(tookUntil), String(requests)];
      const row = rowOf(cells, cut(name, wide).padEnd(wide));
      return `${paint(screen, caught ? 'green' : 'red', caught ? '✓' : '✗')} ${row}`;
    }),
    '',
    paint(
      screen,
      'dim',
      '  after: requests to the first drift, within: seconds, of: requests of the run',
    ),
    '',
  ];
}

function rowOf(cells: readonly string[], name: string): string {
  return name + cells.map((cell, index) => cell.padStart(numbers[index] ?? 0)).join('');
}

function secondsOf(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '-' : `${(milliseconds / 1000).toFixed(2)} s`;
}
