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
  readonly exchanges: number;
  readonly judgements: number;
}

/** Judges a recording. Books may have been there before it began. */
export function judgeHistory(history: readonly ObservedExchange[]): JudgedHistory {
  const judge = createHistoryJudge();
  for (const exchange of history) judge.add(exchange);
  return judge.result();
}

/** Judges the traffic of a service behind a gateway, one exchange after the other. */
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
      for (const entry of observation.judgements)
        if (entry.verdict === 'drifts' && !isGatewayFailure(entry))
          drifts.push(describeDrift(entry, exchange));
    },
    result: (): JudgedHistory => ({ drifts, exchanges, judgements }),
  };
}

function describeDrift(judgement: Judgement, { request, number }: ObservedExchange): string {
  const { requirement, pointer = '', expected, actual } = judgement;
  const call = `${number} ${request.method} ${request.path}`;
  return `${requirement} in ${call} ${pointer}: expected ${expected}, got ${actual}`;
}
