/** Repeats a case if the service failed so that the outcome of a write is unknown. */
import { Drift, Unproven } from '../evidence/index.ts';
import { scopeOf } from '../wire/index.ts';
import type { Stage } from '../stage/index.ts';

/** With one failure in fifteen calls, six attempts are enough for nearly every case. */
const attempts = 6;

/**
 * Repeats until an attempt passes, or ends with a known outcome of every write.
 * @param strict whether an attempt counts only if every outcome is known: an observation has no
 *   expectation that could fail
 * @throws Unproven instead of a Drift that an unknown outcome could explain
 */
export async function retryWhileUnclear<T>(
  t: Stage,
  ask: () => Promise<T>,
  { strict = false }: { readonly strict?: boolean } = {},
): Promise<T> {
  const scope = scopeOf(t);
  for (let attempt = 1; ; attempt += 1) {
    const before = { unclear: scope?.unclear ?? 0, failures: scope?.failures ?? 0 };
    try {
      const result = await ask();
      if (!strict || scope === undefined || scope.unclear === before.unclear) return result;
      throw new Unproven('a write was sent twice');
    } catch (error) {
      const isJudgement = error instanceof Drift || error instanceof Unproven;
      if (scope === undefined || !isJudgement || scope.unclear === before.unclear) throw error;
      scope.failures = before.failures;
      if (scope.signal.aborted) throw new Unproven('interrupted');
      if (attempt < attempts) continue;
      throw new Unproven(
        `the service failed during each of ${attempts} attempts, so the outcome of a write is unknown: ${error.message}`,
        error.exchange,
      );
    }
  }
}
