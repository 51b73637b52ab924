/**
 * Plays the histories that drifted in earlier runs, explores with what is left of a run's budget after its cases, and
 * shortens the histories that drift.
 */
import type { Evidence, Finding, MonitorDrift } from '../evidence/index.ts';
import {
  createNovelty,
  explore,
  findCounterexample,
  type History,
  listSituationConditions,
  type Novelty,
  type PlayedStep,
  playRemembered,
  playHistory,
  type PlayHistory,
} from '../explore/index.ts';
import { estimateRequests, isInScope, type Job } from '../plan/index.ts';
import { createCountsWithoutRequests } from './monitor-findings.ts';
import { prepareRequest, createScope } from '../wire/index.ts';
import type { RunOptions } from './run-options.ts';
import type { Session } from './session.ts';
import { createStage } from '../stage/index.ts';
import { removeBooks } from '../cleanup/index.ts';

/** More clients would rarely overlap on one book, and each needs books of its own. */
const maxClients = 4;

interface RunSoFar {
  /** The requirements whose drift a case has shown already, with few calls. */
  readonly drifting: ReadonlySet<string>;
  /** The jobs that follow, for which some of the budget remains. */
  readonly last: readonly Job[];
}

interface DriftingHistory {
  readonly drift: MonitorDrift;
  readonly history: History;
}

/** Histories whose last call showed the same requirement to drift. */
export type DriftingHistories = readonly DriftingHistory[];

/**
 * How much more than the estimate remains below `--max-requests`: a list that lags takes more calls, and a run that its
 * limit stops gives no full answer.
 */
const limitMargin = 1.3;

/** Sends generated calls until a limit of the run is reached. Returns the first histories of each requirement that drifts. */
export async function exploreInSession(
  session: Session,
  { drifting: known, last }: RunSoFar,
): Promise<readonly DriftingHistories[]> {
  const { options, halt, tally, backstage, monitoring } = session;
  const { explore: budget, maxRequests = Infinity, seed, concurrency } = options;
  if (budget === undefined || halt.obstacle() !== undefined || options.reach === 'shape') return [];
  const { ownership } = backstage;
  const startTime = performance.now();
  const { requests = Infinity, time = Infinity } = budget;
  const reserve = estimateRequests(last, options);
  const drifting = createCollector(options, known);
  const mayContinue = (): boolean =>
    halt.obstacle() === undefined &&
    tally.requests + reserve * limitMargin + drifting.histories().length * requestsPerDrift <
      maxRequests &&
    tally.requests + reserve < requests &&
    performance.now() - startTime < time;
  const novelty = options.novelty ?? createNovelty();
  recordSituations(novelty, monitoring.evidence());
  const reportProgress = createProgressReporter(session, novelty);
  await explore({
    context: backstage,
    world: monitoring.world,
    describe: (request) => prepareRequest(request, { ...options, ownership }).sent,
    seed,
    clients: Math.min(maxClients, concurrency),
    mayContinue,
    signal: halt.signal,
    onStep: (played) => {
      reportProgress();
      drifting.add(played);
    },
    novelty,
    isJudged: monitoring.isJudged,
    waitsAreFree: options.pause !== undefined,
  });
  return drifting.histories();
}

/** Records the situations that the cases have judged, so that exploring looks elsewhere. */
function recordSituations(novelty: Novelty, evidence: readonly Evidence[]): void {
  const situations = evidence.flatMap((entry) => entry.situations);
  const distinct = new Map(situations.map((situation) => [JSON.stringify(situation), situation]));
  for (const situation of distinct.values())
    novelty.record(situation.operation ?? '', listSituationConditions(situation));
}

/** Shortening the histories of more drifts would take most of the budget. */
const maxCounterexamples = 8;

/** A history may drift because of the calls of another client, so that it shows nothing alone. */
const maxHistories = 3;

/** Collects the first histories of each requirement that drifts. */
function createCollector({ only, bail }: RunOptions, known: ReadonlySet<string>) {
  const histories = new Map<string, DriftingHistory[]>();
  return {
    /** Returns the histories of each requirement. */
    histories: () => [...histories.values()],
    add: ({ history, drifts }: PlayedStep): void => {
      for (const drift of drifts) {
        const { requirement } = drift;
        if (bail || known.has(requirement) || !isInScope(only, requirement)) continue;
        const earlier = histories.get(requirement) ?? [];
        const isWanted = earlier.length > 0 || histories.size < maxCounterexamples;
        if (isWanted && earlier.length < maxHistories)
          histories.set(requirement, [...earlier, { drift, history: [...history] }]);
      }
    },
  };
}

/** The requests for shortening one history, with those that remove its books. */
const requestsPerDrift = 200;

/**
 * Shortens histories after the other books of the run were removed: otherwise a history without the call that
 * creates a book could find another one, and would not show the drift again in another run.
 * @param hasOtherBooks true if some of these books may not have been removed
 */
export async function shortenHistories(
  session: Session,
  histories: readonly DriftingHistories[],
  hasOtherBooks: boolean,
): Promise<readonly Finding[]> {
  const { options, halt, tally } = session;
  const { maxRequests = Infinity, seed } = options;
  const play = createLonePlay(session, false);
  const findings: Finding[] = [];
  for (const ofRequirement of histories) {
    const firstRequest = tally.requests;
    const limit = Math.min(firstRequest + requestsPerDrift, maxRequests);
    const mayPlay = (calls: number): boolean =>
      halt.obstacle() === undefined && tally.requests + calls < limit;
    const settings = { seed, play, hasOtherBooks, mayPlay };
    for (const { drift, history } of ofRequirement) {
      const finding = await findCounterexample(drift, history, settings);
      if (finding === undefined) continue;
      const counts = createCountsWithoutRequests(drift.exchange.number);
      findings.push({ ...counts, ...finding, requests: tally.requests - firstRequest });
      break;
    }
  }
  return findings;
}

/**
 * Plays the history of `--replay`, or those that drifted in earlier runs.
 * @returns a finding for each that still drifts
 */
export async function playEarlierHistories(session: Session): Promise<readonly Finding[]> {
  const { options, halt, tally } = session;
  const { replay, remembered = [], only, seed } = options;
  const stored =
    replay?.history === undefined ? remembered : [{ ...replay, history: replay.history }];
  const play = createLonePlay(session, true);
  const findings: Finding[] = [];
  for (const history of stored) {
    if (halt.obstacle() !== undefined || !isInScope(only, history.requirement)) continue;
    const finding = await playRemembered(history, { seed, play, hasOtherBooks: false });
    const counts = createCountsWithoutRequests(tally.requests);
    if (finding !== undefined)
      findings.push({ ...counts, ...finding, requests: finding.trail?.length ?? 0 });
  }
  return findings;
}

const minuteMs = 60_000;
/** The number of calls between two reports of progress. */
const reportInterval = 50;

/** Returns a function that reports now and then how many situations were judged, and how many in the last minute. */
function createProgressReporter({ options: { onEvent } }: Session, novelty: Novelty): () => void {
  const marks = [{ time: performance.now(), situations: 0 }];
  let calls = 0;
  return () => {
    calls += 1;
    if (calls % reportInterval !== 0) return;
    const [time, situations] = [performance.now(), novelty.size()];
    marks.push({ time, situations });
    while (marks.length > 2 && time - (marks[1]?.time ?? time) > minuteMs) marks.shift();
    const [first = { time, situations: 0 }] = marks;
    const perMinute = Math.round(
      ((situations - first.situations) * minuteMs) / Math.max(1, time - first.time),
    );
    onEvent({ type: 'exploring', situations, perMinute });
  };
}

/** Milliseconds for removing the books of one history. */
const removalBudget = 20_000;

/** @param isPartOfRun true if the monitor of the run judges the calls, too */
function createLonePlay(session: Session, isPartOfRun: boolean): PlayHistory {
  const { options, halt, judges, backstage } = session;
  const { wire, ownership } = backstage;
  return async (history) =>
    judges.judgeAlone(isPartOfRun, async () => {
      const earlierIds = new Set(ownership.books().map(({ id }) => id));
      const scope = createScope(halt.signal);
      const calls = await playHistory(history, createStage(backstage, scope));
      await removeBooks({
        wire,
        ownership,
        books: ownership.books().filter(({ id }) => !earlierIds.has(id)),
        concurrency: options.concurrency,
        signal: halt.signal,
        mayWithdraw: options.allow.has('publish'),
        budget: removalBudget,
        hasSearchedForLostBooks: true,
      });
      return { calls, drifts: scope.drifts };
    });
}
