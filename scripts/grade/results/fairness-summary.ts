/** Fairness on a terminal: who was accused wrongly, and which reading explains it. */
import { count } from '../../../src/report/wording/index.ts';
import { type Fairness, type FairRun, isFair } from './fairness.ts';
import { paint, wrap, type Screen } from '../../../src/report/terminal/index.ts';

interface Options extends Screen {
  readonly file: string;
}

/** The whole summary, ending in a newline. */
export function fairSummary(fairness: Fairness, options: Options): string {
  const unfair = fairness.runs.filter((run) => !isFair(run));
  const { covered, all } = fairness.pairs;
  const requests = fairness.runs.reduce((sum, run) => sum + run.requests, 0);
  const lines = [
    ...unfair.flatMap((run) => accused(run, options)),
    `${fairness.runs.length - unfair.length} of ${count(fairness.runs.length, 'right service')} left alone, ${requests} requests in ${(fairness.took / 1000).toFixed(0)} s`,
    `${covered} of ${all} pairs of readings met`,
    '',
    `${unfair.length === 0 ? paint(options, 'green', 'fair') : paint(options, 'red', 'unfair')}   ${options.file}`,
  ];
  return `${lines.join('\n')}\n`;
}

function accused(
  { readings, unusual, drifts, errored, misread }: FairRun,
  options: Options,
): string[] {
  const names = Object.entries(readings).map(([id, reading]) => `${id}=${reading}`);
  const under = unusual ?? (names.length > 3 ? `${names.length} readings` : names.join(' '));
  const told = [
    ...drifts,
    ...errored,
    ...misread.map(({ silence, set, told: said }) => `${silence} was ${set}, read as ${said}`),
  ];
  return [
    paint(options, 'red', `✗ under ${under}`),
    ...told.flatMap((one) => wrap(one, options.width - 4).map((line) => `    ${line}`)),
  ];
}
