/**
 * Cases over generated values, which report the smallest one that drifts. Repeats a case if the outcome of a write is
 * unknown because the service failed.
 */
import fc from 'fast-check';
import { Drift, Unproven } from '../evidence/index.ts';
import { getScope } from '../wire/index.ts';
import type { Stage } from '../stage/index.ts';
import type { Property, PropertyRun } from './check.ts';
import { describeValue } from '../arbitraries/index.ts';

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
    const { unclearWrites, failures } = scope;
    const isClear = (): boolean => scope.unclearWrites === unclearWrites;
    try {
      const result = await attemptOnce();
      if (!requiresKnownOutcomes || isClear()) return result;
      throw new Unproven('a write was sent twice');
    } catch (error) {
      if (!(error instanceof Drift || error instanceof Unproven) || isClear()) throw error;
      scope.failures = failures;
      if (scope.signal.aborted) throw new Unproven('interrupted');
      if (attempt < maxAttempts) continue;
      throw new Unproven(
        `the service failed during each of ${maxAttempts} attempts, so the outcome of a write is unknown: ${error.message}`,
        error.exchange,
      );
    }
  }
}

/**
 * Creates a case that runs for every value of an arbitrary.
 * @param source the arbitrary, or how to create it for a target: days depend on its date. fast-check shrinks the values
 * @param test tests one value; a Drift makes the value a counterexample
 * @param options `runs` if the default of 25 values does not suit; scaled by `--runs`
 */
export function forAll<T>(
  source: fc.Arbitrary<T> | ((t: Stage) => fc.Arbitrary<T>),
  test: (t: Stage, value: T) => Promise<void>,
  options: { readonly runs?: number } = {},
): Property {
  return {
    kind: 'property',
    runs: options.runs,
    check: async (t, settings) => {
      const values = typeof source === 'function' ? source(t) : source;
      const playOnce = async (value: T) => runWithMonitor(t, async () => test(t, value));
      const play = async (value: T) => retryWhileUnclear(t, async () => playOnce(value));
      return findSmallestDrift(values, play, settings);
    },
  };
}

/**
 * Tests values until one drifts, and shrinks that one.
 * @throws the first error that is not a drift, because shrinking would only repeat it
 */
async function findSmallestDrift<T>(
  values: fc.Arbitrary<T>,
  play: (value: T) => Promise<void>,
  { seed, runs, path: start = '', signal, exchanges }: PropertyRun,
) {
  const failure: { error?: unknown } = {};
  const property = fc.asyncProperty(values, async (value) => {
    if ('error' in failure || signal.aborted) return;
    const firstIndex = exchanges.length;
    try {
      await play(value);
    } catch (error) {
      if (!(error instanceof Drift)) {
        failure.error = error;
        return;
      }
      error.trail = exchanges.slice(firstIndex);
      throw error;
    }
  });
  const outcome = await fc.check(property, { seed, numRuns: runs, path: start });
  if (outcome.counterexample !== null && outcome.errorInstance instanceof Drift) {
    const { errorInstance: drift, counterexample, counterexamplePath: path } = outcome;
    const [value] = counterexample;
    const words = describeValue(values, value);
    const replayFields = { seed, path, runs: outcome.numRuns, shrinks: outcome.numShrinks };
    const shown = { value: fc.stringify(value), ...(words !== undefined && { words }) };
    return { drift, counterexample: { ...shown, ...replayFields } };
  }
  if ('error' in failure) throw failure.error;
  return undefined;
}

/** Tests one value, and throws a Drift for the first difference that the monitor found while it ran. */
async function runWithMonitor(t: Stage, test: () => Promise<void>): Promise<void> {
  const { drifts } = getScope(t);
  const firstIndex = drifts.length;
  const throwFirst = (): void => {
    const monitorDrift = drifts[firstIndex];
    if (monitorDrift === undefined) return;
    const drift = new Drift(monitorDrift.difference, monitorDrift.exchange);
    drift.requirement = monitorDrift.requirement;
    throw drift;
  };
  try {
    await test();
  } catch (error) {
    if (!(error instanceof Drift)) throwFirst();
    throw error;
  }
  throwFirst();
}
