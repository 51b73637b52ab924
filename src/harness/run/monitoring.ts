/** Judges every exchange of a run with the monitor, and keeps the evidence for each requirement. */
import type { StatedId } from '../../contract/requirements.ts';
import {
  createWorld,
  type Judgement,
  observe,
  type ObserveResult,
  type ObservedExchange,
  type Situation,
  type World,
  type WorldOptions,
} from '../../monitor/index.ts';
import type { Evidence, Exchange, MonitorDrift } from '../evidence/index.ts';
import type { AnswerRecorder } from './answers.ts';

/** A drift with the number of exchanges that showed it. */
export interface RepeatedDrift extends MonitorDrift {
  times: number;
}

export type Monitoring = ReturnType<typeof createMonitoring>;

/** Starts with an empty history. @param silences records how the service fills silences */
export function createMonitoring(silences: AnswerRecorder, options: WorldOptions = {}) {
  let world: World = createWorld(options);
  const evidence = new Map<StatedId, MutableEvidence>();
  const drifts = new Map<string, RepeatedDrift>();
  return {
    /**
     * Judges one exchange.
     * @param exchange the record to show; undefined for a call that got no response
     */
    judge: (observed: ObservedExchange, exchange: Exchange | undefined) => {
      const seen = observe(world, observed);
      world = seen.world;
      for (const { silence, reading } of seen.observations)
        silences.recordSeen(silence, reading, exchange);
      addEvidence(evidence, seen, observed.number);
      const sorted =
        exchange === undefined ? noJudgements : sortJudgements(seen.judgements, exchange, drifts);
      return { ...sorted, asked: seen.request, isOlder: seen.isOlder };
    },
    evidence: (): readonly Evidence[] =>
      [...evidence].map(([requirement, { exchanges, drifted, situations }]) => ({
        requirement,
        exchanges,
        drifted,
        situations: [...situations.values()],
      })),
    /** One drift for each requirement, operation and place in the response: the first one. */
    drifts: (): readonly RepeatedDrift[] => [...drifts.values()],
  };
}

interface SortedJudgements {
  /** Every drift that the exchange shows. */
  readonly drifts: readonly MonitorDrift[];
  /** Those of a kind that no earlier exchange showed. */
  readonly newDrifts: readonly RepeatedDrift[];
  /** The requirements it shows to be met. */
  readonly met: readonly StatedId[];
}

const noJudgements: SortedJudgements = { drifts: [], newDrifts: [], met: [] };

interface MutableEvidence {
  exchanges: number;
  drifted: number;
  /** The exchange counted last, so that an exchange with several judgements counts once. */
  latest: number;
  latestDrifted: number;
  readonly situations: Map<string, Situation>;
}

function addEvidence(
  all: Map<StatedId, MutableEvidence>,
  { judgements, situation }: Pick<ObserveResult, 'judgements' | 'situation'>,
  number: number,
): void {
  if (situation === undefined) return;
  const name = JSON.stringify(situation);
  for (const { requirement, verdict } of judgements) {
    const entry = all.get(requirement) ?? createEvidence();
    all.set(requirement, entry);
    if (entry.latest !== number) {
      entry.exchanges += 1;
      if (!entry.situations.has(name)) entry.situations.set(name, situation);
    }
    entry.latest = number;
    if (verdict !== 'drifts') continue;
    if (entry.latestDrifted !== number) entry.drifted += 1;
    entry.latestDrifted = number;
  }
}

function createEvidence(): MutableEvidence {
  return { exchanges: 0, drifted: 0, latest: -1, latestDrifted: -1, situations: new Map() };
}

function sortJudgements(
  judgements: readonly Judgement[],
  exchange: Exchange,
  known: Map<string, RepeatedDrift>,
): SortedJudgements {
  const drifts = judgements
    .filter(({ verdict }) => verdict === 'drifts')
    .map(({ requirement, expected, actual, pointer, values }) => ({
      requirement,
      difference: { expected, actual, pointer, values },
      exchange,
    }));
  const newDrifts = drifts.flatMap((drift) => countDrift(known, drift) ?? []);
  const drifted = new Set(drifts.map(({ requirement }) => requirement));
  const met = judgements
    .map(({ requirement }) => requirement)
    .filter((requirement) => !drifted.has(requirement));
  return { drifts, newDrifts, met };
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
