/** Runs a suite against a target: first request, cases, clean-up, verdicts. Or only sends the first request. */
import type { Section } from '../suite/index.ts';
import type { Finding, Leftover, RunOutcome } from '../evidence/index.ts';
import {
  type Job,
  judgeRequirements,
  suggestConsent,
  listProvable,
  isInScope,
} from '../plan/index.ts';
import {
  type DriftingHistories,
  exploreInSession,
  playEarlierHistories,
  shortenHistories,
} from './explore-in-session.ts';
import { runJob } from './run-job.ts';
import { catchUnhandledRejections } from './unhandled-rejections.ts';
import { checkTarget, type Obstacle } from './first-response.ts';
import {
  withdrawEmptyRefusals,
  withdrawLateDrifts,
  createCountsWithoutRequests,
} from './monitor-findings.ts';
import type { RunOptions } from './run-options.ts';
import {
  createSession,
  collectMonitorFindings,
  type Session,
  cleanUp,
  removeAllBooks,
} from './session.ts';

/** Runs a suite and returns the outcome. Never throws for anything that the target does. */
export async function run(suite: readonly Section[], options: RunOptions): Promise<RunOutcome> {
  const started = { at: new Date(), tick: performance.now() };
  const session = createSession(suite, options);
  const sections = suite.map(({ title }) => title);
  options.onEvent({ type: 'planned', cases: session.plan.length, sections });
  const rejections = catchUnhandledRejections();
  try {
    const firstObstacle = await checkTarget(session.backstage.wire, options);
    const results =
      firstObstacle === undefined ? await runAll(session) : { findings: [], histories: [] };
    const { shortened, leftovers } = await endRun(session, results);
    const jobFindings = [...shortened, ...results.findings, ...rejections.findings()];
    const findings =
      firstObstacle === undefined ? collectFindings(jobFindings, session) : jobFindings;
    const obstacle = firstObstacle ?? session.halt.obstacle();
    const outcome = createOutcome({ session, started, findings, leftovers, obstacle });
    options.onEvent({ type: 'ended', outcome });
    return outcome;
  } finally {
    rejections.release();
  }
}

interface RunResults {
  readonly findings: readonly Finding[];
  readonly histories: readonly DriftingHistories[];
}

/** Removes the books of a run. If histories drifted, shortens them in the empty account, and removes their books, too. */
async function endRun(session: Session, { findings, histories }: RunResults) {
  const { options, halt, judges } = session;
  if (histories.length === 0 || halt.obstacle() !== undefined)
    return { shortened: [], leftovers: await cleanUp(session, options.signal.aborted) };
  const others = await removeAllBooks(session);
  const drifting = listDriftingIds([...findings, ...collectMonitorFindings(session)]);
  // A service may say that it deleted a book, and keep it.
  const hasOtherBooks = others.length > 0 || [...drifting].some((id) => id.startsWith('delete.'));
  return judges.judgeAlone(false, async () => {
    const stopListening = listenForInterrupt(session);
    const shortened = await shortenHistories(session, histories, hasOtherBooks);
    stopListening();
    return { shortened, leftovers: await cleanUp(session, options.signal.aborted) };
  });
}

/** Adds the monitor's findings. Withdraws those that only show that the service refused or failed every request. */
function collectFindings(caseFindings: readonly Finding[], session: Session): readonly Finding[] {
  const { statuses, halt, latestUsable } = session;
  const findings = [
    ...caseFindings,
    ...removeDuplicates(collectMonitorFindings(session), caseFindings),
  ];
  const remainingFindings = withdrawEmptyRefusals(findings, statuses.counts());
  return withdrawLateDrifts(remainingFindings, halt.obstacle()?.reason, latestUsable.number);
}

/** Omits the monitor's drifts that a case also reports: the case's finding also shows the requests before the drift. */
function removeDuplicates(
  monitorFindings: readonly Finding[],
  caseFindings: readonly Finding[],
): readonly Finding[] {
  const createKey = ({ requirement, exchange }: Finding): string =>
    `${requirement} ${exchange?.operation}`;
  const reportedKeys = new Set(
    caseFindings.filter(({ verdict }) => verdict === 'drifts').map(createKey),
  );
  return monitorFindings.filter(
    (finding) =>
      finding.source !== 'monitor' ||
      finding.verdict !== 'drifts' ||
      !reportedKeys.has(createKey(finding)),
  );
}

/**
 * Runs the cases, explores, and observes what the document leaves open: observations find drifts least often.
 * @throws the first error of a worker, after all workers have ended: only then may books be removed
 */
async function runAll(session: Session) {
  const { halt, plan } = session;
  const stopListening = listenForInterrupt(session);
  const findings = new Map<Job, Finding>();
  const isLast = (job: Job): boolean => job.kind === 'observation' && !job.waits;
  const last = plan.filter(isLast);
  const earlier: Finding[] = [];
  const histories: DriftingHistories[] = [];
  try {
    earlier.push(...(await playEarlierHistories(session)));
    await runJobs(
      plan.filter((job) => !isLast(job)),
      session,
      findings,
    );
    const drifting = listDriftingIds([...earlier, ...findings.values()]);
    histories.push(...(await exploreInSession(session, { drifting, last })));
    await runJobs(last, session, findings);
  } catch (error) {
    halt.abort('The run itself failed.');
    // Even a mistake in the runner must not leave books behind.
    await cleanUp(session);
    throw error;
  } finally {
    stopListening();
  }
  const getFinding = (job: Job): Finding =>
    findings.get(job) ?? createSkippedFinding(job, halt.obstacle());
  return { findings: [...earlier, ...plan.map(getFinding)], histories };
}

/** Runs jobs with several workers at the same time, and adds their findings. */
async function runJobs(
  jobs: readonly Job[],
  session: Session,
  findings: Map<Job, Finding>,
): Promise<void> {
  const { options, halt } = session;
  const queue = [...jobs];
  const runQueuedJobs = async (): Promise<void> => {
    for (let job = queue.shift(); job && halt.obstacle() === undefined; job = queue.shift()) {
      const { section, requirement, sentence } = job;
      options.onEvent({ type: 'asking', section, requirement, sentence });
      const finding = await runJob(job, session);
      findings.set(job, finding);
      options.onEvent({ type: 'found', finding });
      if (options.bail && finding.verdict === 'drifts') halt.endAtDrift();
    }
  };
  const workers = Array.from({ length: options.concurrency }, async () =>
    runQueuedJobs().catch((error: unknown) => {
      queue.length = 0;
      halt.abort('The run itself failed.');
      throw error;
    }),
  );
  const failure = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}

/** Ends the run when its signal is aborted. Returns a function that stops that. */
function listenForInterrupt({ options: { signal }, halt }: Session): () => void {
  const interrupt = (): void => halt.end('interrupted', 'The run was interrupted.');
  if (signal.aborted) interrupt();
  signal.addEventListener('abort', interrupt, { once: true });
  return () => signal.removeEventListener('abort', interrupt);
}

function listDriftingIds(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(
    findings.filter(({ verdict }) => verdict === 'drifts').map(({ requirement }) => requirement),
  );
}

/** Returns the finding of a job that the run did not reach. */
function createSkippedFinding(job: Job, obstacle: Obstacle | undefined): Finding {
  const { requirement, section, sentence, kind: source } = job;
  const reason = obstacle?.explanation ?? 'not asked';
  const jobFields = { requirement, section, sentence, source };
  return { ...createCountsWithoutRequests(0), ...jobFields, verdict: 'unproven', reason };
}

interface OutcomeParts {
  readonly session: Session;
  readonly started: { readonly at: Date; readonly tick: number };
  readonly findings: readonly Finding[];
  readonly leftovers: readonly Leftover[];
  readonly obstacle: Obstacle | undefined;
}

function createOutcome(parts: OutcomeParts): RunOutcome {
  const { session, started, findings, leftovers, obstacle } = parts;
  const { options, tally, silences, statuses, plan } = session;
  return {
    runId: session.runId,
    seed: options.seed,
    allow: [...options.allow],
    reach: options.reach,
    depth: options.depth ?? 'usual',
    startedAt: started.at.toISOString(),
    took: performance.now() - started.tick,
    requests: tally.requests,
    repeated: tally.repeated,
    clockSkew: session.clock.skew(),
    findings,
    answers: silences.answers().filter(({ silence }) => isInScope(options.only, silence)),
    judged: judgeRequirements(findings, options),
    evidence: session.monitoring.evidence(),
    exchanges: session.monitoring.exchanges(),
    coverage: session.monitoring.coverage(),
    provable: listProvable(plan, options),
    nextConsent: suggestConsent(plan, options),
    statuses: statuses.counts(),
    leftovers,
    stopped: obstacle?.reason,
    stoppedBecause: obstacle?.explanation,
  };
}

/**
 * Sends the first request of a run, and ends.
 * @returns why a run could not start, if it could not, and the service's clock minus ours in milliseconds
 */
export async function probeService(options: RunOptions) {
  const session = createSession([], { ...options, allow: new Set(['read']) });
  try {
    const obstacle = await checkTarget(session.backstage.wire, options);
    return { obstacle, skew: session.clock.skew() };
  } finally {
    await cleanUp(session);
  }
}
