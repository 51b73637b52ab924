/** Judges every exchange of a run with the monitor, and keeps the evidence for each requirement. */
import type { StatedId } from '../../contract/requirements.ts';
import {
  createWorld,
  type Judgement,
  observe,
  type Situation,
  type World,
  type WorldOptions,
} from '../../monitor/index.ts';
import {
  type CallDetails,
  type Evidence,
  type Exchange,
  type LostCall,
  type MonitorDrift,
  observedExchange,
  observedLoss,
} from '../evidence/index.ts';
import type { SilenceBook } from './answers.ts';

/** What one exchange showed. */
export interface JudgedExchange {
  /** Every drift that it shows. */
  readonly drifts: readonly MonitorDrift[];
  /** Those of a kind that no earlier exchange showed. */
  readonly fresh: readonly RepeatedDrift[];
  /** The requirements it shows to be met. */
  readonly met: readonly StatedId[];
}

export interface Monitoring {
  /** Judges one exchange. */
  readonly judge: (exchange: Exchange, details: CallDetails) => JudgedExchange;
  /** Takes in a call that got no response, so that its effects count as uncertain. */
  readonly lose: (lost: LostCall, details: CallDetails) => void;
  readonly evidence: () => readonly Evidence[];
  /** One drift for each requirement, operation and place in the response: the first that showed. */
  readonly drifts: () => readonly RepeatedDrift[];
}

/** A drift with the number of exchanges that showed it. */
export interface RepeatedDrift extends MonitorDrift {
  times: number;
}

/** Starts with an empty history. @param silences hears how the service fills silences */
export function createMonitoring(silences: SilenceBook, options: WorldOptions = {}): Monitoring {
  let world: World = createWorld(options);
  const evidence = new Map<StatedId, MutableEvidence>();
  const drifts = new Map<string, RepeatedDrift>();
  return {
    judge: (exchange, details) => {
      const seen = observe(world, observedExchange(exchange, details));
      world = seen.world;
      for (const { silence, reading } of seen.observations)
        silences.note(silence, reading, exchange);
      for (const judgement of seen.judgements) addEvidence(evidence, judgement);
      return sortJudgements(seen.judgements, exchange, drifts);
    },
    lose: (lost, details) => {
      world = observe(world, observedLoss(lost, details)).world;
    },
    evidence: () =>
      [...evidence].map(([requirement, { exchanges, drifted, situations }]) => ({
        requirement,
        exchanges: exchanges.size,
        drifted: drifted.size,
        situations: [...situations.values()],
      })),
    drifts: () => [...drifts.values()],
  };
}

interface MutableEvidence {
  readonly exchanges: Set<number>;
  readonly drifted: Set<number>;
  readonly situations: Map<string, Situation>;
}

function addEvidence(all: Map<StatedId, MutableEvidence>, judgement: Judgement): void {
  const { requirement, verdict, exchange, situation } = judgement;
  const one = all.get(requirement) ?? {
    exchanges: new Set(),
    drifted: new Set(),
    situations: new Map(),
  };
  all.set(requirement, one);
  one.exchanges.add(exchange);
  if (verdict === 'drifts') one.drifted.add(exchange);
  one.situations.set(JSON.stringify(situation), situation);
}

function sortJudgements(
  judgements: readonly Judgement[],
  exchange: Exchange,
  known: Map<string, RepeatedDrift>,
): JudgedExchange {
  const drifts = judgements
    .filter(({ verdict }) => verdict === 'drifts')
    .map(({ requirement, expected, actual, pointer }) => ({
      requirement,
      difference: { expected, actual, ...(pointer === undefined ? {} : { pointer }) },
      exchange,
    }));
  const fresh = drifts.flatMap((drift) => countDrift(known, drift) ?? []);
  const drifted = new Set(drifts.map(({ requirement }) => requirement));
  const met = judgements
    .map(({ requirement }) => requirement)
    .filter((requirement) => !drifted.has(requirement));
  return { drifts, fresh, met };
}

/** Counts a drift; returns it if it is the first of its kind. */
function countDrift(
  known: Map<string, RepeatedDrift>,
  drift: MonitorDrift,
): RepeatedDrift | undefined {
  const place = (drift.difference.pointer ?? '').replaceAll(/\/\d+(?=\/|$)/g, '/*');
  const key = `${drift.requirement} ${drift.exchange.operation} ${place}`;
  const before = known.get(key);
  if (before !== undefined) {
    before.times += 1;
    return undefined;
  }
  const first = { ...drift, times: 1 };
  known.set(key, first);
  return first;
}
