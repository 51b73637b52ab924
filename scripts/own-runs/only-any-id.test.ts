/** Tests that `--only` with any id of the ledger runs a job that judges or answers it. */
import { beforeAll, expect, test } from 'vitest';
import { requirement, requirementIds } from '../../src/contract/requirements.ts';
import type { Finding, RunOutcome } from '../../src/harness/evidence/index.ts';
import { planRun } from '../../src/harness/plan/index.ts';
import { suite } from '../../tests/suite.ts';
import { runOnOwnSandbox } from './run-on-own-sandbox.ts';

const seed = 3;
const findings: Finding[] = [];
let outcome: RunOutcome | undefined;

beforeAll(async () => {
  outcome = await runOnOwnSandbox(suite, {
    seed,
    runs: 10,
    sandbox: {},
    knows: true,
    onEvent: (event) => {
      if (event.type === 'found') findings.push(event.finding);
    },
  });
});

/** Returns the names of the planned jobs. */
function planJobs(only: string | undefined): Set<string> {
  const jobs = planRun(suite, { seed, only });
  return new Set(jobs.map((job) => `${job.requirement} ${job.sentence}`));
}

/** Ids that a whole run of the sandbox can answer or judge. */
const testable = requirementIds.filter((id) => {
  const { level, untested } = requirement(id);
  return level !== 'caller' && untested === undefined;
});

test('a run that is limited to one id includes a job that judges or answers it', () => {
  const answered = new Set<string>(outcome?.answers.map(({ silence }) => silence));
  const withoutJob = testable.filter((id) => {
    const judging = findings.filter(
      ({ requirement: judged, met = [] }) => judged === id || met.some((entry) => entry === id),
    );
    const jobs = planJobs(id);
    if (judging.length === 0) return answered.has(id) && jobs.size === 0;
    return !judging.some((finding) => jobs.has(`${finding.requirement} ${finding.sentence}`));
  });
  expect(withoutJob).toEqual([]);
});

test('a run that is limited to one id has fewer cases than a full run', () => {
  const whole = planJobs(undefined).size;
  expect(testable.filter((id) => planJobs(id).size >= whole)).toEqual([]);
});
