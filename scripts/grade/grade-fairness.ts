/** Runs the suite against sandboxes without a fault: under pairs of readings, random combinations and unusual habits. */
import fc from 'fast-check';
import { getDefaultReading, listReadings } from '../../src/contract/requirements.ts';
import { summarizeFairness, type Fairness, type FairRun } from './results/fairness.ts';
import { settableIds } from '../../src/sandbox/readings/index.ts';
import { createGrade, defaultSeed, takeSample, type GradeFlags } from './run-grade.ts';
import { createCoveringRows } from '../../tests/support/own-runs/run-on-own-sandbox.ts';
import { type TaskKind, gradeInProcesses } from './processes.ts';
import type { Shell } from '../../src/cli/shell/index.ts';
import { unusualHabits } from './unusual-habits.ts';

type Readings = Readonly<Record<string, string>>;

export interface FairnessTask {
  readonly seed: number;
  readonly readings: Readings;
  /** The name of a permitted behaviour to add to the readings. */
  readonly unusual?: string;
}

const correctServices: TaskKind<FairRun> = {
  noun: 'correct services',
  describe: ({ requests }) => `${requests} requests`,
};

/** Judges all correct services. */
export const gradeFairness = createGrade({
  name: 'fair.json',
  judge: judgeServices,
  summarize: summarizeFairness,
});

async function judgeServices(flags: GradeFlags, shell: Shell): Promise<Fairness | undefined> {
  const { seed = defaultSeed, random } = flags;
  const rows = createCoveringRows(2).map(removeDefaults);
  const tasks: FairnessTask[] = [
    ...unusualHabits.map(({ name }) => ({ seed, readings: {}, unusual: name })),
    ...[...rows, ...drawReadings(random, seed)].map((readings, index) => ({
      seed: seed + index,
      readings,
    })),
  ];
  const chosenTasks = takeSample(tasks, flags);
  const combinedRuns = await gradeInProcesses(chosenTasks, correctServices, shell);
  if (combinedRuns === undefined) return undefined;
  const singleTasks = createSingleTasks(combinedRuns, seed);
  const singleRuns = await gradeInProcesses(singleTasks, correctServices, shell);
  if (singleRuns === undefined) return undefined;
  return {
    // Readings of the same request can hide one another, so only runs with a single reading count as misread.
    runs: [...combinedRuns.map((run) => ({ ...run, misread: [] })), ...singleRuns],
    pairs: countPairs(chosenTasks.map(({ readings }) => readings)),
  };
}

/** Returns random combinations of all readings, for effects of three or more readings together. */
function drawReadings(count: number, seed: number): Readings[] {
  const row = fc.record(
    Object.fromEntries(settableIds.map((id) => [id, fc.constantFrom(...listReadings(id))])),
  );
  return fc.sample(row, { numRuns: count, seed }).map(removeDefaults);
}

function removeDefaults(row: Readings): Readings {
  return Object.fromEntries(
    settableIds.flatMap((id) => {
      const reading = row[id];
      return reading === undefined || reading === getDefaultReading(id) ? [] : [[id, reading]];
    }),
  );
}

/** Creates a task for each reading that was misread, and for each reading of the first two runs that drifted. */
function createSingleTasks(runs: readonly FairRun[], seed: number): FairnessTask[] {
  const singleTasks = new Map<string, FairnessTask>();
  const addTask = (id: string, reading: string): void => {
    singleTasks.set(`${id}=${reading}`, { seed, readings: { [id]: reading } });
  };
  for (const { silence, set } of runs.flatMap(({ misread }) => misread)) addTask(silence, set);
  const driftingRuns = runs.filter(({ drifts, errored }) => drifts.length + errored.length > 0);
  for (const { readings } of driftingRuns.slice(0, 2)) {
    for (const [id, reading] of Object.entries(readings)) addTask(id, reading);
  }
  return [...singleTasks.values()];
}

function countPairs(rows: readonly Readings[]): Fairness['pairs'] {
  let total = 0;
  const coveredPairs = new Set<string>();
  const completeRows = rows.map((row) =>
    settableIds.map((id) => row[id] ?? getDefaultReading(id) ?? ''),
  );
  for (const [firstIndex, first] of settableIds.entries()) {
    for (const [secondIndex, second] of settableIds.entries()) {
      if (secondIndex <= firstIndex) continue;
      total += listReadings(first).length * listReadings(second).length;
      for (const row of completeRows)
        coveredPairs.add(`${firstIndex} ${row[firstIndex]} ${secondIndex} ${row[secondIndex]}`);
    }
  }
  return { covered: coveredPairs.size, all: total };
}
