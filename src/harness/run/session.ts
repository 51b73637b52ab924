/** One acquaintance with a target: what all cases of a run share, from the first request to the clean-up. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { silenceIds } from '../../contract/requirements.ts';
import { createSilenceBook, illegalAnswers, type SilenceBook } from './answers.ts';
import { runJob, type JobOptions } from './ask-job.ts';
import type { Item, Section } from '../suite/index.ts';
import {
  type SilenceAnswer,
  type Finding,
  type Leftover,
  type StatusCount,
  type StopReason,
  Unanswered,
} from '../evidence/index.ts';
import {
  createOwnership,
  createPace,
  createScope,
  createTargetClock,
  createWire,
  type Journal,
  noJournal,
  openJournal,
  type Ownership,
  type AdjustableClock,
  type Tally,
  type Wire,
  type WireOptions,
} from '../wire/index.ts';
import type { Backstage } from '../stage/index.ts';
import { cleanUp } from './janitor.ts';
import { planOf, within, type Job } from './plan.ts';
import { answerFindings, shapeFindings, misshapenFinding } from './passing-findings.ts';
import { createShapeWatch, type ShapeWatch } from './shape-watch.ts';
import { markOf } from '../values/index.ts';
import type { SessionOptions } from './session-options.ts';
import { createTrails, type Trails } from './trails.ts';

/** Why a session cannot go on, in one sentence for the user. */
export interface Obstacle {
  readonly stopped: StopReason;
  readonly because: string;
}

export interface Session {
  readonly runId: string;
  readonly plan: readonly Job[];
  readonly clock: AdjustableClock;
  readonly tally: Tally;
  /** Asks once whether the target answers and takes the key. */
  readonly greet: () => Promise<Obstacle | undefined>;
  readonly ask: (job: Job, signal: AbortSignal) => Promise<Finding>;
  /** A budget that ran out, if one did. */
  readonly spent: () => Obstacle | undefined;
  /** What shapes and silences showed in passing. */
  readonly passing: () => readonly Finding[];
  readonly answers: () => readonly SilenceAnswer[];
  readonly statuses: () => readonly StatusCount[];
  readonly cleanUp: (signal: AbortSignal) => Promise<readonly Leftover[]>;
}

const answerTimeout = 30_000;
const caseTimeout = 180_000;
const usualPatience = 5_000;

/** What the parts of a session share. */
interface Shared {
  readonly options: SessionOptions;
  readonly runId: string;
  readonly clock: AdjustableClock;
  readonly shapes: ShapeWatch;
  readonly silences: SilenceBook;
  readonly ownership: Ownership;
  readonly journal: Journal;
  readonly wire: Wire;
  readonly tally: Tally;
  /** The budget that ran out, if one did. */
  readonly spent: { by?: Obstacle };
  readonly trails: Trails;
}

/** Opens a session over a suite; nothing is sent before `greet`. */
export function createSession(suite: readonly Section[], options: SessionOptions): Session {
  const shared = share(suite, options);
  const { runId, clock, tally, spent, silences, shapes, wire } = shared;
  const backstage = backstageOf(shared);
  return {
    runId,
    plan: planOf(suite, options),
    clock,
    tally,
    greet: async () => greet(wire, options),
    ask: async (job, signal) =>
      shared.trails.complete(await runJob(job, askingOf(shared, backstage, signal))),
    spent: () => spent.by,
    passing: () => passingOf(shared),
    answers: () => silences.answers().filter(({ silence }) => within(options.only, silence)),
    statuses: shapes.statuses,
    cleanUp: async (signal) => tidy(shared, signal),
  };
}

function share(suite: readonly Section[], options: SessionOptions): Shared {
  const runId = randomBytes(4).toString('hex');
  const clock = createTargetClock(Date.now);
  const shapes = createShapeWatch();
  const silences = createSilenceBook(suite.flatMap(({ items }) => items).filter(isWatch));
  const journal = journalFor(options, runId);
  const ownership = createOwnership(journal, markOf(runId));
  const spent: { by?: Obstacle } = {};
  const { rate, maxRequests, maxTime, baseUrl, apiKey, allow } = options;
  const { pace, tally } = createPace({
    rate,
    maxRequests,
    maxTime,
    onSpent: (why) => {
      spent.by = { stopped: why, because: `The run is ${why}; raise the bound or narrow --only.` };
    },
  });
  const trails = createTrails();
  const onExchange: WireOptions['onExchange'] = (exchange, scope) => {
    options.onEvent({ type: 'exchanged', exchange });
    trails.hear(exchange);
    silences.hear(exchange);
    for (const misshapen of shapes.hear(exchange)) {
      trails.note(exchange, scope);
      if (!within(options.only, misshapen.requirement)) continue;
      options.onEvent({ type: 'found', finding: misshapenFinding(misshapen, tally.requests) });
    }
  };
  const network = options.network ?? fetch;
  const place = { baseUrl, apiKey, allow, timeout: answerTimeout, network };
  const wire = createWire({ ...place, clock, ownership, pace, onExchange });
  const kept = { shapes, silences, ownership, journal, tally, spent, trails };
  return { options, runId, clock, wire, ...kept };
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
      if (silence !== undefined) silences.note(silence, answer, scope.exchanges.at(-1));
    },
  };
}

function passingOf({ options, shapes, silences, tally, trails }: Shared): Finding[] {
  return [
    ...shapeFindings(shapes, tally.requests),
    ...answerFindings(illegalAnswers(silences.answers()), tally.requests),
  ]
    .filter(({ requirement }) => within(options.only, requirement))
    .map(trails.complete);
}

async function tidy(
  { options, ownership, journal, wire }: Shared,
  signal: AbortSignal,
): Promise<Leftover[]> {
  const { concurrency, allow } = options;
  const books = ownership.books().length;
  options.onEvent({ type: 'cleaning', books });
  if (!allow.has('write') || books + ownership.unanswered().length === 0) return [];
  const mayWithdraw = allow.has('publish');
  const leftovers = await cleanUp({ wire, ownership, concurrency, signal, mayWithdraw });
  if (leftovers.length === 0) journal.drop();
  return leftovers;
}

function isWatch(item: Item): item is Extract<Item, { kind: 'watch' }> {
  return item.kind === 'watch';
}

function journalFor({ ledger, baseUrl }: SessionOptions, run: string): Journal {
  if (ledger === undefined) return noJournal;
  const started = new Date().toISOString();
  return openJournal(ledger, { run, target: baseUrl, started, host: hostname(), pid: process.pid });
}

async function greet(wire: Wire, options: SessionOptions): Promise<Obstacle | undefined> {
  const scope = createScope(options.signal);
  try {
    const hello = await wire({ method: 'GET', path: '/books', query: { perPage: '1' } }, scope);
    if (hello.status !== 401) return undefined;
    const because = 'The service refused the key (401). Set DISTRIBUTION_API_KEY to a valid one.';
    return { stopped: 'key refused', because };
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    const because = `Nothing answered at ${options.baseUrl}: ${error.message}.`;
    return { stopped: 'unreachable', because };
  }
}
