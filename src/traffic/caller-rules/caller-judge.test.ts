/** Tests that the judge reports what a faulty caller does wrong, and nothing about a correct one. */
import { afterEach, expect, test } from 'vitest';
import { callerIds, requirement } from '../../contract/requirements.ts';
import { testingService, type TestingService } from '../../testing/index.ts';
import { createLiveListener } from '../live-listener.ts';
import { createTrafficRun, type TrafficRun } from '../traffic-run.ts';
import { createRecordingFetch } from '../recordings/recording-fetch.ts';
import { callCorrectly } from '../../../tests/support/traffic/correct-traffic.ts';
import { faultyCallers } from '../../../tests/support/traffic/faulty-callers.ts';
import type { CallerEnvironment } from '../../../tests/support/traffic/caller-steps.ts';
import { createCallerEnvironment } from '../../../tests/support/traffic/correct-traffic.ts';

let service: TestingService | undefined;
afterEach(async () => service?.close());

async function createEnvironment(run: TrafficRun): Promise<CallerEnvironment> {
  const testService = await testingService();
  service = testService;
  const listener = createLiveListener((exchange) => void run.judge(exchange));
  return createCallerEnvironment(testService, createRecordingFetch(testService.fetch, listener));
}

function listBrokenRules(run: TrafficRun): string[] {
  return run
    .callers()
    .filter((row) => row.broken > 0)
    .map((row) => row.requirement);
}

test('judges a correct caller by more than ten rules and reports nothing', async () => {
  const run = createTrafficRun();
  await callCorrectly(await createEnvironment(run));
  run.finishCallers();
  expect(run.callers().flatMap(({ findings }) => findings)).toEqual([]);
  const judgedRows = run.callers().filter((row) => row.judged > 0);
  expect(judgedRows.length).toBeGreaterThan(10);
});

test('has a faulty caller for each rule', () => {
  const brokenIds = new Set(faultyCallers.map(({ brokenRule }) => brokenRule));
  const testedIds = callerIds.filter((id) => requirement(id).untested === undefined);
  const rulesWithout = testedIds.filter((id) => !brokenIds.has(id));
  expect(rulesWithout, 'Add a program to tests/support/traffic/faulty-callers.ts').toEqual([]);
});

test.each(faultyCallers)(
  'reports only $brokenRule for $name',
  async ({ brokenRule, run: runCaller }) => {
    const run = createTrafficRun();
    await runCaller(await createEnvironment(run));
    run.finishCallers();
    expect(listBrokenRules(run)).toEqual([brokenRule]);
  },
);
