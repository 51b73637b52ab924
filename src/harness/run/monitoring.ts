/** Judges every exchange of a run with the monitor, and keeps the evidence for each requirement. */
import type { StatedId } from '../../contract/requirements.ts';
import {
  type Circumstances,
  createWorld,
  type Exchange,
  isAnswered,
  type Judgement,
  observe,
  type ObserveResult,
  type ObservedExchange,
  readCircumstances,
  type Situation,
  type World,
  type WorldOptions,
} from '../../monitor/index.ts';
import type { Evidence, JudgedExchange, MonitorDrift } from '../evidence/index.ts';
import { createCoverageRecorder } from '../parts/index.ts';
import type { AnswerRecorder } from './answers.ts';

/** A drift with the number of exchanges that showed it. */
export interface RepeatedDrift extends MonitorDrift {
  times: number;
}

export type Monitoring = ReturnType<typeof createMonitoring>;

/** Starts with an empty history. @param silences records the service's answers to silences */
export function createMonitoring(silences: AnswerRecorder, options: WorldOptions = {}) {
  let world: World = createWorld(options);
  const evidence = new Map<StatedId, MutableEvidence>();
  const drifts = new Map<string, RepeatedDrift>();
  const coverage = createCoverageRecorder();
  const exchanges: JudgedExchange[] = [];
  const shareValues = createValueSharing();
  return {
    /** Judges one exchange. */
    judge: (exchange: ObservedExchange) => {
      const result = observe(world, exchange);
      const { call, request: judgedRequest, excused } = result;
      world = result.world;
      addEvidence(evidence, result, exchange.number);
      if (exchanges.length < maxExchanges)
        exchanges.push(...toJudgedExchange(result, exchange.number, shareValues));
      coverage.record(exchange, judgedRequest);
      if (!isAnswered(exchange)) return { ...noJudgements, call, judgedRequest, excused };
      for (const { silence, reading, difference } of result.observations)
        silences.recordFromMonitor({ silence, answer: reading, evidence: exchange, difference });
      const sortedJudgements = sortJudgements(result.judgements, exchange, drifts);
      return { ...sortedJudgements, call, judgedRequest, excused };
    },
    evidence: (): readonly Evidence[] =>
      [...evidence].map(([requirement, { situations, ...counts }]) => ({
        requirement,
        ...counts,
        situations: [...situations.values()],
      })),
    /** Returns the judged exchanges, in the order in which they were judged. */
    exchanges: (): readonly JudgedExchange[] => exchanges,
    coverage: coverage.coverage,
    /** Returns true if an exchange has met or contradicted a requirement. */
    isJudged: (requirement: StatedId): boolean => evidence.has(requirement),
    /** Returns what the monitor knows now. */
    world: (): World => world,
    /** Returns the first drift for each requirement, operation and place in the response. */
    drifts: (): readonly RepeatedDrift[] => [...drifts.values()],
  };
}

interface SortedJudgements {
  /** Every drift that the exchange shows. */
  readonly drifts: readonly MonitorDrift[];
  /** The drifts that no earlier exchange showed. */
  readonly newDrifts: readonly RepeatedDrift[];
  /** The requirements that the exchange meets. */
  readonly met: readonly StatedId[];
}

const noJudgements: SortedJudgements = { drifts: [], newDrifts: [], met: [] };

interface MutableEvidence {
  readonly firstAtRequest: number;
  exchanges: number;
  drifted: number;
  readonly situations: Map<string, Situation>;
}

function addEvidence(
  evidenceById: Map<StatedId, MutableEvidence>,
  { judgements, request }: ObserveResult,
  number: number,
): void {
  if (request === undefined) return;
  const { situation } = request;
  const name = JSON.stringify(situation);
  const driftedIds = listDriftedIds(judgements);
  for (const requirement of new Set(judgements.map((judgement) => judgement.requirement))) {
    const entry: MutableEvidence = evidenceById.get(requirement) ?? {
      firstAtRequest: number,
      exchanges: 0,
      drifted: 0,
      situations: new Map(),
    };
    evidenceById.set(requirement, entry);
    entry.exchanges += 1;
    if (driftedIds.has(requirement)) entry.drifted += 1;
    entry.situations.set(name, situation);
  }
}

/** The most exchanges to keep, so that watched traffic does not fill the memory; the record of a run has no more either. */
const maxExchanges = 20_000;

function toJudgedExchange(
  { judgements, request }: ObserveResult,
  number: number,
  shareValues: (circumstances: Circumstances) => Circumstances,
): JudgedExchange[] {
  if (request === undefined) return [];
  const drifts = judgements.filter(({ verdict }) => verdict === 'drifts');
  const met = judgements.filter(({ verdict }) => verdict === 'conforms');
  return [
    {
      number,
      circumstances: shareValues(readCircumstances(request.situation, request.question)),
      met: met.map(({ requirement }) => requirement),
      drifts: drifts.map(({ requirement, pointer }) => ({ requirement, pointer })),
    },
  ];
}

/** Returns a function that lets equal values of circumstances share their memory, because a run repeats the same few. */
function createValueSharing(): (circumstances: Circumstances) => Circumstances {
  const known = new Map<string, readonly string[]>();
  const share = (values: readonly string[]): readonly string[] => {
    const key = values.join('\n');
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    known.set(key, values);
    return values;
  };
  return (circumstances) =>
    Object.fromEntries(
      Object.entries(circumstances).map(([name, values]) => [name, share(values)]),
    );
}

function listDriftedIds(judgements: readonly Judgement[]): ReadonlySet<StatedId> {
  const drifts = judgements.filter(({ verdict }) => verdict === 'drifts');
  return new Set(drifts.map(({ requirement }) => requirement));
}

function sortJudgements(
  judgements: readonly Judgement[],
  exchange: Exchange,
  driftsByKey: Map<string, RepeatedDrift>,
): SortedJudgements {
  const drifts = judgements
    .filter(({ verdict }) => verdict === 'drifts')
    .map(({ requirement, expected, actual, pointer, values }) => ({
      requirement,
      difference: { expected, actual, pointer, values },
      exchange,
    }));
  const newDrifts = drifts.flatMap((drift) => countDrift(driftsByKey, drift) ?? []);
  const driftedIds = listDriftedIds(judgements);
  const met = judgements
    .map(({ requirement }) => requirement)
    .filter((requirement) => !driftedIds.has(requirement));
  return { drifts, newDrifts, met };
}

/** The requirement that no call gets a 5xx. */
export const failureId: StatedId = 'errors.no-5xx';

/** Counts a drift. Returns it if it is the first for its requirement, operation and place. */
function countDrift(
  driftsByKey: Map<string, RepeatedDrift>,
  drift: MonitorDrift,
): RepeatedDrift | undefined {
  const place = (drift.difference.pointer ?? '').replaceAll(/\/\d+(?=\/|$)/g, '/*');
  // A gateway fails any call, so the failures of all operations are one drift.
  const operation = drift.requirement === failureId ? '' : drift.exchange.operation;
  const key = `${drift.requirement} ${operation} ${place}`;
  const earlierDrift = driftsByKey.get(key);
  if (earlierDrift !== undefined) {
    earlierDrift.times += 1;
    return undefined;
  }
  const newDrift = { ...drift, times: 1 };
  driftsByKey.set(key, newDrift);
  return newDrift;
}
