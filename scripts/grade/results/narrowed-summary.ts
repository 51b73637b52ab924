/** Formats a sample of narrowed faults for a terminal: the misses with their reasons, and the score. */
import { explainMiss, findMisses, passesSample, type NarrowedSample } from './narrowed-grade.ts';
import { median } from './fault-grade.ts';
import { formatCount } from '../../../src/report/wording/index.ts';
import { paint, wrap, type Screen } from '../../../src/report/terminal/index.ts';

interface Options extends Screen {
  readonly file: string;
}

/** Formats the summary, ending in a newline. */
export function formatNarrowedSummary(sample: NarrowedSample, options: Options): string {
  const { service, seed, faults, unreachable, took } = sample;
  const misses = findMisses(sample);
  const caughtCount = faults.length - misses.length;
  const detections = faults.flatMap(({ detectedAfter }) => detectedAfter ?? []);
  const verdict = passesSample(sample)
    ? paint(options, 'green', 'passed')
    : paint(options, 'red', 'FAILED');
  const lines = [
    ...misses.flatMap((miss) => [
      paint(options, 'red', `✗ ${miss.name}`),
      ...wrap(explainMiss(miss), options.width - 4).map((line) => `    ${line}`),
    ]),
    '',
    `${caughtCount} of ${formatCount(faults.length, 'narrowed fault')} caught on ${service}, seed ${seed}, in ${(took / 1000).toFixed(0)} s`,
    `first drift after ${median(detections)} requests (median)`,
    `not counted: ${unreachable.length}, which no response showed`,
    '',
    `${verdict}   ${options.file}`,
  ];
  return `${lines.join('\n')}\n`;
}
