/** Runs the suite against a correct sandbox. It must find no drift and observe the right readings. */
import { listReadings, silenceIds } from '../../src/contract/requirements.ts';
import { exploreUsually } from '../../src/harness/run/index.ts';
import type { Section } from '../../src/harness/suite/index.ts';
import type { Finding, RunOutcome } from '../../src/harness/evidence/index.ts';
import type { FairRun, Misread } from './results/fairness.ts';
import { runOnOwnSandbox } from '../../tests/support/own-runs/run-on-own-sandbox.ts';
import { unusualHabits } from './unusual-habits.ts';

/** The number of values per property. */
const runs = 10;

export interface FairnessTask {
  readonly seed: number;
  readonly readings: Readonly<Record<string, string>>;
  /** The name of a permitted behaviour to add to the readings. */
  readonly unusual?: string;
}

/** Runs the whole suite against a correct service whose readings the run does not know. */
export async function judgeFairness(
  suite: readonly Section[],
  { seed, readings, unusual }: FairnessTask,
): Promise<FairRun> {
  const habits = unusualHabits.filter(({ name }) => name === unusual);
  const outcome = await runOnOwnSandbox(suite, {
    seed,
    runs,
    sandbox: { readings, faults: habits },
    knows: false,
    explore: exploreUsually(),
  });
  return {
    readings,
    ...(unusual === undefined ? {} : { unusual }),
    drifts: describeFindings(outcome.findings, 'drifts'),
    errored: describeFindings(outcome.findings, 'errored'),
    misread: habits.length === 0 ? findMisreadSilences(outcome, readings) : [],
    proven: outcome.judged.filter(({ verdict }) => verdict === 'conforms').length,
    requests: outcome.requests,
    took: Math.round(outcome.took),
  };
}

function describeFindings(findings: readonly Finding[], verdict: Finding['verdict']): string[] {
  return findings
    .filter((finding) => finding.verdict === verdict)
    .map(({ requirement, sentence, difference, reason }) => {
      const result = difference
        ? `expected ${difference.expected}, got ${difference.actual}`
        : reason;
      return `${requirement} ${sentence}: ${result}`;
    });
}

/** Returns the silences for which the run observed another reading than the one that was set. */
function findMisreadSilences(
  { answers }: RunOutcome,
  readings: Readonly<Record<string, string>>,
): Misread[] {
  return silenceIds.flatMap((silence) => {
    const reading = readings[silence];
    if (reading === undefined) return [];
    const readingsOfSilence = listReadings(silence);
    const observed = answers
      .filter((entry) => entry.silence === silence)
      .map(({ answer }) => answer);
    // An answer that is not a listed reading does not count as another reading.
    const wrongAnswers = observed.filter(
      (answer) => answer !== reading && readingsOfSilence.includes(answer),
    );
    return wrongAnswers.length === 0
      ? []
      : [{ silence, set: reading, answer: [...new Set(wrongAnswers)].join(' and ') }];
  });
}
