/** Plays the histories that drifted in earlier runs, and explores with what is left of a run's budget after its cases. */
import type { Evidence, Finding } from '../evidence/index.ts';
import {
  createNovelty,
  explore,
  findCounterexample,
  type HistoryFinding,
  listSituationConditions,
  type Novelty,
  type PlayedStep,
  playRemembered,
} from '../explore/index.ts';
import { estimateRequests, isInScope, type Job } from '../plan/index.ts';
import { createCountsWithoutRequests } from './monitor-findings.ts';
import { prepareRequest, type Tally } from '../wire/index.ts';
import type { Session } from './session.ts';

/** More clients would rarely overlap on one book, and each needs books of its own. */
const maxClients = 4;

interface RunSoFar {
  /** The requirements whose drift a case has shown already, with few calls. */
  readonly drifting: ReadonlySet<string>;
  /** The jobs that follow, for which some of the budget remains. */
  readonly last: readonly Job[];
}

/** Sends generated calls until a limit of the run is reached. Returns a finding for each drift with a short history. */
export async function exploreInSession(
  session: Session,
  { drifting: known, last }: RunSoFar,
): Promise<readonly Finding[]> {
  const { options, halt, tally, backstage, monitoring } = session;
  const { explore: budget, maxRequests = Infinity, seed, concurrency } = options;
  if (budget === undefined || halt.obstacle() !== undefined || options.reach === 'shape') return [];
  const { ownership } = backstage;
  const startTime = performance.now();
  const { requests = Infinity, time = Infinity } = budget;
  const reserve = estimateRequests(last, options);
  const maySend = (): boolean =>
    halt.obstacle() === undefined && tally.requests + reserve < maxRequests;
  const shrinking = createShrinker(session, { known, mayContinue: maySend });
  const mayContinue = (): boolean =>
    maySend() &&
    tally.requests + reserve - shrinking.requests() < requests &&
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
    onStep: async (played) => {
      reportProgress();
      await shrinking.addDrifts(played);
    },
    novelty,
    isJudged: monitoring.isJudged,
    waitsAreFree: options.pause !== undefined,
  });
  return shrinking.findings;
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

interface ShrinkerOptions {
  readonly known: ReadonlySet<string>;
  readonly mayContinue: () => boolean;
}

/** Shortens the first history of each requirement that drifts. */
function createShrinker(
  { options, backstage, halt, tally }: Session,
  { known, mayContinue }: ShrinkerOptions,
) {
  const findings: Finding[] = [];
  const seen = new Set(known);
  let requests = 0;
  return {
    findings,
    /** Returns the number of requests that were sent to shorten histories. */
    requests: () => requests,
    addDrifts: async ({ history, drifts }: PlayedStep): Promise<void> => {
      for (const drift of drifts) {
        const { requirement } = drift;
        if (seen.has(requirement) || seen.size - known.size >= maxCounterexamples) continue;
        seen.add(requirement);
        if (options.bail || !isInScope(options.only, requirement)) continue;
        const settings = { context: backstage, signal: halt.signal, seed: options.seed };
        const found = await findCounterexample(drift, history, { ...settings, mayContinue });
        requests += found.requests;
        if (found.finding !== undefined)
          findings.push(createFinding(found.finding, found.requests, tally));
      }
    },
  };
}

function createFinding(finding: HistoryFinding, requests: number, tally: Tally): Finding {
  return { ...createCountsWithoutRequests(tally.requests), ...finding, requests };
}

/**
 * Plays the history of `--replay`, or those that drifted in earlier runs.
 * @returns a finding for each that still drifts
 */
export async function playEarlierHistories(session: Session): Promise<readonly Finding[]> {
  const { options, backstage: context, halt, tally } = session;
  const { replay, remembered = [], only, seed } = options;
  const stored =
    replay?.history === undefined ? remembered : [{ ...replay, history: replay.history }];
  const settings = { context, signal: halt.signal, seed, mayContinue: () => true };
  const findings: Finding[] = [];
  for (const history of stored) {
    if (halt.obstacle() !== undefined || !isInScope(only, history.requirement)) continue;
    const finding = await playRemembered(history, settings);
    if (finding !== undefined)
      findings.push(createFinding(finding, finding.trail?.length ?? 0, tally));
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
