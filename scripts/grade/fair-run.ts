/** Runs the suite against a correct sandbox. It must find no drift, and observe the sandbox's readings. */
import { listReadings, silenceIds } from '../../src/contract/requirements.ts';
import type { Section } from '../../src/harness/suite/index.ts';
import type { Finding, Outcome } from '../../src/harness/evidence/index.ts';
import type { FairRun, Misread } from './results/index.ts';
import { runOnOwnSandbox } from '../own-runs/run-on-own-sandbox.ts';
import { unusualHabits } from './unusual-habits.ts';

/** Values per property. */
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
  });
  return {
    readings,
    ...(unusual === undefined ? {} : { unusual }),
    drifts: describeFindings(outcome.findings, 'drifts'),
    errored: describeFindings(outcome.findings, 'errored'),
    misread: habits.length === 0 ? findMisread(outcome, readings) : [],
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

/** Returns silences whose observed answer differs from the reading that was set. A silence without an answer is left out. */
function findMisread({ answers }: Outcome, readings: Readonly<Record<string, string>>): Misread[] {
  return silenceIds.flatMap((silence) => {
    const set = readings[silence];
    if (set === undefined) return [];
    const listed = listReadings(silence);
    const observed = answers
      .filter((entry) => entry.silence === silence)
      .map(({ answer }) => answer);
    // An answer in free words, beyond the listed readings, is never another reading.
    const wrong = observed.filter((answer) => answer !== set && listed.includes(answer));
    return wrong.length === 0 ? [] : [{ silence, set, answer: [...new Set(wrong)].join(' and ') }];
  });
}
