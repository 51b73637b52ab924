/** Turns the results of the monitor and of the silences into findings. */
import { type Contract, readContract } from '../../contract/spec.ts';
import type { Exchange, Finding, SilenceAnswer, StatusCount } from '../evidence/index.ts';
import { findForbiddenAnswers } from './answers.ts';
import type { Monitoring, RepeatedDrift } from './monitoring.ts';

export type StatusCounter = ReturnType<typeof createStatusCounter>;

/** Counts how often each operation was answered with each status. */
export function createStatusCounter(contract: Contract = readContract()) {
  const counts = new Map<string, StatusCount>();
  return {
    count: ({ operation, status }: Exchange): void => {
      if (operation === undefined) return;
      const { answers, openStatuses } = contract.operations[operation];
      const listed = answers.some((answer) => answer.status === String(status));
      const documented = listed || openStatuses.includes(status) || status === 429;
      const key = `${operation} ${status}`;
      const times = (counts.get(key)?.times ?? 0) + 1;
      counts.set(key, { operation, status, times, documented });
    },
    counts: (): readonly StatusCount[] => [...counts.values()],
  };
}

/** What a finding says of its own requests if it sent none. */
export function withoutRequests(
  requestsInRun: number,
): Pick<Finding, 'requests' | 'requestsInRun' | 'took'> {
  return { requests: 0, requestsInRun, took: 0 };
}

const section = 'Every exchange';

/** A drift that the monitor found. */
export function createMonitorFinding(
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
    ...withoutRequests(requestsInRun),
  };
}

/** Shows a failure of the service with its rate: one in a thousand calls is not one in two. */
function addFailureRate(drift: RepeatedDrift, statuses: readonly StatusCount[]): RepeatedDrift {
  if (drift.requirement !== 'errors.no-5xx') return drift;
  const calls = statuses.filter(({ operation }) => operation === drift.exchange.operation);
  const sum = (counts: readonly StatusCount[]): number =>
    counts.reduce((total, { times }) => total + times, 0);
  const failures = calls.filter(({ status }) => status >= 500);
  const rate = ((100 * sum(failures)) / sum(calls)).toFixed(1);
  const each = failures.map(({ status, times }) => `${status} (${times})`).join(', ');
  const actual = `5xx in ${sum(failures)} of ${sum(calls)} calls, ${rate} %: ${each}`;
  return { ...drift, difference: { ...drift.difference, actual } };
}

/** Every drift that the monitor found, and every requirement that it found met and never broken. */
export function createMonitorFindings(
  monitoring: Monitoring,
  statuses: readonly StatusCount[],
  requestsInRun: number,
): Finding[] {
  const drifts = monitoring
    .drifts()
    .map((drift) => createMonitorFinding(addFailureRate(drift, statuses), requestsInRun));
  const met = monitoring.evidence().filter(({ drifted }) => drifted === 0);
  const conforming = met.map(({ requirement }): Finding => ({
    requirement,
    section,
    sentence: 'holds in every exchange that concerns it',
    source: 'monitor',
    verdict: 'conforms',
    ...withoutRequests(requestsInRun),
  }));
  return [...drifts, ...conforming];
}

/** Findings for answers that no reading permits. */
export function createAnswerFindings(
  answers: readonly SilenceAnswer[],
  requestsInRun: number,
): Finding[] {
  return findForbiddenAnswers(answers).map(({ silence, expected, actual, evidence }) => ({
    requirement: silence,
    section: 'What the document leaves open',
    sentence: 'answers within the readings the document permits',
    source: 'observation',
    verdict: 'drifts',
    difference: { expected, actual },
    exchange: evidence,
    ...withoutRequests(requestsInRun),
  }));
}
