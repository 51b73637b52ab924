/** A grade on a terminal: every fault, the shortcomings, the numbers. */
import { count } from '../../../src/report/wording/index.ts';
import { type Grade, isCaught, median, passes, shortcomings } from './fault-grade.ts';
import { paint, wrap, type Screen } from '../../../src/report/terminal/index.ts';
import { gradeTable } from './grade-table.ts';

interface Options extends Screen {
  readonly file: string;
}

/** The whole summary, ending in a newline. */
export function gradeSummary(grade: Grade, options: Options): string {
  const { missed, strays, errored, unshown } = shortcomings(grade);
  const lines = [
    `bookdist ${grade.tool}   contract ${grade.contract}   seed ${grade.seed}`,
    '',
    ...gradeTable(grade.faults, options),
    ...block(
      options,
      'missed',
      missed.map(({ name, says }) => `${name}: ${says}`),
    ),
    ...block(
      options,
      'strays',
      strays.map(({ name, strays: ids }) => `${name}: also ${ids.join(', ')}`),
    ),
    ...block(
      options,
      'broken cases',
      errored.map(({ name, errored: cases }) => `${name}: ${cases.join('; ')}`),
    ),
    ...block(
      options,
      'without a fault that shows them',
      unshown.map(({ id }) => id),
    ),
    ...numbers(grade),
    '',
    verdict(grade, options),
  ];
  return `${lines.join('\n')}\n`;
}

function block(options: Options, title: string, entries: readonly string[]): string[] {
  if (entries.length === 0) return [];
  const body = entries.flatMap((entry) =>
    wrap(entry, options.width - 4).map((line, index) => `${index === 0 ? '  ' : '    '}${line}`),
  );
  return [paint(options, 'red', `✗ ${title}: ${entries.length}`), ...body, ''];
}

function numbers({ faults, requirements, took }: Grade): string[] {
  const caught = faults.filter(isCaught);
  const after = caught.flatMap(({ detectedAfter }) => detectedAfter ?? []);
  const until = caught.flatMap(({ tookUntil }) => tookUntil ?? []);
  const early = after.filter((requests) => requests <= 200).length;
  const shown = requirements.filter(({ caught: by }) => by.length > 0).length;
  return [
    `${caught.length} of ${count(faults.length, 'fault')} caught in ${(took / 1000).toFixed(0)} s`,
    `first drift after ${median(after)} requests and ${median(until)} ms (median); within 200 requests: ${early}`,
    `a whole run took ${median(faults.map(({ took: whole }) => whole))} ms (median)`,
    ...(requirements.length === 0
      ? []
      : [`${shown} of ${requirements.length} requirements shown to drift by some fault`]),
  ];
}

function verdict(grade: Grade, options: Options): string {
  const word = passes(grade) ? paint(options, 'green', 'sharp') : paint(options, 'red', 'blunt');
  return `${word}   ${options.file}`;
}
