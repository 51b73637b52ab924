/** Withdraws findings that only show that a service refused every request, or was no longer usable. */
import type { Finding, StatusCount, StopReason } from '../evidence/index.ts';
import { failureId } from './monitoring.ts';

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
