/** Shortens and confirms the histories that drift, and turns them into findings that can be replayed. */
import type { RequirementId } from '../../contract/requirements.ts';
import { type Finding, hashSentence, type MonitorDrift, showsAgain } from '../evidence/index.ts';
import {
  describeHistory,
  type History,
  listOrigins,
  listSubjects,
  parseHistory,
  type Step,
} from './step.ts';
import type { PlayedCall } from './play-step.ts';

/** A history that drifted, and the requirement that it broke. */
export interface RememberedHistory {
  readonly requirement: RequirementId;
  /** Its calls, as JSON. */
  readonly history: string;
}

/** Sends the calls of a history with new books and new values, and judges them as if nothing was known before. */
export type PlayHistory = (history: History) => Promise<{
  /** Those that were sent. */
  readonly calls: readonly PlayedCall[];
  readonly drifts: readonly MonitorDrift[];
}>;

interface PlayOptions {
  readonly seed: number;
  readonly play: PlayHistory;
  /** True if the account has other books of the run, on which a history may depend. */
  readonly hasOtherBooks: boolean;
}

interface ShrinkOptions extends PlayOptions {
  /** Returns false if playing this many calls would exceed the budget. */
  readonly mayPlay: (calls: number) => boolean;
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

/** Looks for the shortest history that shows a drift. Returns undefined if no short history shows it. */
export async function findCounterexample(
  drift: MonitorDrift,
  history: History,
  options: ShrinkOptions,
): Promise<HistoryFinding | undefined> {
  const { requirement } = drift;
  let plays = 0;
  const play: Play = async (shorter) => {
    if (!options.mayPlay(shorter.length)) return undefined;
    plays += 1;
    const { calls, drifts } = await options.play(shorter);
    const same = drifts.find(
      (other) =>
        other.exchange.operation === drift.exchange.operation && showsAgain(other, requirement),
    );
    return same && { calls: endAt(calls, same), drift: { ...same, requirement } };
  };
  const shortest = await shrink(history, play);
  if (shortest === undefined) return undefined;
  const again = await options.play(toHistory(shortest));
  const isConfirmed = again.drifts.some((other) => showsAgain(other, requirement));
  return createHistoryFinding(shortest, { plays, confirmations: isConfirmed ? 1 : 0 }, options);
}

/** Returns the calls up to the one that drifted. */
function endAt(calls: readonly PlayedCall[], { exchange }: MonitorDrift): readonly PlayedCall[] {
  const index = calls.findIndex((call) => call.exchange?.number === exchange.number);
  return index < 0 ? calls : calls.slice(0, index + 1);
}

/** Plays a stored history. Returns a finding if it still drifts. */
export async function playRemembered(
  { requirement, history }: RememberedHistory,
  options: PlayOptions,
): Promise<HistoryFinding | undefined> {
  const { calls, drifts } = await options.play(parseHistory(history));
  const drift = drifts.find((candidate) => showsAgain(candidate, requirement));
  if (drift === undefined) return undefined;
  const played = { calls, drift: { ...drift, requirement } };
  return createHistoryFinding(played, { plays: 0, confirmations: 1 }, options);
}

/** A history that drifted, without the calls that were skipped. */
interface DriftingPlay {
  readonly calls: readonly PlayedCall[];
  readonly drift: Omit<MonitorDrift, 'requirement'> & Pick<RememberedHistory, 'requirement'>;
}

function toHistory({ calls }: DriftingPlay): History {
  return calls.map(({ step }) => step);
}

interface Counts {
  /** How often a history was played to shorten it. */
  readonly plays: number;
  readonly confirmations: 0 | 1;
}

const section = 'Generated histories';
const sentence = 'holds in every generated history of calls';

function createHistoryFinding(
  played: DriftingPlay,
  { plays, confirmations }: Counts,
  { seed, hasOtherBooks }: PlayOptions,
): HistoryFinding {
  const { requirement, difference, exchange } = played.drift;
  const history = toHistory(played);
  return {
    requirement,
    section,
    sentence,
    source: 'property',
    verdict: 'drifts',
    difference,
    trail: played.calls.flatMap((call) => call.exchange ?? []),
    exchange,
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
      hasOtherBooks: hasOtherBooks && history.some(showsOtherBooks) ? true : undefined,
    },
  };
}

/** True for a list and a lookup, whose results depend on all books of the account. */
function showsOtherBooks({ method, path = '' }: Step): boolean {
  return method === 'GET' && /^\/books(\/external-id\/.*)?$/.test(path);
}

/** Sends a history to the service. Returns undefined if it does not drift, or if the budget is used. */
type Play = (history: History) => Promise<DriftingPlay | undefined>;

/** Returns a history without the calls that the drift does not need; undefined if no short history shows it. */
async function shrink(history: History, play: Play): Promise<DriftingPlay | undefined> {
  let first: DriftingPlay | undefined;
  for (const candidate of listCandidates(history)) first ??= await play(candidate);
  if (first === undefined) return undefined;
  let shortest: DriftingPlay = first;
  for (const isNeeded of mostlyNeeded) {
    const { calls }: DriftingPlay = shortest;
    const fewer = calls.filter((call, index) => isNeeded(call) || index === calls.length - 1);
    if (fewer.length < calls.length)
      shortest = (await play(fewer.map(({ step }) => step))) ?? shortest;
  }
  for (let size = Math.ceil(shortest.calls.length / 2); size >= 1; size = Math.floor(size / 2)) {
    shortest = await removeParts(shortest, size, play);
  }
  return shortest;
}

/** Most drifts need no reads and no refused calls before them. */
const mostlyNeeded: readonly ((call: PlayedCall) => boolean)[] = [
  ({ step }) => isChange(step),
  ({ exchange }) => exchange === undefined || exchange.response.status < 400,
];

/** Leaves out runs of calls of a length, the last ones first, because a call needs those before it. */
async function removeParts(start: DriftingPlay, size: number, play: Play): Promise<DriftingPlay> {
  let shortest = start;
  // The last call is the one that drifts.
  for (let end = shortest.calls.length - 1; end > 0; end -= size) {
    const history = toHistory(shortest);
    const from = Math.max(0, end - size);
    shortest = (await play([...history.slice(0, from), ...history.slice(end)])) ?? shortest;
    end = Math.min(end, shortest.calls.length - 1 + size);
  }
  return shortest;
}

/** With more calls, the first play would use most of the budget. */
const maxCalls = 60;

/** Returns histories that may show a drift as well, the shortest ones first. */
function listCandidates(history: History): readonly History[] {
  const last = history.slice(-1);
  const subjects = new Set(last.flatMap((step) => [...listSubjects(step)]));
  const candidates = [
    last,
    [...history.filter((step) => isChange(step) && isAbout(step, subjects)), ...last],
    selectRelated(history, subjects),
    // A list shows every book.
    [...history.filter(isChange), ...last],
    history,
  ].map((candidate) => addOrigins(candidate.slice(-maxCalls), history));
  return [...new Map(candidates.map((steps) => [JSON.stringify(steps), steps])).values()];
}

function isChange({ method, wait }: Step): boolean {
  return method !== 'GET' || wait !== undefined;
}

function isAbout(step: Step, subjects: ReadonlySet<string>): boolean {
  return (
    step.wait !== undefined || [...listSubjects(step)].some((subject) => subjects.has(subject))
  );
}

/** Returns the calls about books and files, and about those that these calls are about. */
function selectRelated(history: History, first: ReadonlySet<string>): History {
  const subjects = new Set(first);
  for (let size = -1; size < subjects.size;) {
    size = subjects.size;
    for (const step of history)
      if (step.wait === undefined && isAbout(step, subjects))
        for (const subject of listSubjects(step)) subjects.add(subject);
  }
  return history.filter((step, index) => isAbout(step, subjects) || index === history.length - 1);
}

/** Adds the calls that create the books and files of some calls of a history. */
function addOrigins(steps: History, history: History): History {
  const chosen = new Set(steps);
  for (let size = -1; size < chosen.size;) {
    size = chosen.size;
    const subjects = new Set([...chosen].flatMap((step) => [...listSubjects(step)]));
    for (const step of history)
      if (listOrigins(step).some((subject) => subjects.has(subject))) chosen.add(step);
  }
  return history.filter((step) => chosen.has(step));
}
