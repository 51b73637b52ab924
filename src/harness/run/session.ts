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
  type Evidence,
  type Finding,
  type Leftover,
  observedExchange,
  observedLoss,
  type StatusCount,
} from '../evidence/index.ts';
import {
  createOwnership,
  createPace,
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
import { greet, type Obstacle } from './greet.ts';
import { cleanUp } from './janitor.ts';
import { planOf, within, type Job } from './plan.ts';
import { createMonitoring, type Monitoring } from './monitoring.ts';
import { answerFindings, monitorFinding, monitorFindings } from './passing-findings.ts';
import { createStatusCounter, type StatusCounter } from './status-counts.ts';
import { markOf } from '../values/index.ts';
import type { SessionOptions } from './session-options.ts';
import { createTrails, type Trails } from './trails.ts';

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
  /** What the monitor judged, for each requirement. */
  readonly evidence: () => readonly Evidence[];
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
  readonly monitoring: Monitoring;
  readonly statuses: StatusCounter;
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
  const { runId, clock, tally, spent, silences, wire } = shared;
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
    statuses: shared.statuses.counts,
    evidence: () => shared.monitoring.evidence(),
    cleanUp: async (signal) => tidy(shared, signal),
  };
}

function share(suite: readonly Section[], options: SessionOptions): Shared {
  const runId = randomBytes(4).toString('hex');
  const clock = createTargetClock(Date.now);
  const statuses = createStatusCounter();
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
  const lagBy = options.pause === undefined ? 'observer' : 'service';
  const monitoring = createMonitoring(silences, {
    lagBy,
    startsEmpty: true,
    readings: options.known?.readings ?? {},
  });
  const kept = { monitoring, statuses, silences, ownership, journal, tally, spent, trails };
  const onExchange = listener(options, kept);
  const network = options.network ?? fetch;
  const place = { baseUrl, apiKey, allow, timeout: answerTimeout, network };
  const wire = createWire({
    ...place,
    clock,
    ownership,
    pace,
    onExchange,
    onLost: (lost, details) => void monitoring.judge(observedLoss(lost, details), undefined),
  });
  return { options, runId, clock, wire, ...kept };
}

/** Hands every exchange to all that learn from it. */
function listener(
  options: SessionOptions,
  kept: Pick<Shared, 'monitoring' | 'statuses' | 'silences' | 'trails' | 'tally'>,
): WireOptions['onExchange'] {
  const { monitoring, statuses, silences, trails, tally } = kept;
  return (exchange, scope, details) => {
    options.onEvent({ type: 'exchanged', exchange });
    trails.hear(exchange);
    silences.hear(exchange);
    statuses.count(exchange);
    const { drifts, met, fresh } = monitoring.judge(observedExchange(exchange, details), exchange);
    scope.drifts.push(...drifts);
    for (const requirement of met) scope.met.add(requirement);
    for (const drift of fresh) {
      trails.note(exchange, scope);
      if (!within(options.only, drift.requirement)) continue;
      options.onEvent({ type: 'found', finding: monitorFinding(drift, tally.requests) });
    }
  };
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

function passingOf({ options, monitoring, silences, tally, trails }: Shared): Finding[] {
  return [
    ...monitorFindings(monitoring, tally.requests),
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
