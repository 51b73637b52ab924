/** Repeats a case if the outcome of a write is unknown because the service failed. */
import { Drift, Unproven } from '../evidence/index.ts';
import { getScope } from '../wire/index.ts';
import type { Stage } from '../stage/index.ts';

/** With one failure in fifteen calls, six attempts are enough for nearly every case. */
const maxAttempts = 6;

/**
 * Repeats until an attempt passes, or ends with a known outcome of every write.
 * @param strict whether an attempt counts only if every outcome is known: an observation has no
 *   expectation that could fail
 * @throws Unproven instead of a Drift that an unknown outcome could explain
 */
export async function retryWhileUnclear<T>(
  t: Stage,
  attemptOnce: () => Promise<T>,
  { strict: requiresKnownOutcomes = false }: { readonly strict?: boolean } = {},
): Promise<T> {
  const scope = getScope(t);
  for (let attempt = 1; ; attempt += 1) {
    const before = { unclear: scope?.unclearWrites ?? 0, failures: scope?.failures ?? 0 };
    try {
      const result = await attemptOnce();
      if (!requiresKnownOutcomes || scope === undefined || scope.unclearWrites === before.unclear)
        return result;
      throw new Unproven('a write was sent twice');
    } catch (error) {
      const isJudgement = error instanceof Drift || error instanceof Unproven;
      if (scope === undefined || !isJudgement || scope.unclearWrites === before.unclear)
        throw error;
      scope.failures = before.failures;
      if (scope.signal.aborted) throw new Unproven('interrupted');
      if (attempt < maxAttempts) continue;
      throw new Unproven(
        `the service failed during each of ${maxAttempts} attempts, so the outcome of a write is unknown: ${error.message}`,
        error.exchange,
      );
    }
  }
}
