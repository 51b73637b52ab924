/** Turns the results of the monitor and of the silences into findings. */
import { type Contract, readContract } from '../../contract/spec.ts';
import type { Exchange, Finding, SilenceAnswer, StatusCount } from '../evidence/index.ts';
import { findForbiddenAnswers } from './answers.ts';
import { failureId, type Monitoring, type RepeatedDrift } from './monitoring.ts';

export type StatusCounter = ReturnType<typeof createStatusCounter>;

export function createStatusCounter(contract: Contract = readContract()) {
  const counts = new Map<string, StatusCount>();
  return {
    count: ({ operation, response: { status } }: Exchange): void => {
      if (operation === undefined) return;
      const { responses, openStatuses } = contract.operations[operation];
      const isInContract = responses.some((answer) => answer.status === String(status));
      const documented = isInContract || openStatuses.includes(status) || status === 429;
      const key = `${operation} ${status}`;
      const times = (counts.get(key)?.times ?? 0) + 1;
      counts.set(key, { operation, status, times, documented });
    },
    counts: (): readonly StatusCount[] => [...counts.values()],
  };
}

/** Returns the counts of a finding that sent no requests of its own. */
export function createCountsWithoutRequests(
  requestsInRun: number,
): Pick<Finding, 'requests' | 'requestsInRun' | 'took'> {
  return { requests: 0, requestsInRun, took: 0 };
}

const section = 'Every exchange';

export function createMonitorFinding(
  { requirement, difference, exchange, times }: RepeatedDrift,
  requestsInRun: number,
): Finding {
  const suffix = times > 1 ? ` (${times} times)` : '';
  const operation = requirement === failureId ? undefined : exchange.operation;
  return {
    requirement,
    section,
    sentence: `holds in every response of ${operation ?? 'the service'}${suffix}`,
    source: 'monitor',
    verdict: 'drifts',
    difference,
    exchange,
    ...createCountsWithoutRequests(requestsInRun),
  };
}

/** Adds the rate of 5xx responses to a drift of `errors.no-5xx`; returns any other drift unchanged. */
function addFailureRate(drift: RepeatedDrift, statuses: readonly StatusCount[]): RepeatedDrift {
  if (drift.requirement !== failureId) return drift;
  const calls = statuses.filter(({ operation }) => operation !== 'putFile');
  const sum = (counts: readonly StatusCount[]): number =>
    counts.reduce((total, { times }) => total + times, 0);
  const failures = calls.filter(({ status }) => status >= 500);
  const rate = ((100 * sum(failures)) / sum(calls)).toFixed(1);
  const statusCounts = failures.map(({ status, times }) => `${status} (${times})`).join(', ');
  const actual = `5xx in ${sum(failures)} of ${sum(calls)} calls, ${rate} %: ${statusCounts}`;
  return { ...drift, difference: { ...drift.difference, actual } };
}

/** Returns a finding for every drift of the monitor, and for every requirement that no exchange contradicts. */
export function createMonitorFindings(
  monitoring: Monitoring,
  statuses: readonly StatusCount[],
  requestsInRun: number,
): Finding[] {
  const drifts = monitoring
    .drifts()
    .map((drift) => createMonitorFinding(addFailureRate(drift, statuses), requestsInRun));
  const provenRequirements = monitoring.evidence().filter(({ drifted }) => drifted === 0);
  const conformingFindings = provenRequirements.map(({ requirement }): Finding => ({
    requirement,
    section,
    sentence: 'holds in every exchange that concerns it',
    source: 'monitor',
    verdict: 'conforms',
    ...createCountsWithoutRequests(requestsInRun),
  }));
  return [...drifts, ...conformingFindings];
}

/** Returns a finding for each answer that is a drift. */
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
    ...createCountsWithoutRequests(requestsInRun),
  }));
}
