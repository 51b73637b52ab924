/** The state that all cases of a run share, from the first request to the clean-up. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSilenceBook } from './answers.ts';
import type { Item, Section } from '../suite/index.ts';
import {
  type Exchange,
  type Finding,
  type Leftover,
  observedExchange,
  observedLoss,
} from '../evidence/index.ts';
import {
  createHealth,
  createLateness,
  createOwnership,
  createPace,
  createTargetClock,
  createWire,
  isTransient,
  type Journal,
  noJournal,
  openJournal,
  type Tally,
  type WireOptions,
} from '../wire/index.ts';
import { type Backstage, longestLag } from '../stage/index.ts';
import { createHalt } from './halt.ts';
import { createTrails, removeBooks } from '../cleanup/index.ts';
import { planOf, within } from '../plan/index.ts';
import { createMonitoring } from './monitoring.ts';
import {
  answerFindings,
  createStatusCounter,
  monitorFinding,
  monitorFindings,
} from './passing-findings.ts';
import { markOf } from '../values/index.ts';
import type { RunOptions } from './run-options.ts';

/** The timeout of one response, in milliseconds. */
const timeout = 25_000;
/** Milliseconds a service may go without a usable response; with the clean-up it stays below half a minute. */
const longestSilence = 18_000;
/** Milliseconds for removing the books of a run: normally, and if the user is waiting or the service is gone. */
const removalTime = { usual: 60_000, short: 3_000 } as const;
const usualPatience = 5_000;

export type Session = ReturnType<typeof createSession>;

/** Opens a session over a suite. Nothing is sent before its first call. */
export function createSession(suite: readonly Section[], options: RunOptions) {
  const runId = randomBytes(4).toString('hex');
  const clock = createTargetClock(Date.now);
  const journal = journalFor(options, runId);
  const ownership = createOwnership(journal, markOf(runId));
  const { rate, maxRequests, maxTime, baseUrl, apiKey, secondKey, allow } = options;
  const halt = createHalt(maxTime);
  const pace = createPace({ rate, maxRequests, maxTime, onSpent: halt.spend });
  const health = createHealth({ limit: longestSilence, onLost: halt.end });
  const pause = options.pause ?? waiting;
  const lateness = createLateness(pause);
  const learning = learnersFor(suite, options);
  const network = options.network ?? fetch;
  const place = { baseUrl, apiKey, secondKey, allow, timeout, network };
  const listeners = listenersFor({ ...learning, options, lateness, tally: pace.tally });
  const wire = createWire({ ...place, clock, ownership, pace, health, lateness, ...listeners });
  let marks = 0;
  const backstage: Backstage = {
    wire,
    clock,
    ownership,
    pause,
    patience: options.patience ?? usualPatience,
    nextMark: () => ({ run: runId, n: (marks += 1) }),
    target: {
      reach: options.reach,
      allow,
      hasSecondAccount: secondKey !== undefined,
      readings: options.known?.readings,
      controlsClock: options.known?.controlsClock ?? false,
    },
  };
  const plan = planOf(suite, options);
  const sending = { clock, journal, halt, health, tally: pace.tally, backstage };
  return { options, runId, plan, startedAt: Date.now(), ...learning, ...sending };
}

/** The parts that learn from exchanges. */
function learnersFor(suite: readonly Section[], options: RunOptions) {
  const silences = createSilenceBook(suite.flatMap(({ items }) => items).filter(isWatch));
  const monitoring = createMonitoring(silences, {
    lag: longestLag,
    lagBy: options.pause === undefined ? 'observer' : 'service',
    startsEmpty: true,
    stateless: options.reach === 'shape',
    separateAccounts: true,
    // A known target is our own sandbox, which shows every write immediately.
    readings: options.known ? { consistency: 'immediate', ...options.known.readings } : {},
  });
  // The number of the last exchange that said something about the service.
  const usable = { last: 0 };
  return { silences, monitoring, statuses: createStatusCounter(), trails: createTrails(), usable };
}

interface Heard extends ReturnType<typeof learnersFor> {
  readonly options: RunOptions;
  readonly lateness: ReturnType<typeof createLateness>;
  readonly tally: Tally;
}

/** Hands every attempt to the monitor, and the responses that cases are given to all else. */
function listenersFor(heard: Heard): Pick<WireOptions, 'onAttempt' | 'onExchange' | 'onLost'> {
  const { options, monitoring, statuses, silences, trails, tally, lateness, usable } = heard;
  return {
    onLost: (lost, details) => void monitoring.judge(observedLoss(lost, details), undefined),
    onAttempt: (exchange, scope, details) => {
      options.onEvent({ type: 'exchanged', exchange });
      if (isUsable(exchange)) usable.last = exchange.number;
      trails.hear(exchange);
      statuses.count(exchange);
      const observed = observedExchange(exchange, details);
      const { drifts, met, fresh, isOlder } = monitoring.judge(observed, exchange);
      if (isOlder) lateness.note(exchange);
      // A transient failure is no fault of what the case tests, and must not end it.
      if (!isTransient(exchange.status)) scope.drifts.push(...drifts);
      for (const requirement of met) scope.met.add(requirement);
      for (const drift of fresh) {
        trails.note(exchange, scope);
        if (!within(options.only, drift.requirement)) continue;
        options.onEvent({ type: 'found', finding: monitorFinding(drift, tally.requests) });
      }
    },
    onExchange: (exchange, _scope, clear) => {
      if (clear) silences.hear(exchange);
    },
  };
}

/** A response that says something about the service. */
function isUsable({ status, request }: Exchange): boolean {
  return status < 500 && status !== 429 && !(status === 401 && request.key === 'own');
}

async function waiting(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal });
}

/** Returns the findings of the monitor and of the silences so far. */
export function passingIn(session: Session): Finding[] {
  const { options, monitoring, statuses, silences, tally, trails } = session;
  return [
    ...monitorFindings(monitoring, statuses.counts(), tally.requests),
    ...answerFindings(silences.answers(), tally.requests),
  ]
    .filter(({ requirement }) => within(options.only, requirement))
    .map(trails.complete);
}

/** Removes the books of the session within its own budget; `hurry` after Ctrl-C. */
export async function tidyUp(session: Session, hurry = false): Promise<Leftover[]> {
  const { options, backstage, journal, halt, health, startedAt: since } = session;
  const { wire, ownership } = backstage;
  health.close();
  clearTimeout(halt.timer);
  const { concurrency, allow } = options;
  const books = ownership.books().length;
  const stopped = halt.by()?.stopped;
  const hopeless = stopped === 'stopped responding' || stopped === 'key refused';
  const budget = removalTime[hurry || hopeless ? 'short' : 'usual'];
  if (!allow.has('write') || (books === 0 && !ownership.hasLost())) return [];
  options.onEvent({ type: 'cleaning', books, budget });
  const { signal } = new AbortController();
  const readsList = !hurry && readsListAtEnd(session);
  const how = { concurrency, signal, budget, since, readsList, mayWithdraw: allow.has('publish') };
  const leftovers = await removeBooks({ wire, ownership, ...how });
  if (leftovers.length === 0) journal.drop();
  return leftovers;
}

/**
 * Returns whether the clean-up reads the list as the run leaves it: items that were within the permitted lag
 * when they were last read can be judged then.
 */
function readsListAtEnd({ options: { allow, only, reach }, halt }: Session): boolean {
  const isWhole = halt.by() === undefined || halt.by()?.stopped === 'bail';
  return isWhole && allow.has('read') && only === undefined && reach !== 'shape';
}

function isWatch(item: Item): item is Extract<Item, { kind: 'watch' }> {
  return item.kind === 'watch';
}

function journalFor({ journalFile: file, baseUrl: target }: RunOptions, run: string): Journal {
  if (file === undefined) return noJournal;
  const started = new Date().toISOString();
  return openJournal(file, { run, target, started, host: hostname(), pid: process.pid });
}
