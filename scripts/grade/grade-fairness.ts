/** Fairness: sandboxes without a fault, under pairs of readings, drawn combinations and legal habits. */
import fc from 'fast-check';
import { join } from 'node:path';
import { isObject } from '../../src/contract/json-pointer.ts';
import { getDefaultReading, listReadings } from '../../src/contract/requirements.ts';
import { fairSummary, type Fairness, type FairRun, isFair } from './results/index.ts';
import { settableIds } from '../../src/sandbox/readings/index.ts';
import { type GradeFlags, sampled, usualSeed } from './grade-all.ts';
import { coveringRows } from '../own-runs/covering-rows.ts';
import { type Graded, gradedBeside } from './processes.ts';
import { prepareFolder, type Shell, writeRecord } from '../../src/cli/shell/index.ts';
import { unusualHabits } from './unusual-habits.ts';

type Readings = Readonly<Record<string, string>>;

interface Task {
  readonly seed: number;
  readonly readings: Readings;
  readonly unusual?: string;
}

const correctServices: Graded<FairRun> = {
  noun: 'correct services',
  isDone: isFairRun,
  says: ({ requests }) => `${requests} requests`,
};

/** @returns the exit code */
export async function gradeFairness(flags: GradeFlags, shell: Shell): Promise<number> {
  const seed = flags.seed ?? usualSeed;
  const began = performance.now();
  const rows = coveringRows().map(withoutUsual);
  const tasks: Task[] = [
    ...unusualHabits.map(({ name }) => ({ seed, readings: {}, unusual: name })),
    ...[...rows, ...drawnRows(flags.random, seed)].map((readings, index) => ({
      seed: seed + index,
      readings,
    })),
  ];
  await prepareFolder(flags.out);
  const together = await gradedBeside(sampled(tasks, flags), correctServices, shell);
  if (together === undefined) return 130;
  const alone = await gradedBeside(explaining(together, seed), correctServices, shell);
  if (alone === undefined) return 130;
  // Readings that speak of the same request can hide one another; alone, each must show.
  const runs = [...together.map((run) => ({ ...run, misread: [] })), ...alone];
  const unfair = runs.filter((run) => !isFair(run));
  const fairness: Fairness = {
    runs,
    pairs: pairsOf(sampled(tasks, flags).map(({ readings }) => readings)),
    took: Math.round(performance.now() - began),
  };
  const file = join(flags.out, 'fair.json');
  await writeRecord(file, fairness);
  shell.out(fairSummary(fairness, { ...shell.outTerminal, file }));
  return unfair.length === 0 ? 0 : 1;
}

/** Random full combinations, for effects of three or more readings together. */
function drawnRows(number: number, seed: number): Readings[] {
  const row = fc.record(
    Object.fromEntries(settableIds.map((id) => [id, fc.constantFrom(...listReadings(id))])),
  );
  return fc.sample(row, { numRuns: number, seed }).map(withoutUsual);
}

function withoutUsual(row: Readings): Readings {
  return Object.fromEntries(
    settableIds.flatMap((id) => {
      const reading = row[id];
      return reading === undefined || reading === getDefaultReading(id) ? [] : [[id, reading]];
    }),
  );
}

/** Runs alone each reading that was observed wrongly, and each of the first runs that drifted. */
function explaining(runs: readonly FairRun[], seed: number): Task[] {
  const single = new Map<string, Task>();
  const add = (id: string, reading: string): void => {
    single.set(`${id}=${reading}`, { seed, readings: { [id]: reading } });
  };
  for (const { silence, set } of runs.flatMap(({ misread }) => misread)) add(silence, set);
  const drifted = runs.filter(({ drifts, errored }) => drifts.length + errored.length > 0);
  for (const { readings } of drifted.slice(0, 2)) {
    for (const [id, reading] of Object.entries(readings)) add(id, reading);
  }
  return [...single.values()];
}

function pairsOf(rows: readonly Readings[]): Fairness['pairs'] {
  let all = 0;
  const met = new Set<string>();
  const full = rows.map((row) => settableIds.map((id) => row[id] ?? getDefaultReading(id) ?? ''));
  for (const [one, first] of settableIds.entries()) {
    for (const [other, second] of settableIds.entries()) {
      if (other <= one) continue;
      all += listReadings(first).length * listReadings(second).length;
      for (const row of full) met.add(`${one} ${row[one]} ${other} ${row[other]}`);
    }
  }
  return { covered: met.size, all };
}

function isFairRun(value: unknown): value is FairRun {
  return isObject(value) && Array.isArray(value['drifts']) && Array.isArray(value['misread']);
}
