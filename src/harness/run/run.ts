/** Runs a suite against a target: first request, cases, clean-up, verdicts. It knows no endpoint and no listener. */
import type { Section } from '../suite/index.ts';
import type { Finding, Leftover, Outcome } from '../evidence/index.ts';
import {
  type Job,
  judgeRequirements,
  suggestConsent,
  listProvable,
  isInScope,
} from '../plan/index.ts';
import { runJob } from './run-job.ts';
import { checkTarget } from './first-response.ts';
import type { Obstacle } from './halt.ts';
import { withdrawEmptyRefusals, withdrawLateDrifts } from './withdraw-findings.ts';
import { withoutRequests } from './monitor-findings.ts';
import type { RunOptions } from './run-options.ts';
import { createSession, collectMonitorFindings, type Session, cleanUp } from './session.ts';

/** Runs a suite and returns the outcome. Never throws for anything that the target does. */
export async function run(suite: readonly Section[], options: RunOptions): Promise<Outcome> {
  const started = { at: new Date(), tick: performance.now() };
  const session = createSession(suite, options);
  const sections = suite.map(({ title }) => title);
  options.onEvent({ type: 'planned', cases: session.plan.length, sections });
  const rejections = catchUnhandledRejections();
  try {
    const firstObstacle = await checkTarget(session.backstage.wire, options);
    const caseFindings = firstObstacle === undefined ? await runAll(session) : [];
    const leftovers = await cleanUp(session, options.signal.aborted);
    const found = [...caseFindings, ...rejections.findings()];
    const findings = firstObstacle === undefined ? collectFindings(found, session) : found;
    const obstacle = firstObstacle ?? session.halt.reason();
    const outcome = createOutcome({ session, started, findings, leftovers, obstacle });
    options.onEvent({ type: 'ended', outcome });
    return outcome;
  } finally {
    rejections.release();
  }
}

/** Adds what the monitor found, and withdraws findings that only show that the service is closed or no longer usable. */
function collectFindings(caseFindings: readonly Finding[], session: Session): readonly Finding[] {
  const { statuses, halt, usable } = session;
  const findings = [
    ...caseFindings,
    ...removeDuplicates(collectMonitorFindings(session), caseFindings),
  ];
  const stated = withdrawEmptyRefusals(findings, statuses.counts());
  return withdrawLateDrifts(stated, halt.reason()?.stopped, usable.last);
}

/** Omits the monitor's drifts that a case also reports, with the requests before them. */
function removeDuplicates(
  monitorFindings: readonly Finding[],
  asked: readonly Finding[],
): readonly Finding[] {
  const keyOf = ({ requirement, exchange }: Finding): string =>
    `${requirement} ${exchange?.operation}`;
  const reported = new Set(asked.filter(({ verdict }) => verdict === 'drifts').map(keyOf));
  return monitorFindings.filter(
    (finding) =>
      finding.source !== 'monitor' || finding.verdict !== 'drifts' || !reported.has(keyOf(finding)),
  );
}

/** @throws the error of a worker, after all workers have ended: only then may books be removed. */
async function runAll(session: Session): Promise<readonly Finding[]> {
  const { options, halt, plan } = session;
  const interrupt = (): void => halt.end('interrupted', 'The run was interrupted.');
  if (options.signal.aborted) interrupt();
  options.signal.addEventListener('abort', interrupt, { once: true });
  const findings = new Map<Job, Finding>();
  const queue = [...plan];
  const worker = async (): Promise<void> => {
    for (let job = queue.shift(); job && halt.reason() === undefined; job = queue.shift()) {
      const { section, requirement, sentence } = job;
      options.onEvent({ type: 'asking', section, requirement, sentence });
      const finding = await runJob(job, session);
      findings.set(job, finding);
      options.onEvent({ type: 'found', finding });
      if (options.bail && finding.verdict === 'drifts') {
        halt.end('bail', 'Stopped at the first drift (--bail).');
      }
    }
  };
  const workers = Array.from({ length: options.concurrency }, async () =>
    worker().catch((error: unknown) => {
      queue.length = 0;
      halt.abort('The run itself failed.');
      throw error;
    }),
  );
  const results = await Promise.allSettled(workers);
  options.signal.removeEventListener('abort', interrupt);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) {
    // Even a mistake in the runner must not leave books behind.
    await cleanUp(session);
    throw failed.reason;
  }
  return plan.map((job) => findings.get(job) ?? createSkippedFinding(job, halt.reason()));
}

/** Returns the finding of a job that the run did not reach. */
function createSkippedFinding(job: Job, obstacle: Obstacle | undefined): Finding {
  const { requirement, section, sentence, kind: source } = job;
  const reason = obstacle?.because ?? 'not asked';
  return {
    ...withoutRequests(0),
    requirement,
    section,
    sentence,
    source,
    verdict: 'unproven',
    reason,
  };
}

/** An unhandled rejection means a broken case. It must be reported, and must not end the process. */
function catchUnhandledRejections(): { findings: () => readonly Finding[]; release: () => void } {
  const reasons: string[] = [];
  const record = (reason: unknown): void => {
    reasons.push(reason instanceof Error ? reason.message : String(reason));
  };
  process.on('unhandledRejection', record);
  return {
    release: () => process.off('unhandledRejection', record),
    findings: () =>
      reasons.map((reason) => ({
        ...withoutRequests(0),
        requirement: 'interface.eleven-operations',
        section: 'The run itself',
        sentence: 'a case left a promise without awaiting it',
        source: 'case',
        verdict: 'errored',
        reason,
      })),
  };
}

interface OutcomeParts {
  readonly session: Session;
  readonly started: { readonly at: Date; readonly tick: number };
  readonly findings: readonly Finding[];
  readonly leftovers: readonly Leftover[];
  readonly obstacle: Obstacle | undefined;
}

function createOutcome({ session, started, findings, leftovers, obstacle }: OutcomeParts): Outcome {
  const { options, tally, silences, statuses, plan } = session;
  return {
    runId: session.runId,
    seed: options.seed,
    allow: [...options.allow],
    reach: options.reach,
    depth: options.depth ?? 'usual',
    startedAt: started.at.toISOString(),
    took: performance.now() - started.tick,
    waited: tally.waited,
    requests: tally.requests,
    repeated: tally.repeated,
    clockSkew: session.clock.skew(),
    findings,
    answers: silences.answers().filter(({ silence }) => isInScope(options.only, silence)),
    judged: judgeRequirements(findings, options),
    evidence: session.monitoring.evidence(),
    provable: listProvable(plan, options),
    nextConsent: suggestConsent(plan, options),
    statuses: statuses.counts(),
    leftovers,
    stopped: obstacle?.stopped,
    stoppedBecause: obstacle?.because,
  };
}
