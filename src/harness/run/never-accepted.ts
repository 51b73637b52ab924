/** Findings that only show that a service is closed, or was no longer usable. */
import type { Finding, StatusCount, StopReason } from '../evidence/index.ts';

/** After this many calls without an accepted one, it is not a coincidence. */
const enoughCalls = 5;

/** The statuses for a key that may not make a call. */
const barred: ReadonlySet<number> = new Set([401, 403, 405]);

/**
 * Turns drifts in refusals into "unproven" if no call was ever accepted, or every call of an
 * operation was barred. Without this, a service that is closed today, or a key that may only read,
 * would seem to drift in a dozen places. The form of a refusal can still be judged.
 */
export function withoutEmptyRefusals(
  findings: readonly Finding[],
  statuses: readonly StatusCount[],
): readonly Finding[] {
  const calls = statuses.reduce((sum, { times }) => sum + times, 0);
  const closed = calls >= enoughCalls && statuses.every(({ status }) => status >= 400);
  return findings.map((finding) => {
    if (!showsNothing(finding)) return finding;
    const reason = closed
      ? 'no call was accepted in this run, so a refusal shows nothing'
      : whyBarred(finding, statuses);
    if (reason === undefined) return finding;
    const { difference: _unsaid, ...rest } = finding;
    return { ...rest, verdict: 'unproven', reason };
  });
}

/** The monitor's judgement of the form of a body always counts. */
function showsNothing({ source, verdict, difference, requirement }: Finding): boolean {
  if (source !== 'monitor') return verdict === 'drifts';
  if (verdict === 'drifts') return difference?.pointer === undefined;
  return !/^(problem|message|body)\./.test(requirement);
}

/** Returns the reason for a drift in an operation whose every call was answered with one barring status. */
function whyBarred({ exchange }: Finding, statuses: readonly StatusCount[]): string | undefined {
  const operation = exchange?.operation;
  // Storage takes no key, so no key can be the reason.
  if (operation === 'putFile') return undefined;
  const status = barringStatus(operation, statuses);
  if (status === undefined) return undefined;
  // An operation may have few calls if there is no book to call it on, so those of others count too.
  const calls = statuses.filter(
    (count) => count.status === status && barringStatus(count.operation, statuses) === status,
  );
  if (calls.reduce((sum, { times }) => sum + times, 0) < enoughCalls) return undefined;
  return `every ${operation} call was answered with ${status}: check what this API key may do`;
}

/** Returns the one status of an operation that bars every call; undefined if there is another. */
function barringStatus(
  operation: StatusCount['operation'] | undefined,
  statuses: readonly StatusCount[],
): number | undefined {
  const own = statuses.filter(
    (count) => count.operation === operation && count.status < 500 && count.status !== 429,
  );
  const [only, other] = own.filter(({ status }) => status !== 401);
  const { status } = only ?? own[0] ?? {};
  return other === undefined && status !== undefined && barred.has(status) ? status : undefined;
}

/**
 * Turns drifts that rest on responses after the last usable one into unproven: a service that fails
 * every call, or no longer accepts the key, says nothing about the requirement that was tested.
 * @param lastUsable the number of the last usable exchange
 */
export function withoutLateDrifts(
  findings: readonly Finding[],
  stopped: StopReason | undefined,
  lastUsable: number,
): readonly Finding[] {
  if (stopped !== 'stopped responding' && stopped !== 'key refused') return findings;
  return findings.map((finding) => {
    const late = finding.exchange !== undefined && finding.exchange.number > lastUsable;
    if (finding.verdict !== 'drifts' || !late) return finding;
    if (finding.requirement === 'errors.no-5xx') return finding;
    const { difference: _unsaid, counterexample: _untold, ...rest } = finding;
    const reason = 'the service was no longer usable when this was tested';
    return { ...rest, verdict: 'unproven', reason };
  });
}
