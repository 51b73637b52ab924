/** Judges a recorded history with the monitor, as `bookdist judge` does. */
import {
  createWorld,
  observe,
  type Judgement,
  type ObservedExchange,
  type World,
} from '../../../src/monitor/index.ts';
import { isGatewayFailure } from './failing-gateway.ts';

export interface JudgedHistory {
  /** A description of each drift and of the exchange that shows it. */
  readonly drifts: readonly string[];
  readonly exchanges: number;
  readonly judgements: number;
}

/** Judges a recording. Books may have existed before it began. */
export function judgeHistory(history: readonly ObservedExchange[]): JudgedHistory {
  const judge = createHistoryJudge();
  for (const exchange of history) judge.add(exchange);
  return judge.result();
}

/** Creates a judge for the traffic of a service behind a gateway; it takes one exchange after another. */
export function createHistoryJudge(options: Parameters<typeof createWorld>[0] = {}) {
  let world: World = createWorld(options);
  let [exchanges, judgements] = [0, 0];
  const drifts: string[] = [];
  return {
    add: (exchange: ObservedExchange): void => {
      const observation = observe(world, exchange);
      world = observation.world;
      exchanges += 1;
      judgements += observation.judgements.length;
      for (const judgement of observation.judgements)
        if (judgement.verdict === 'drifts' && !isGatewayFailure(judgement))
          drifts.push(describeDrift(judgement, exchange));
    },
    result: (): JudgedHistory => ({ drifts, exchanges, judgements }),
  };
}

function describeDrift(judgement: Judgement, { request, number }: ObservedExchange): string {
  const { requirement, pointer = '', expected, actual } = judgement;
  const call = `${number} ${request.method} ${request.path}`;
  return `${requirement} in ${call} ${pointer}: expected ${expected}, got ${actual}`;
}
