/** `--only` with any id of the ledger runs something that judges or answers it. */
import { beforeAll, expect, test } from 'vitest';
import { requirement, requirementIds } from '../../src/contract/requirements.ts';
import type { Finding, RunOutcome } from '../../src/harness/evidence/index.ts';
import { planRun } from '../../src/harness/plan/index.ts';
import { suite } from '../../tests/suite.ts';
import { runOnOwnSandbox } from './run-on-own-sandbox.ts';

const seed = 3;
const found: Finding[] = [];
const run: { outcome?: RunOutcome } = {};

beforeAll(async () => {
  run.outcome = await runOnOwnSandbox(suite, {
    seed,
    runs: 10,
    sandbox: {},
    knows: true,
    onEvent: (event) => {
      if (event.type === 'found') found.push(event.finding);
    },
  });
}, 120_000);

/** Names of the planned jobs. */
function planned(only: string | undefined): Set<string> {
  const jobs = planRun(suite, { seed, only });
  return new Set(jobs.map((job) => `${job.requirement} ${job.sentence}`));
}

/** Ids that a whole run of the sandbox can answer or judge. */
const testable = requirementIds.filter((id) => {
  const { level, untested } = requirement(id);
  return level !== 'caller' && untested === undefined;
});

test('a run that is limited to one id includes a job that judges or answers it', () => {
  const answered = new Set<string>(run.outcome?.answers.map(({ silence }) => silence));
  const lacking = testable.filter((id) => {
    const judging = found.filter(
      ({ requirement: own, met = [] }) => own === id || met.some((entry) => entry === id),
    );
    const jobs = planned(id);
    if (judging.length === 0) return answered.has(id) && jobs.size === 0;
    return !judging.some((candidate) => jobs.has(`${candidate.requirement} ${candidate.sentence}`));
  });
  expect(lacking).toEqual([]);
});

test('a run that is limited to one id has fewer cases than a full run', () => {
  const whole = planned(undefined).size;
  expect(testable.filter((id) => planned(id).size >= whole)).toEqual([]);
});
