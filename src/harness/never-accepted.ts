/** A service that takes no call of an operation at all: then how it refuses one shows nothing. */
import type { OperationId } from '../contract/operations.ts';
import type { Finding, StatusCount } from './finding.ts';

/** From so many calls on, all refused, it is no accident that none was accepted. */
const enoughCalls = 5;

/**
 * Turns drifts seen in refusals of an operation into what they are when nothing of that operation
 * was ever accepted: unproven. Otherwise a service that is closed today would read as one that
 * drifts in a dozen places. The form of a refusal can be judged all the same.
 */
export function withoutEmptyRefusals(
  findings: readonly Finding[],
  statuses: readonly StatusCount[],
): Finding[] {
  const closed = closedOperations(statuses);
  return findings.map((finding) => {
    const { verdict, source, exchange } = finding;
    const operation = exchange?.operation;
    if (verdict !== 'drifts' || source === 'shape') return finding;
    if (exchange === undefined || exchange.status < 400) return finding;
    if (operation === undefined || !closed.has(operation)) return finding;
    const { difference: _unsaid, ...rest } = finding;
    const reason = `no ${operation} call was accepted in this run, so a refusal shows nothing`;
    return { ...rest, verdict: 'unproven', reason };
  });
}

function closedOperations(statuses: readonly StatusCount[]): ReadonlySet<OperationId> {
  const operations = new Set(statuses.map(({ operation }) => operation));
  const isClosed = (operation: OperationId): boolean => {
    const counts = statuses.filter((one) => one.operation === operation);
    const calls = counts.reduce((sum, { times }) => sum + times, 0);
    return counts.every(({ status }) => status >= 400) && calls >= enoughCalls;
  };
  return new Set([...operations].filter(isClosed));
}
