/** Holds a recorded history against the interface document, as `bookdist judge` does. */
import {
  createWorld,
  observe,
  type Judgement,
  type ObservedExchange,
  type World,
} from '../../../src/monitor/index.ts';
import { isGatewayFailure } from './failing-gateway.ts';

export interface JudgedHistory {
  /** Each with the exchange that shows it. */
  readonly drifts: readonly string[];
  readonly judgements: number;
}

/** Judges the traffic of a service behind a gateway. Starts with nothing known: books may have been there before the recording began. */
export function judgeHistory(history: readonly ObservedExchange[]): JudgedHistory {
  let world: World = createWorld();
  let judgements = 0;
  const drifts: string[] = [];
  for (const exchange of history) {
    const seen = observe(world, exchange);
    world = seen.world;
    judgements += seen.judgements.length;
    for (const one of seen.judgements)
      if (one.verdict === 'drifts' && !isGatewayFailure(one)) drifts.push(inWords(one, exchange));
  }
  return { drifts, judgements };
}

function inWords(judgement: Judgement, { request, number }: ObservedExchange): string {
  const { requirement, pointer = '', expected, actual } = judgement;
  const call = `${number} ${request.method} ${request.path}`;
  return `${requirement} in ${call} ${pointer}: expected ${expected}, got ${actual}`;
}
