/** The state that all cases of a run share, from the first request to the clean-up. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Item, Section } from '../suite/index.ts';
import { isAnswered, type ObservedExchange, type WorldOptions } from '../../monitor/index.ts';
import { isRequirementId, requirement } from '../../contract/requirements.ts';
import { type Exchange, type Finding, type Leftover, showsAgain } from '../evidence/index.ts';
import {
  createHealth,
  createLateness,
  createOwnership,
  createPace,
  createTargetClock,
  createWire,
  hasOwnKey,
  isTransient,
  type Journal,
  noJournal,
  startJournal,
  type Tally,
  type WireOptions,
} from '../wire/index.ts';
import type { RunContext } from '../stage/index.ts';
import { createTrailRecorder, removeBooks } from '../cleanup/index.ts';
import { planRun, isInScope } from '../plan/index.ts';
import { externalIdPrefix } from '../arbitraries/index.ts';
import { createAnswerRecorder, type AnswerRecorder } from './answers.ts';
import { createHalt } from './first-response.ts';
import {
  createAnswerFindings,
  createStatusCounter,
  createMonitorFinding,
  createMonitorFindings,
} from './monitor-findings.ts';
import type { RunOptions } from './run-options.ts';
import { createMonitoring, type Monitoring } from './monitoring.ts';

/** The timeout of one response, in milliseconds. */
const timeout = 25_000;
/** Milliseconds that a service may go without a usable response. With the clean-up, the run then ends within half a minute. */
const unusableTimeout = 18_000;
/** Milliseconds for removing the books of a run: normally, and if the user is waiting or the service is unusable. */
const removalBudgets = { usual: 60_000, short: 3_000 } as const;
const defaultPatience = 5_000;

export type Session = ReturnType<typeof createSession>;

/** Creates the session of a suite. Sends no request. */
export function createSession(suite: readonly Section[], options: RunOptions) {
  const runId = randomBytes(4).toString('hex');
  const clock = createTargetClock(Date.now);
  const journal = openRunJournal(options, runId);
  const ownership = createOwnership(journal, externalIdPrefix(runId));
  const { rate, maxRequests, maxTime, baseUrl, apiKey, secondKey, allow } = options;
  const halt = createHalt(maxTime);
  const pace = createPace({ rate, maxRequests, maxTime, onSpent: halt.spend });
  const health = createHealth({ limit: unusableTimeout, onUnusable: halt.end });
  const pause = options.pause ?? waitInRealTime;
  const lateness = createLateness(pause);
  const recorders = createRecorders(suite, options);
  const network = options.network ?? fetch;
  const target = { baseUrl, apiKey, secondKey, allow, timeout, network };
  const listeners = createListeners({ ...recorders, options, halt, lateness, tally: pace.tally });
  const waits = { lateness, pause: options.pause };
  const wire = createWire({ ...target, clock, ownership, pace, health, ...waits, ...listeners });
  let marks = 0;
  const context: RunContext = {
    wire,
    clock,
    ownership,
    pause,
    patience: options.patience ?? defaultPatience,
    nextMark: () => ({ run: runId, n: (marks += 1) }),
    target: {
      reach: options.reach,
      allow,
      hasSecondAccount: secondKey !== undefined,
      readings: options.sandboxSettings?.readings,
      endReview: options.sandboxSettings?.endReview,
    },
  };
  const plan = planRun(suite, options);
  const transport = { clock, journal, halt, health, tally: pace.tally, backstage: context };
  return { options, runId, plan, startedAt: Date.now(), ...recorders, ...transport };
}

/** Creates the parts that record exchanges. */
function createRecorders(suite: readonly Section[], options: RunOptions) {
  const silences = createAnswerRecorder(suite.flatMap(({ items }) => items).filter(isWatch));
  const judges = createJudges(silences, {
    lagBy: options.pause === undefined ? 'observer' : 'service',
    startsEmpty: true,
    stateless: options.reach === 'shape',
    separateAccounts: true,
    // A known target is our own sandbox, which shows every write immediately.
    readings: options.sandboxSettings
      ? { consistency: 'immediate', ...options.sandboxSettings.readings }
      : {},
  });
  // The number of the last exchange that said something about the service.
  const latestUsable = { number: 0 };
  const trails = createTrailRecorder();
  const monitoring = judges.ofRun;
  return { silences, judges, monitoring, statuses: createStatusCounter(), trails, latestUsable };
}

interface Listeners extends ReturnType<typeof createRecorders> {
  readonly options: RunOptions;
  readonly halt: ReturnType<typeof createHalt>;
  readonly lateness: ReturnType<typeof createLateness>;
  readonly tally: Tally;
}

/** Passes every attempt to the monitor, and the responses that cases get to the recorder of answers. */
function createListeners(parts: Listeners): Pick<WireOptions, 'onAttempt' | 'onExchange'> {
  const { options, halt, judges, statuses, silences, trails, tally, lateness, latestUsable } =
    parts;
  return {
    onAttempt: (exchange, scope) => {
      const { drifts, met, newDrifts, excused } = judges.judge(exchange);
      if (!isAnswered(exchange)) return;
      options.onEvent({ type: 'exchanged', exchange });
      if (isUsable(exchange)) latestUsable.number = exchange.number;
      trails.recordChange(exchange, scope);
      statuses.count(exchange);
      if (excused.length > 0) lateness.markStale(exchange);
      // A transient failure says nothing about what the case tests, and must not end it.
      if (!isTransient(exchange.response.status)) scope.drifts.push(...drifts);
      for (const id of met) scope.met.add(id);
      for (const drift of newDrifts) {
        trails.recordOrigin(exchange, scope);
        if (!isInScope(options.only, drift.requirement)) continue;
        options.onEvent({ type: 'found', finding: createMonitorFinding(drift, tally.requests) });
        if (options.bail && requirement(drift.requirement).level === 'must') halt.endAtDrift();
      }
    },
    onExchange: (exchange, _scope, isCertain) => {
      if (isCertain) silences.recordExchange(exchange);
    },
  };
}

/** Returns true if a response says something about the requirement that is tested. */
function isUsable({ request, response: { status } }: Exchange): boolean {
  return status < 500 && status !== 429 && !(status === 401 && hasOwnKey(request));
}

async function waitInRealTime(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal });
}

/** Returns the findings of the monitor and of the silences so far. */
export function collectMonitorFindings(session: Session): Finding[] {
  const { options, monitoring, statuses, silences, tally, trails } = session;
  const findings = [
    ...createMonitorFindings(monitoring, statuses.counts(), tally.requests),
    ...createAnswerFindings(silences.answers(), tally.requests),
  ];
  return selectInScope(findings, options).map(trails.completeFinding);
}

/** Returns the findings of the selected requirements; in a replay, at least the drift that is shown again. */
function selectInScope(
  findings: readonly Finding[],
  { only = '', replay }: RunOptions,
): readonly Finding[] {
  const inScope = findings.filter(({ requirement: id }) => isInScope(only, id));
  const isDrift = ({ verdict }: Finding): boolean => verdict === 'drifts';
  if (replay === undefined || !isRequirementId(only) || inScope.some(isDrift)) return inScope;
  const again = findings.filter((finding) => isDrift(finding) && showsAgain(finding, only));
  return [...inScope, ...again.map((finding) => ({ ...finding, requirement: only }))];
}

/** Removes the books of the session, and ends it. */
export async function cleanUp(session: Session, isInterrupted = false): Promise<Leftover[]> {
  const { journal, halt, health } = session;
  health.close();
  clearTimeout(halt.timer);
  const leftovers = await removeAllBooks(session, isInterrupted);
  if (leftovers.length === 0) journal.drop();
  return leftovers;
}

/** Removes the books of the session within a time budget, which is shorter after Ctrl-C. */
export async function removeAllBooks(session: Session, isInterrupted = false): Promise<Leftover[]> {
  const { options, backstage, halt, startedAt: since } = session;
  const { wire, ownership } = backstage;
  const { concurrency, allow } = options;
  const books = ownership.books().length;
  const stopped = halt.obstacle()?.reason;
  const isUnusableNow = stopped === 'stopped responding' || stopped === 'key refused';
  const budget = removalBudgets[isInterrupted || isUnusableNow ? 'short' : 'usual'];
  if (!allow.has('write') || (books === 0 && !ownership.hasUnknownCreates())) return [];
  options.onEvent({ type: 'cleaning', books, budget });
  const { signal } = new AbortController();
  const shouldReadList = !isInterrupted && mustReadListAtEnd(session);
  const mayWithdraw = allow.has('publish');
  const removal = { concurrency, signal, budget, since, shouldReadList, mayWithdraw };
  return removeBooks({ wire, ownership, ...removal });
}

/**
 * Returns true if the clean-up reads the list once more: items that were within the permitted lag when
 * they were last read can be judged then.
 */
function mustReadListAtEnd({ options: { allow, only, reach }, halt }: Session): boolean {
  const isComplete = halt.obstacle() === undefined || halt.obstacle()?.reason === 'bail';
  return isComplete && allow.has('read') && only === undefined && reach !== 'shape';
}

function isWatch(item: Item): item is Extract<Item, { kind: 'watch' }> {
  return item.kind === 'watch';
}

function openRunJournal({ journalFile: file, baseUrl: target }: RunOptions, run: string): Journal {
  if (file === undefined) return noJournal;
  const started = new Date().toISOString();
  return startJournal(file, { run, target, started, host: hostname(), pid: process.pid });
}

/** @param silences records the answers that the monitor of the run sees */
function createJudges(silences: AnswerRecorder, options: WorldOptions) {
  const ofRun = createMonitoring(silences, options);
  let judge = ofRun.judge;
  return {
    /** The monitor of the whole run. */
    ofRun,
    judge: (exchange: ObservedExchange): ReturnType<Monitoring['judge']> => judge(exchange),
    /**
     * Judges all exchanges by a monitor that knows nothing yet, until `work` ends.
     * @param isPartOfRun true if the monitor of the run judges them, too
     */
    judgeAlone: async <T>(isPartOfRun: boolean, work: () => Promise<T>): Promise<T> => {
      const outer = judge;
      const alone = createMonitoring(createAnswerRecorder([]), options);
      judge = (exchange) => {
        if (isPartOfRun) ofRun.judge(exchange);
        return { ...alone.judge(exchange), newDrifts: [] };
      };
      try {
        return await work();
      } finally {
        judge = outer;
      }
    },
  };
}
