import { afterEach, expect, test } from 'vitest';
import { testingService, type TestingService } from '../../testing/index.ts';
import { createLiveListener } from '../live-judge.ts';
import { createTrafficRun, type TrafficRun } from '../traffic-run.ts';
import { createRecordingFetch } from '../recordings/recording-fetch.ts';
import { callCorrectly, faultyCallers, type CallerEnvironment } from '../scenes/index.ts';
import { createCallerEnvironment } from '../scenes/correct-traffic.ts';

let service: TestingService | undefined;
afterEach(async () => service?.close());

async function surroundings(run: TrafficRun): Promise<CallerEnvironment> {
  const started = await testingService();
  service = started;
  const listener = createLiveListener((observed, recorded) => void run.judge(observed, recorded));
  return createCallerEnvironment(started, createRecordingFetch(started.fetch, listener));
}

function broken(run: TrafficRun): string[] {
  return run
    .callers()
    .filter((row) => row.broken > 0)
    .map((row) => row.requirement);
}

test('finds no mistake in a correct caller', async () => {
  const run = createTrafficRun();
  await callCorrectly(await surroundings(run));
  expect(run.callers().flatMap(({ findings }) => findings)).toEqual([]);
  const judged = run.callers().filter((row) => row.judged > 0);
  expect(judged.length).toBeGreaterThan(10);
});

test.each(faultyCallers)('reports only what $name breaks', async ({ breaks, run: call }) => {
  const run = createTrafficRun();
  await call(await surroundings(run));
  expect(broken(run)).toEqual([breaks]);
});
