/** Cases over generated values and over generated histories of calls, which report the smallest one that drifts. */
import fc from 'fast-check';
import type { Property, PropertyRun } from './check.ts';
import { type Counterexample, Drift } from '../evidence/index.ts';
import type { Stage } from '../stage/index.ts';
import { wordsFor } from '../values/index.ts';
import { scopeOf } from '../wire/index.ts';
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
    check: async (t, how) => {
      const { drift, outcome } = await search(values, async (value) => ask(t, value), { t, how });
      if (drift === undefined) return undefined;
      const smallest = outcome.counterexample?.[0];
      const words = wordsFor(values, smallest);
      const value = fc.stringify(smallest);
      const counterexample = { value, ...(words !== undefined && { words }), ...placeOf(outcome) };
      return { drift, counterexample };
    },
  };
}

/** One call, or a few that belong together, in a history. */
export interface Move<Model extends object> {
  /** Returns whether the move is possible in the model's current state. */
  readonly check: (model: Readonly<Model>) => boolean;
  /** Sends the calls and updates the model. A Drift makes the history a counterexample. */
  readonly run: (model: Model, t: Stage) => Promise<void>;
  /** Describes the move in a few words. */
  readonly toString: () => string;
}

export interface Histories<Model extends object> {
  readonly moves: readonly fc.Arbitrary<Move<Model>>[];
  /** Creates a model with a new book. Each history, and each step of shrinking, has its own. */
  readonly begin: (t: Stage) => Promise<Model>;
  /** The maximum number of moves in a history. */
  readonly length: number;
  /** The number of histories in a normal run of 25 values. */
  readonly runs: number;
}

/** How often the smallest history is repeated, to distinguish "always" from "sometimes". */
const confirmations = 3;

/** Creates a case over histories: sequences of calls on one book. A failing history is shrunk and confirmed. */
export function forAllHistories<Model extends object>(histories: Histories<Model>): Property {
  return {
    kind: 'property',
    runs: histories.runs,
    check: async (t, how) => {
      const { drift, outcome } = await searchHistories(histories, { t, how });
      if (drift === undefined) return undefined;
      const text = outcome.counterexample?.[0].toString() ?? '';
      const replayPath = /replayPath="([^"]*)"/.exec(text)?.[1];
      const place = placeOf(outcome);
      let shown = 0;
      for (let time = 0; time < confirmations; time += 1) {
        const again = { ...how, runs: 1, path: place.path, replayPath };
        const repeated = searchHistories(histories, { t, how: again });
        // What ends a repetition otherwise does not make the drift less certain.
        shown += await repeated.then(
          ({ outcome: { failed } }) => Number(failed),
          () => 0,
        );
      }
      const counterexample = {
        value: text.replace(/\s*\/\*replayPath="[^"]*"\*\//, '').replaceAll(',', ' → '),
        ...place,
        ...(replayPath !== undefined && { replayPath }),
        confirmed: { times: confirmations, shown },
      };
      return { drift, counterexample };
    },
  };
}

interface History<Model extends object> extends Iterable<fc.AsyncCommand<Model, Stage>> {
  /** The commands that ran, with fast-check's path to them. */
  readonly toString: () => string;
}

async function searchHistories<Model extends object>(
  { moves, begin, length }: Histories<Model>,
  { t, how }: Trial,
) {
  const { replayPath } = how;
  const settings = { maxCommands: length, ...(replayPath !== undefined && { replayPath }) };
  const commands = moves.map((arbitrary) => arbitrary.map(commandOf));
  // A history without a move shows nothing, and the single history of a short run may be one.
  const history: fc.Arbitrary<History<Model>> = fc
    .commands<Model, Stage, false>(commands, settings)
    .filter((played) => [...played].length > 0);
  const play = async (played: History<Model>): Promise<void> =>
    fc.asyncModelRun(async () => ({ model: await begin(t), real: t }), played);
  return search(history, play, { t, how });
}

/** Adapts a move to fast-check's command. */
function commandOf<Model extends object>(move: Move<Model>): fc.AsyncCommand<Model, Stage> {
  return {
    check: (model) => move.check(model),
    run: async (model, t) => move.run(model, t),
    toString: () => move.toString(),
  };
}

interface Trial {
  readonly t: Stage;
  readonly how: PropertyRun;
}

/**
 * Plays every value until one drifts.
 * @throws whatever else ended a value: shrinking would only repeat it
 */
async function search<T>(
  values: fc.Arbitrary<T>,
  play: (value: T) => Promise<void>,
  { t, how: { seed, runs, path = '', signal, exchanges } }: Trial,
) {
  const halt: { by?: unknown } = {};
  const property = fc.asyncProperty(values, async (value) => {
    if ('by' in halt || signal.aborted) return;
    const before = exchanges.length;
    try {
      await settleUnclear(t, async () => withMonitor(t, async () => play(value)));
    } catch (error) {
      if (!(error instanceof Drift)) {
        halt.by = error;
        return;
      }
      error.trail = exchanges.slice(before);
      throw error;
    }
  });
  const outcome = await fc.check(property, { seed, numRuns: runs, path });
  const error = outcome.failed ? outcome.errorInstance : undefined;
  const drift = error instanceof Drift ? error : undefined;
  if (drift === undefined && 'by' in halt) throw halt.by;
  return { drift, outcome };
}

/** Tests one value, and throws a Drift for the first difference that the monitor found while it ran. */
async function withMonitor(t: Stage, test: () => Promise<void>): Promise<void> {
  const drifts = scopeOf(t)?.drifts ?? [];
  const before = drifts.length;
  const throwFirst = (): void => {
    const found = drifts[before];
    if (found === undefined) return;
    const drift = new Drift(found.difference, found.exchange);
    drift.requirement = found.requirement;
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

function placeOf<T>(
  outcome: fc.RunDetails<T>,
): Pick<Counterexample, 'seed' | 'path' | 'runs' | 'shrinks'> {
  const { seed, counterexamplePath, numRuns: runs, numShrinks: shrinks } = outcome;
  return { seed, path: counterexamplePath ?? '', runs, shrinks };
}
