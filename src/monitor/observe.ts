/** One step of the monitor: an exchange held against everything known, and what is known after it. */
import { readCall } from './call.ts';
import type { ObservedExchange } from './exchange.ts';
import type { Judgement, Observation } from './judgement.ts';
import { judgeShape } from './judging/index.ts';
import type { World } from './world/index.ts';

export interface Observed {
  readonly world: World;
  readonly judgements: readonly Judgement[];
  /** How the service answered where the document is silent. */
  readonly observations: readonly Observation[];
}

/** Judges an exchange. Pure: the world given stays as it is. */
export function observe(world: World, exchange: ObservedExchange): Observed {
  const call = readCall(exchange.request);
  const { response } = exchange;
  if (call === undefined || response === undefined)
    return { world, judgements: [], observations: [] };
  const judgements = judgeShape(call.operation, response).map((finding) => ({
    ...finding,
    exchange: exchange.number,
    situation: { operation: call.operation },
  }));
  return { world, judgements, observations: [] };
}
