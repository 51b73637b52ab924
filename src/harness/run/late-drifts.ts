/** Drifts that were found after a service had become unusable. */
import type { Finding, StopReason } from '../evidence/index.ts';

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
