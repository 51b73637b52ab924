/** Fairness: sandboxes without a fault, under pairs of readings, drawn combinations and legal habits. */
import fc from 'fast-check';
import { join } from 'node:path';
import { isObject } from '../../src/contract/json-pointer.ts';
import { getDefaultReading, listReadings } from '../../src/contract/requirements.ts';
import { formatFairness, type Fairness, type FairRun, isFair } from './results/index.ts';
import { settableIds } from '../../src/sandbox/readings/index.ts';
import { type GradeFlags, takeSample, defaultSeed } from './grade-all.ts';
import { createCoveringRows } from '../own-runs/covering-rows.ts';
import { type TaskKind, gradeInProcesses } from './processes.ts';
import { prepareFolder, type Shell, writeRecord } from '../../src/cli/shell/index.ts';
import { unusualHabits } from './unusual-habits.ts';

type Readings = Readonly<Record<string, string>>;

interface Task {
  readonly seed: number;
  readonly readings: Readings;
  readonly unusual?: string;
}

const correctServices: TaskKind<FairRun> = {
  noun: 'correct services',
  isDone: isFairRun,
  says: ({ requests }) => `${requests} requests`,
};

/** @returns the exit code */
export async function gradeFairness(flags: GradeFlags, shell: Shell): Promise<number> {
  const seed = flags.seed ?? defaultSeed;
  const began = performance.now();
  const rows = createCoveringRows().map(removeDefaults);
  const tasks: Task[] = [
    ...unusualHabits.map(({ name }) => ({ seed, readings: {}, unusual: name })),
    ...[...rows, ...drawReadings(flags.random, seed)].map((readings, index) => ({
      seed: seed + index,
      readings,
    })),
  ];
  await prepareFolder(flags.out);
  const combined = await gradeInProcesses(takeSample(tasks, flags), correctServices, shell);
  if (combined === undefined) return 130;
  const single = await gradeInProcesses(createSingleTasks(combined, seed), correctServices, shell);
  if (single === undefined) return 130;
  // Readings that speak of the same request can hide one another; alone, each must show.
  const runs = [...combined.map((run) => ({ ...run, misread: [] })), ...single];
  const unfair = runs.filter((run) => !isFair(run));
  const fairness: Fairness = {
    runs,
    pairs: countPairs(takeSample(tasks, flags).map(({ readings }) => readings)),
    took: Math.round(performance.now() - began),
  };
  const file = join(flags.out, 'fair.json');
  await writeRecord(file, fairness);
  shell.out(formatFairness(fairness, { ...shell.outTerminal, file }));
  return unfair.length === 0 ? 0 : 1;
}

/** Random full combinations, for effects of three or more readings together. */
function drawReadings(number: number, seed: number): Readings[] {
  const row = fc.record(
    Object.fromEntries(settableIds.map((id) => [id, fc.constantFrom(...listReadings(id))])),
  );
  return fc.sample(row, { numRuns: number, seed }).map(removeDefaults);
}

function removeDefaults(row: Readings): Readings {
  return Object.fromEntries(
    settableIds.flatMap((id) => {
      const reading = row[id];
      return reading === undefined || reading === getDefaultReading(id) ? [] : [[id, reading]];
    }),
  );
}

/** Runs alone each reading that was observed wrongly, and each of the first runs that drifted. */
function createSingleTasks(runs: readonly FairRun[], seed: number): Task[] {
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

function countPairs(rows: readonly Readings[]): Fairness['pairs'] {
  let total = 0;
  const covered = new Set<string>();
  const full = rows.map((row) => settableIds.map((id) => row[id] ?? getDefaultReading(id) ?? ''));
  for (const [firstIndex, first] of settableIds.entries()) {
    for (const [secondIndex, second] of settableIds.entries()) {
      if (secondIndex <= firstIndex) continue;
      total += listReadings(first).length * listReadings(second).length;
      for (const row of full)
        covered.add(`${firstIndex} ${row[firstIndex]} ${secondIndex} ${row[secondIndex]}`);
    }
  }
  return { covered: covered.size, all: total };
}

function isFairRun(value: unknown): value is FairRun {
  return isObject(value) && Array.isArray(value['drifts']) && Array.isArray(value['misread']);
}
