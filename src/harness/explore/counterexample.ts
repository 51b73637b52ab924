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
import { type History, parseHistory, listSubjects, type Step } from './step.ts';

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

/** The exchanges of a history that drifted; undefined if it did not. */
type Play = (history: History) => Promise<readonly Exchange[] | undefined>;

interface ShrunkHistory {
  readonly history: History;
  /** The exchanges of its last play. */
  readonly exchanges: readonly Exchange[];
}

/** With more calls, the first play would use most of the budget. */
const maxCalls = 60;

/**
 * Returns a history without the calls that the drift does not need; undefined if no short history shows it.
 * @param play sends a history to the service again; it returns undefined, too, when the budget is used
 */
async function shrink(history: History, play: Play): Promise<ShrunkHistory | undefined> {
  const related = selectRelated(history).slice(-maxCalls);
  const recent = history.slice(-maxCalls);
  const firstExchanges = await play(related);
  const isRelated = firstExchanges !== undefined;
  const exchanges = firstExchanges ?? (await play(recent));
  if (exchanges === undefined) return undefined;
  let shortest: ShrunkHistory = { history: isRelated ? related : recent, exchanges };
  for (let size = Math.ceil(shortest.history.length / 2); size >= 1; size = Math.floor(size / 2)) {
    shortest = await removeParts(shortest, size, play);
  }
  return shortest;
}

/** Leaves out runs of calls of a length, the last ones first, because a call needs those before it. */
async function removeParts(start: ShrunkHistory, size: number, play: Play): Promise<ShrunkHistory> {
  let shortest = start;
  // The last call is the one that drifts.
  for (let end = shortest.history.length - 1; end > 0; end -= size) {
    const { history } = shortest;
    const from = Math.max(0, end - size);
    const shorter = [...history.slice(0, from), ...history.slice(end)];
    const exchanges = await play(shorter);
    if (exchanges !== undefined) shortest = { history: shorter, exchanges };
  }
  return shortest;
}

/** Returns the last call, and the calls about its books and files, and about theirs. */
function selectRelated(history: History): History {
  const last = history.at(-1);
  if (last === undefined) return [];
  const subjects = new Set(listSubjects(last));
  const isRelated = (step: Step): boolean =>
    [...listSubjects(step)].some((subject) => subjects.has(subject));
  for (let size = -1; size < subjects.size;) {
    size = subjects.size;
    for (const step of history)
      if (isRelated(step)) for (const subject of listSubjects(step)) subjects.add(subject);
  }
  return history.filter((step) => isRelated(step) || step.wait !== undefined || step === last);
}
