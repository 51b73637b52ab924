/** Turns a drift that exploring found into a finding with a short history, which was confirmed. */
import type { Exchange, Finding, MonitorDrift } from '../evidence/index.ts';
import { createStage, type RunContext } from '../stage/index.ts';
import { createScope } from '../wire/index.ts';
import { describeHistory } from './describe-history.ts';
import { playHistory } from './play-step.ts';
import { type Play, shrink } from './shrink.ts';
import type { History } from './step.ts';

/** The requests for shortening one history. */
const requestsPerDrift = 150;

export interface ShrinkOptions {
  readonly context: RunContext;
  readonly signal: AbortSignal;
  readonly seed: number;
  /** Returns false when the budget of the run is used. */
  readonly mayContinue: () => boolean;
}

export interface FoundCounterexample {
  /** Undefined if no short history showed the drift. */
  readonly finding: Partial<Finding> | undefined;
  /** The number of requests that shortening took. */
  readonly requests: number;
}

/** Looks for the shortest history that shows a drift. */
export async function findCounterexample(
  drift: MonitorDrift,
  history: History,
  options: ShrinkOptions,
): Promise<FoundCounterexample> {
  let requests = 0;
  let plays = 0;
  const differences = new Map<readonly Exchange[], MonitorDrift['difference']>();
  const play: Play = async (shorter) => {
    if (requests + shorter.length > requestsPerDrift || !options.mayContinue()) return undefined;
    plays += 1;
    const { exchanges, drifts } = await playOnNewBooks(shorter, options);
    requests += exchanges.length;
    const same = drifts.find(
      ({ requirement, exchange }) =>
        requirement === drift.requirement && exchange.operation === drift.exchange.operation,
    );
    if (same === undefined) return undefined;
    differences.set(exchanges, same.difference);
    return exchanges;
  };
  const shortest = await shrink(history, play);
  if (shortest === undefined) return { finding: undefined, requests };
  const again = await playOnNewBooks(shortest.history, options);
  requests += again.exchanges.length;
  const isConfirmed = again.drifts.some(({ requirement }) => requirement === drift.requirement);
  const finding = {
    difference: differences.get(shortest.exchanges) ?? drift.difference,
    trail: shortest.exchanges,
    exchange: shortest.exchanges.at(-1),
    counterexample: {
      value: describeHistory(shortest.history),
      seed: options.seed,
      path: '',
      runs: 1,
      shrinks: plays,
      confirmed: { times: 1, shown: isConfirmed ? 1 : 0 },
    },
  };
  return { finding, requests };
}

/** Plays a history with books of its own. */
async function playOnNewBooks(
  history: History,
  { context, signal }: ShrinkOptions,
): Promise<{ readonly exchanges: readonly Exchange[]; readonly drifts: readonly MonitorDrift[] }> {
  const scope = createScope(signal);
  await playHistory(history, createStage(context, scope));
  return { exchanges: [...scope.exchanges], drifts: [...scope.drifts] };
}
