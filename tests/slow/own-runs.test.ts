/** Tests whole runs against our own sandbox in this process: what `--only` selects, and replicas of observed services. */
import { beforeAll, describe, expect, test } from 'vitest';
import { chooseReadings } from '../../src/cli/own-sandbox.ts';
import { requirement, requirementIds } from '../../src/contract/requirements.ts';
import type { Finding, RunOutcome } from '../../src/harness/evidence/index.ts';
import { planRun } from '../../src/harness/plan/index.ts';
import { findChangedAnswers, recordObservations } from '../../src/report/baseline/index.ts';
import { buildReport, getLedgerEntries, type Report } from '../../src/report/record/index.ts';
import { createCoveringRows } from '../support/own-runs/run-on-own-sandbox.ts';
import { exploreUsually } from '../../src/harness/run/index.ts';
import { runOnOwnSandbox } from '../support/own-runs/run-on-own-sandbox.ts';
import { sampleOr, takeSample } from '../support/sample.ts';
import { suite } from '../suite.ts';

describe('--only with an id', () => {
  const seed = 3;
  const findings: Finding[] = [];
  let outcome: RunOutcome | undefined;

  beforeAll(async () => {
    outcome = await runOnOwnSandbox(suite, {
      seed,
      runs: 10,
      sandbox: {},
      knows: true,
      explore: exploreUsually(),
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

  test('includes a job that judges or answers it', () => {
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

  test('has fewer cases than a full run', () => {
    const whole = planJobs(undefined).size;
    expect(testable.filter((id) => planJobs(id).size >= whole)).toEqual([]);
  });
});

type Readings = Readonly<Record<string, string>>;

async function runAndReport(readings: Readings, seed: number): Promise<Report> {
  const sandbox = { readings };
  const depth = sampleOr('quick', 'usual');
  return buildReport({
    outcome: await runOnOwnSandbox(suite, { seed, runs: 5, depth, sandbox, knows: false }),
    ledger: getLedgerEntries(),
    target: { address: 'http://sandbox.invalid', kind: 'own sandbox', faults: [] },
    only: undefined,
    writeRerunCommand: () => '',
    secrets: [],
  });
}

const services = createCoveringRows(sampleOr(1, 2)).map((readings, row) => ({ row, readings }));

test.each(takeSample(services))(
  'a sandbox with the observed answers of service $row answers like it',
  async ({ row, readings }) => {
    const observations = recordObservations(await runAndReport(readings, row));
    const { readings: observed, unsupportedAnswers } = chooseReadings(observations);
    // Of answers that another reading hides, free text cannot be set.
    expect(unsupportedAnswers.filter((line) => line.includes(' and '))).toEqual([]);
    const replica = await runAndReport(observed, row + 1000);
    expect(findChangedAnswers(replica, observations)).toEqual([]);
  },
);
