/** Shortens and confirms the histories that drift, and turns them into findings that can be replayed. */
import type { RequirementId } from '../../contract/requirements.ts';
import {
  type Exchange,
  type Finding,
  hashSentence,
  type MonitorDrift,
  showsAgain,
} from '../evidence/index.ts';
import { createStage, type RunContext } from '../stage/index.ts';
import { createScope } from '../wire/index.ts';
import { describeHistory } from './describe-history.ts';
import { playHistory } from './play-step.ts';
import { type Play, shrink } from './shrink.ts';
import { type History, parseHistory } from './step.ts';

/** The requests for shortening one history. */
const requestsPerDrift = 150;

/** A history that drifted, and the requirement that it broke. */
export interface RememberedHistory {
  readonly requirement: RequirementId;
  /** Its calls, as JSON. */
  readonly history: string;
}

export interface ShrinkOptions {
  readonly context: RunContext;
  readonly signal: AbortSignal;
  readonly seed: number;
  /** Returns false when the budget of the run is used. */
  readonly mayContinue: () => boolean;
}

/** The parts of a finding about a history. */
export type HistoryFinding = Pick<
  Finding,
  | 'requirement'
  | 'section'
  | 'sentence'
  | 'source'
  | 'verdict'
  | 'difference'
  | 'trail'
  | 'exchange'
  | 'replay'
  | 'counterexample'
>;

export interface FoundCounterexample {
  /** Undefined if no short history showed the drift. */
  readonly finding: HistoryFinding | undefined;
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
  const drifts = new Map<readonly Exchange[], MonitorDrift>();
  const play: Play = async (shorter) => {
    if (requests + shorter.length > requestsPerDrift || !options.mayContinue()) return undefined;
    plays += 1;
    const played = await playOnNewBooks(shorter, options);
    requests += played.exchanges.length;
    const { requirement } = drift;
    const same = played.drifts.find(
      (other) =>
        other.exchange.operation === drift.exchange.operation && showsAgain(other, requirement),
    );
    if (same === undefined) return undefined;
    drifts.set(played.exchanges, { ...same, requirement });
    return played.exchanges;
  };
  const shortest = await shrink(history, play);
  if (shortest === undefined) return { finding: undefined, requests };
  const again = await playOnNewBooks(shortest.history, options);
  const isConfirmed = again.drifts.some((other) => showsAgain(other, drift.requirement));
  const finding = createHistoryFinding(drifts.get(shortest.exchanges) ?? drift, {
    ...shortest,
    seed: options.seed,
    plays,
    confirmations: isConfirmed ? 1 : 0,
  });
  return { finding, requests: requests + again.exchanges.length };
}

/** Plays a stored history. Returns a finding if it still drifts. */
export async function playRemembered(
  { requirement, history: text }: RememberedHistory,
  options: ShrinkOptions,
): Promise<HistoryFinding | undefined> {
  const history = parseHistory(text);
  const { exchanges, drifts } = await playOnNewBooks(history, options);
  const drift = drifts.find((candidate) => showsAgain(candidate, requirement));
  if (drift === undefined) return undefined;
  const { seed } = options;
  return createHistoryFinding(
    { ...drift, requirement },
    { history, exchanges, seed, plays: 0, confirmations: 1 },
  );
}

interface PlayedHistory {
  readonly history: History;
  readonly exchanges: readonly Exchange[];
  readonly seed: number;
  /** How often a history was played to shorten it. */
  readonly plays: number;
  readonly confirmations: 0 | 1;
}

const section = 'Generated histories';
const sentence = 'holds in every generated history of calls';

function createHistoryFinding(
  {
    requirement,
    difference,
  }: Pick<RememberedHistory, 'requirement'> & Pick<MonitorDrift, 'difference'>,
  { history, exchanges, seed, plays, confirmations }: PlayedHistory,
): HistoryFinding {
  return {
    requirement,
    section,
    sentence,
    source: 'property',
    verdict: 'drifts',
    difference,
    trail: exchanges,
    exchange: exchanges.at(-1),
    replay: {
      requirement,
      sentence: hashSentence(sentence),
      seed,
      runs: 1,
      history: JSON.stringify(history),
    },
    counterexample: {
      value: describeHistory(history),
      calls: history.length,
      seed,
      path: '',
      runs: 1,
      shrinks: plays,
      confirmed: { times: 1, shown: confirmations },
    },
  };
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
