/** The state that all cases of a run share, from the first request to the clean-up. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { silenceIds } from '../../contract/requirements.ts';
import { createSilenceBook, illegalAnswers, type SilenceBook } from './answers.ts';
import { runJob, type JobOptions } from './ask-job.ts';
import type { Item, Section } from '../suite/index.ts';
import {
  type SilenceAnswer,
  type Evidence,
  type Finding,
  type Leftover,
  type StatusCount,
} from '../evidence/index.ts';
import {
  createHealth,
  createOwnership,
  createPace,
  createTargetClock,
  createWire,
  type Health,
  type Journal,
  noJournal,
  openJournal,
  type Ownership,
  type AdjustableClock,
  createLateness,
  type Tally,
  type Wire,
} from '../wire/index.ts';
import { type Backstage, longestLag } from '../stage/index.ts';
import { greet } from './first-response.ts';
import { createHalt, type Halt, type Obstacle, spent } from './halt.ts';
import { removeBooks } from '../cleanup/index.ts';
import { planOf, within, type Job } from '../plan/index.ts';
import { createMonitoring, type Monitoring } from './monitoring.ts';
import { answerFindings, monitorFindings } from './passing-findings.ts';
import { createStatusCounter, type StatusCounter } from './status-counts.ts';
import { markOf } from '../values/index.ts';
import type { SessionOptions } from './session-options.ts';
import { listenersFor } from './listeners.ts';
import { createTrails, type Trails } from '../cleanup/index.ts';

export interface Session {
  readonly runId: string;
  readonly plan: readonly Job[];
  readonly clock: AdjustableClock;
  readonly tally: Tally;
  /** Checks with one request that the target is the service and accepts the key. */
  readonly greet: () => Promise<Obstacle | undefined>;
  readonly ask: (job: Job, signal: AbortSignal) => Promise<Finding>;
  /** Aborts when a budget is spent or the service is gone. Its reason is a sentence. */
  readonly halted: AbortSignal;
  /** Why the session cannot go on, if it cannot. */
  readonly obstacle: () => Obstacle | undefined;
  /** The number of the first response after which the service was no longer usable. */
  readonly lastUsable: () => number;
  /** The findings of shape checks and observations so far. */
  readonly passing: () => readonly Finding[];
  readonly answers: () => readonly SilenceAnswer[];
  readonly statuses: () => readonly StatusCount[];
  /** The monitor's judgements, for each requirement. */
  readonly evidence: () => readonly Evidence[];
  /** Removes the books of the session within its own budget; `hurry` after Ctrl-C. */
  readonly cleanUp: (hurry?: boolean) => Promise<readonly Leftover[]>;
}

/** The timeout of one response, in milliseconds. */
const responseTimeout = 25_000;
/** Milliseconds a service may go without a usable response; with the clean-up it stays below half a minute. */
const longestSilence = 18_000;
/** Milliseconds for removing the books of a run: normally, and if the user is waiting or the service is gone. */
const removalTime = { usual: 60_000, short: 3_000 } as const;
const caseTimeout = 180_000;
const usualPatience = 5_000;

/** The state that the parts of a session share. */
interface Shared {
  readonly options: SessionOptions;
  readonly runId: string;
  readonly clock: AdjustableClock;
  readonly monitoring: Monitoring;
  readonly statuses: StatusCounter;
  readonly silences: SilenceBook;
  readonly ownership: Ownership;
  readonly journal: Journal;
  readonly wire: Wire;
  readonly tally: Tally;
  readonly halt: Halt;
  readonly health: Health;
  readonly startedAt: number;
  readonly usable: { last: number };
  readonly trails: Trails;
}

/** Opens a session over a suite. Nothing is sent before `greet`. */
export function createSession(suite: readonly Section[], options: SessionOptions): Session {
  const shared = share(suite, options);
  const { runId, clock, tally, halt, silences, wire } = shared;
  const backstage = backstageOf(shared);
  return {
    runId,
    plan: planOf(suite, options),
    clock,
    tally,
    greet: async () => greet(wire, options),
    halted: halt.signal,
    ask: async (job, signal) =>
      shared.trails.complete(await runJob(job, askingOf(shared, backstage, signal))),
    obstacle: () => halt.by,
    lastUsable: () => shared.usable.last,
    passing: () => passingOf(shared),
    answers: () => silences.answers().filter(({ silence }) => within(options.only, silence)),
    statuses: shared.statuses.counts,
    evidence: () => shared.monitoring.evidence(),
    cleanUp: async (hurry = false) => tidy(shared, hurry),
  };
}

function share(suite: readonly Section[], options: SessionOptions): Shared {
  const runId = randomBytes(4).toString('hex');
  const clock = createTargetClock(Date.now);
  const statuses = createStatusCounter();
  const silences = createSilenceBook(suite.flatMap(({ items }) => items).filter(isWatch));
  const journal = journalFor(options, runId);
  const ownership = createOwnership(journal, markOf(runId));
  const { rate, maxRequests, maxTime, baseUrl, apiKey, secondKey, allow } = options;
  const halt = createHalt(maxTime);
  const pace = createPace({ rate, maxRequests, maxTime, onSpent: (why) => halt.end(spent(why)) });
  const health = createHealth({
    limit: longestSilence,
    onLost: (stopped, because) => halt.end({ stopped, because }),
  });
  const { tally } = pace;
  const usable = { last: 0 };
  const lateness = createLateness(options.pause ?? waiting);
  const trails = createTrails();
  const lagBy = options.pause === undefined ? 'observer' : 'service';
  const monitoring = createMonitoring(silences, {
    lag: longestLag,
    lagBy,
    startsEmpty: true,
    stateless: options.reach === 'shape',
    separateAccounts: true,
    // A known target is our own sandbox, which shows every write immediately.
    readings: options.known ? { consistency: 'immediate', ...options.known.readings } : {},
  });
  const heard = { monitoring, statuses, silences, trails, tally, lateness, usable };
  const network = options.network ?? fetch;
  const place = { baseUrl, apiKey, secondKey, allow, timeout: responseTimeout, network };
  const listeners = listenersFor(options, heard);
  const wire = createWire({ ...place, clock, ownership, pace, health, lateness, ...listeners });
  const kept = { ...heard, ownership, journal, halt, health };
  return { options, runId, clock, wire, startedAt: Date.now(), ...kept };
}

function backstageOf({ options, runId, wire, clock, ownership }: Shared): Backstage {
  let marks = 0;
  return {
    wire,
    clock,
    ownership,
    pause: options.pause ?? waiting,
    patience: options.patience ?? usualPatience,
    nextMark: () => ({ run: runId, n: (marks += 1) }),
    target: {
      reach: options.reach,
      allow: options.allow,
      hasSecondAccount: options.secondKey !== undefined,
      readings: options.known?.readings,
      controlsClock: options.known?.controlsClock ?? false,
    },
  };
}

async function waiting(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal });
}

function askingOf(
  { options, silences, tally }: Shared,
  backstage: Backstage,
  signal: AbortSignal,
): JobOptions {
  return {
    backstage,
    runs: options.runs,
    timeout: caseTimeout,
    signal,
    requestsSoFar: () => tally.requests,
    onAnswer: ({ requirement }, answer, scope) => {
      const silence = silenceIds.find((id) => id === requirement);
      if (silence === undefined) return;
      // Some observations compare with a call that follows; the status tells which one the answer is about.
      const { exchanges } = scope;
      const telling = exchanges.findLast(({ status }) => String(status) === answer);
      silences.noteObserved(silence, answer, telling ?? exchanges.at(-1));
    },
  };
}

function passingOf({ options, monitoring, statuses, silences, tally, trails }: Shared): Finding[] {
  return [
    ...monitorFindings(monitoring, statuses.counts(), tally.requests),
    ...answerFindings(illegalAnswers(silences.answers()), tally.requests),
  ]
    .filter(({ requirement }) => within(options.only, requirement))
    .map(trails.complete);
}

async function tidy(shared: Shared, hurry: boolean): Promise<Leftover[]> {
  const { options, ownership, journal, wire, halt, health, startedAt: since } = shared;
  health.close();
  clearTimeout(halt.timer);
  const { concurrency, allow } = options;
  const books = ownership.books().length;
  const hopeless = halt.by?.stopped === 'stopped responding' || halt.by?.stopped === 'key refused';
  const budget = removalTime[hurry || hopeless ? 'short' : 'usual'];
  if (!allow.has('write') || (books === 0 && !ownership.hasLost())) return [];
  options.onEvent({ type: 'cleaning', books, budget });
  const { signal } = new AbortController();
  const readsList = !hurry && readsListAtEnd(shared);
  const how = { concurrency, signal, budget, since, readsList, mayWithdraw: allow.has('publish') };
  const leftovers = await removeBooks({ wire, ownership, ...how });
  if (leftovers.length === 0) journal.drop();
  return leftovers;
}

/**
 * Returns whether the clean-up reads the list as the run leaves it: items that were within the permitted lag
 * when they were last read can be judged then.
 */
function readsListAtEnd({ options, halt }: Shared): boolean {
  const { allow, only, reach } = options;
  return halt.by === undefined && allow.has('read') && only === undefined && reach !== 'shape';
}

function isWatch(item: Item): item is Extract<Item, { kind: 'watch' }> {
  return item.kind === 'watch';
}

function journalFor({ journalFile: file, baseUrl: target }: SessionOptions, run: string): Journal {
  if (file === undefined) return noJournal;
  const started = new Date().toISOString();
  return openJournal(file, { run, target, started, host: hostname(), pid: process.pid });
}
