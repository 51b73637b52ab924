/** A case over generated values, which reports the smallest value that drifts. */
import fc from 'fast-check';
import type { Property } from './check.ts';
import { withMonitor } from './monitor-drift.ts';
import { type Counterexample, Drift } from '../evidence/index.ts';
import type { Stage } from '../stage/index.ts';
import { wordsFor } from '../values/index.ts';
import { settleUnclear } from './settle-unclear.ts';

/**
 * Creates a case that runs for every value of an arbitrary.
 * @param values the arbitrary; fast-check shrinks its values
 * @param ask tests one value; a Drift makes the value a counterexample
 * @param options `runs` if the default of 25 values does not suit; scaled by `--runs`
 */
export function forAll<T>(
  values: fc.Arbitrary<T>,
  ask: (t: Stage, value: T) => Promise<void>,
  options: { readonly runs?: number } = {},
): Property {
  return {
    kind: 'property',
    runs: options.runs,
    check: async (t, { seed, runs, path, signal, exchanges }) => {
      const halt: { by?: unknown } = {};
      const property = fc.asyncProperty(values, async (value) => {
        // Any other error ends the property; shrinking would only repeat it.
        if ('by' in halt || signal.aborted) return;
        const before = exchanges.length;
        try {
          await settleUnclear(t, async () => withMonitor(t, async () => ask(t, value)));
        } catch (error) {
          if (error instanceof Drift) {
            error.trail = exchanges.slice(before);
            throw error;
          }
          halt.by = error;
        }
      });
      const how = { seed, numRuns: runs, ...(path === undefined ? {} : { path }) };
      const outcome = await fc.check(property, how);
      const drift = outcome.failed ? outcome.errorInstance : undefined;
      if (drift instanceof Drift)
        return { drift, counterexample: counterexampleOf(outcome, values) };
      if ('by' in halt) throw halt.by;
      return undefined;
    },
  };
}

function counterexampleOf<T>(
  outcome: fc.RunDetails<[value: T]>,
  values: fc.Arbitrary<T>,
): Counterexample {
  const smallest = outcome.counterexample?.[0];
  const words = wordsFor(values, smallest);
  return {
    value: fc.stringify(smallest),
    ...(words !== undefined && { words }),
    seed: outcome.seed,
    path: outcome.counterexamplePath ?? '',
    runs: outcome.numRuns,
    shrinks: outcome.numShrinks,
  };
}
