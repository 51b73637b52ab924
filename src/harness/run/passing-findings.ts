/** Turns the results of the monitor and of the silences into findings. */
import type { Evidence, Finding, StatusCount } from '../evidence/index.ts';
import type { Illegal } from './answers.ts';
import type { Monitoring, RepeatedDrift } from './monitoring.ts';

const section = 'Every exchange';

/** A drift that the monitor found. */
export function monitorFinding(
  { requirement, difference, exchange, times }: RepeatedDrift,
  requestsInRun: number,
): Finding {
  const often = times > 1 ? ` (${times} times)` : '';
  return {
    requirement,
    section,
    sentence: `holds in every response of ${exchange.operation ?? 'the service'}${often}`,
    source: 'monitor',
    verdict: 'drifts',
    difference,
    exchange,
    requests: 0,
    requestsInRun,
    took: 0,
  };
}

/** Shows a failure of the service with its rate: one in a thousand calls is not one in two. */
function withRate(one: RepeatedDrift, statuses: readonly StatusCount[]): RepeatedDrift {
  if (one.requirement !== 'errors.no-5xx') return one;
  const calls = statuses.filter(({ operation }) => operation === one.exchange.operation);
  const sum = (counts: readonly StatusCount[]): number =>
    counts.reduce((total, { times }) => total + times, 0);
  const failures = calls.filter(({ status }) => status >= 500);
  const rate = ((100 * sum(failures)) / sum(calls)).toFixed(1);
  const each = failures.map(({ status, times }) => `${status} (${times})`).join(', ');
  const actual = `5xx in ${sum(failures)} of ${sum(calls)} calls, ${rate} %: ${each}`;
  return { ...one, difference: { ...one.difference, actual } };
}

/** Every drift that the monitor found, and every requirement that it found met and never broken. */
export function monitorFindings(
  monitoring: Monitoring,
  statuses: readonly StatusCount[],
  requestsInRun: number,
): Finding[] {
  const drifts = monitoring
    .drifts()
    .map((one) => monitorFinding(withRate(one, statuses), requestsInRun));
  const met = monitoring.evidence().filter(({ drifted }) => drifted === 0);
  return [...drifts, ...met.map((one) => metFinding(one, requestsInRun))];
}

function metFinding({ requirement }: Evidence, requestsInRun: number): Finding {
  return {
    requirement,
    section,
    sentence: 'holds in every exchange that concerns it',
    source: 'monitor',
    verdict: 'conforms',
    requests: 0,
    requestsInRun,
    took: 0,
  };
}

/** Findings for answers that no reading permits. */
export function answerFindings(illegal: readonly Illegal[], requestsInRun: number): Finding[] {
  return illegal.map(({ silence, expected, actual, evidence }) => ({
    requirement: silence,
    section: 'What the document leaves open',
    sentence: 'answers within the readings the document permits',
    source: 'observation',
    verdict: 'drifts',
    difference: { expected, actual },
    ...(evidence === undefined ? {} : { exchange: evidence }),
    requests: 0,
    requestsInRun,
    took: 0,
  }));
}
