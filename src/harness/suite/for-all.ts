/** A case over generated values: asks for many, and reports the smallest that shows a drift. */
import fc from 'fast-check';
import type { Property } from './check.ts';
import { withMonitor } from './monitor-drift.ts';
import { type Counterexample, Drift } from '../evidence/index.ts';
import type { Stage } from '../stage/index.ts';
import { wordsFor } from '../values/index.ts';
import { settleUnclear } from './settle-unclear.ts';

/**
 * Makes a case of a question asked for every value of an arbitrary.
 * @param values what to draw from; shrinking is fast-check's
 * @param ask one question about one value; a Drift makes the value a counterexample
 * @param options `runs` where the usual 25 values do not fit; it grows and shrinks with `--runs`
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
        // What is no drift ends the asking; shrinking it would only repeat our own trouble.
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
