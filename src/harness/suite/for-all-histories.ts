/** A case over generated histories: a sequence of calls on one book, each compared with a model. */
import fc from 'fast-check';
import type { Property, PropertyRun } from './check.ts';
import { withMonitor } from './monitor-drift.ts';
import { type Counterexample, Drift } from '../evidence/index.ts';
import type { Stage } from '../stage/index.ts';
import { settleUnclear } from './settle-unclear.ts';

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

/** Creates a case over histories. A failing history is shrunk and confirmed. */
export function forAllHistories<Model extends object>(histories: Histories<Model>): Property {
  return {
    kind: 'property',
    runs: histories.runs,
    check: async (t, how) => {
      const halt: { by?: unknown } = {};
      const outcome = await tried(histories, { t, how, halt });
      const drift = outcome.failed ? outcome.errorInstance : undefined;
      if (drift instanceof Drift) {
        const smallest = counterexampleOf(outcome);
        const shown = await confirmed(histories, { t, how, halt }, smallest);
        const counterexample = { ...smallest, confirmed: { times: confirmations, shown } };
        return { drift, counterexample };
      }
      if ('by' in halt) throw halt.by;
      return undefined;
    },
  };
}

interface Trial {
  readonly t: Stage;
  readonly how: PropertyRun;
  /** Errors that end the case without being a drift. */
  readonly halt: { by?: unknown };
}

interface History<Model extends object> extends Iterable<fc.AsyncCommand<Model, Stage>> {
  /** The commands that ran, with fast-check's path to them. */
  readonly toString: () => string;
}

type Played<Model extends object> = [History<Model>];

async function tried<Model extends object>(
  { moves, begin, length }: Histories<Model>,
  { t, how, halt }: Trial,
): Promise<fc.RunDetails<Played<Model>>> {
  const { seed, runs, path, replayPath, signal, exchanges } = how;
  const replay = replayPath === undefined ? {} : { replayPath };
  const commands = moves.map((arbitrary) => arbitrary.map(commandOf));
  // A history without a move shows nothing, and the single history of a short run may be one.
  const history = fc
    .commands<Model, Stage, false>(commands, { maxCommands: length, ...replay })
    .filter((played) => [...played].length > 0);
  const property = fc.asyncProperty(history, async (played) => {
    if ('by' in halt || signal.aborted) return;
    const before = exchanges.length;
    try {
      const play = async (): Promise<void> =>
        fc.asyncModelRun(async () => ({ model: await begin(t), real: t }), played);
      await settleUnclear(t, async () => withMonitor(t, play));
    } catch (error) {
      if (!(error instanceof Drift)) {
        halt.by = error;
        return;
      }
      error.trail = exchanges.slice(before);
      throw error;
    }
  });
  return fc.check(property, { seed, numRuns: runs, ...(path === undefined ? {} : { path }) });
}

/** Adapts a move to fast-check's command. */
function commandOf<Model extends object>(move: Move<Model>): fc.AsyncCommand<Model, Stage> {
  return {
    check: (model) => move.check(model),
    run: async (model, t) => move.run(model, t),
    toString: () => move.toString(),
  };
}

async function confirmed<Model extends object>(
  histories: Histories<Model>,
  trial: Trial,
  { path, replayPath }: Counterexample,
): Promise<number> {
  let shown = 0;
  for (let time = 0; time < confirmations; time += 1) {
    const how = { ...trial.how, runs: 1, path, replayPath };
    const again = await tried(histories, { ...trial, how });
    if (again.failed) shown += 1;
  }
  return shown;
}

function counterexampleOf<Model extends object>(
  outcome: fc.RunDetails<Played<Model>>,
): Counterexample {
  const text = outcome.counterexample?.[0].toString() ?? '';
  const replayPath = /replayPath="([^"]*)"/.exec(text)?.[1];
  return {
    value: text.replace(/\s*\/\*replayPath="[^"]*"\*\//, '').replaceAll(',', ' → '),
    seed: outcome.seed,
    path: outcome.counterexamplePath ?? '',
    runs: outcome.numRuns,
    shrinks: outcome.numShrinks,
    ...(replayPath === undefined ? {} : { replayPath }),
  };
}
