/**
 * Turns the results of the monitor and of the silences into findings. Withdraws findings that only show that a
 * service refused every request, or was no longer usable.
 */
import { type Contract, readContract } from '../../contract/spec.ts';
import type {
  Exchange,
  Finding,
  SilenceAnswer,
  StatusCount,
  StopReason,
} from '../evidence/index.ts';
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

/** With fewer calls, it may be a coincidence that none was accepted. */
const minimumCalls = 5;

/** The statuses with which a service bars a key from an operation. */
const barringStatuses: ReadonlySet<number> = new Set([401, 403, 405]);

/**
 * Turns drifts in refusals into "unproven" if no call was ever accepted, or every call of an
 * operation was barred. Without this, a service that is closed today, or a key that may only read,
 * would seem to drift in a dozen places. The form of a refusal can still be judged.
 */
export function withdrawEmptyRefusals(
  findings: readonly Finding[],
  statuses: readonly StatusCount[],
): readonly Finding[] {
  const calls = statuses.reduce((sum, { times }) => sum + times, 0);
  const isClosed = calls >= minimumCalls && statuses.every(({ status }) => status >= 400);
  return findings.map((finding) => {
    if (!restsOnRefusal(finding)) return finding;
    const reason = isClosed
      ? 'no call was accepted in this run, so a refusal shows nothing'
      : explainBarred(finding, statuses);
    if (reason === undefined) return finding;
    const { difference: _difference, ...rest } = finding;
    return { ...rest, verdict: 'unproven', reason };
  });
}

/** Returns true if a finding rests on a refusal. The monitor's judgements of the form of a body never do. */
function restsOnRefusal({ source, verdict, difference, requirement }: Finding): boolean {
  if (source !== 'monitor') return verdict === 'drifts';
  if (verdict === 'drifts') return difference?.pointer === undefined;
  return !/^(problem|message|body)\./.test(requirement);
}

/** Returns the reason for a drift in an operation whose every call was answered with one barring status. */
function explainBarred(
  { exchange }: Finding,
  statuses: readonly StatusCount[],
): string | undefined {
  const operation = exchange?.operation;
  // Storage takes no key, so no key can be the reason.
  if (operation === 'putFile') return undefined;
  const status = findBarringStatus(operation, statuses);
  if (status === undefined) return undefined;
  // Without a book, an operation may have few calls, so calls of other operations count too.
  const calls = statuses.filter(
    (count) => count.status === status && findBarringStatus(count.operation, statuses) === status,
  );
  if (calls.reduce((sum, { times }) => sum + times, 0) < minimumCalls) return undefined;
  return `every ${operation} call was answered with ${status}: check what this API key may do`;
}

/** Returns the status that bars every call of an operation; undefined if calls got several other statuses. */
function findBarringStatus(
  operation: StatusCount['operation'] | undefined,
  statuses: readonly StatusCount[],
): number | undefined {
  const counts = statuses.filter(
    (count) => count.operation === operation && count.status < 500 && count.status !== 429,
  );
  const [firstCount, secondCount] = counts.filter(({ status }) => status !== 401);
  const { status } = firstCount ?? counts[0] ?? {};
  return secondCount === undefined && status !== undefined && barringStatuses.has(status)
    ? status
    : undefined;
}

/**
 * Turns drifts that rest on responses after the last usable one into unproven: a service that fails
 * every call, or no longer accepts the key, says nothing about the requirement that was tested.
 * @param lastUsable the number of the last usable exchange
 */
export function withdrawLateDrifts(
  findings: readonly Finding[],
  stopped: StopReason | undefined,
  lastUsable: number,
): readonly Finding[] {
  if (stopped !== 'stopped responding' && stopped !== 'key refused') return findings;
  return findings.map((finding) => {
    const isLate = finding.exchange !== undefined && finding.exchange.number > lastUsable;
    if (finding.verdict !== 'drifts' || !isLate) return finding;
    if (finding.requirement === failureId) return finding;
    const { difference: _difference, counterexample: _counterexample, ...rest } = finding;
    const reason = 'the service was no longer usable when this was tested';
    return { ...rest, verdict: 'unproven', reason };
  });
}
