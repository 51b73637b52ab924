/** Runs a suite against a target: first request, cases, clean-up, verdicts. It knows no endpoint and no listener. */
import type { Section } from '../suite/index.ts';
import type { Finding, Leftover, Outcome, RunEvent } from '../evidence/index.ts';
import { judgeRequirements } from '../plan/index.ts';
import { withoutEmptyRefusals } from './never-accepted.ts';
import type { Job } from '../plan/index.ts';
import type { Obstacle } from './halt.ts';
import { nextConsent, provableIn } from '../plan/index.ts';
import { createSession, type Session } from './session.ts';
import { withoutLateDrifts } from './late-drifts.ts';
import type { SessionOptions } from './session-options.ts';

export interface RunOptions extends SessionOptions {
  /** Stops at the first drift. */
  readonly bail: boolean;
}

/** Runs a suite and returns the outcome. Never throws for anything that the target does. */
export async function run(suite: readonly Section[], options: RunOptions): Promise<Outcome> {
  const started = { at: new Date(), tick: performance.now() };
  const session = createSession(suite, options);
  options.onEvent({
    type: 'planned',
    cases: session.plan.length,
    sections: suite.map(({ title }) => title),
  });
  const stray = catchStrays();
  try {
    const obstacle = await session.greet();
    const asked = obstacle ? { findings: [], obstacle } : await askedOrTidied(session, options);
    const leftovers = await session.cleanUp(options.signal.aborted);
    const passing = withoutRepeats(session.passing(), asked.findings);
    const found = [...asked.findings, ...stray.findings()];
    const findings = obstacle ? found : settled([...found, ...passing], session, asked);
    const outcome = outcomeOf({ session, options, started, findings, leftovers, asked });
    options.onEvent({ type: 'ended', outcome });
    return outcome;
  } finally {
    stray.release();
  }
}

/** Withdraws findings that only show that the service is closed or no longer usable. */
function settled(
  findings: readonly Finding[],
  session: Session,
  { obstacle }: Asked,
): readonly Finding[] {
  const stated = withoutEmptyRefusals(findings, session.statuses());
  return withoutLateDrifts(stated, obstacle?.stopped, session.lastUsable());
}

/** Omits the monitor's drifts that a case also reports, with the requests before them. */
function withoutRepeats(
  passing: readonly Finding[],
  asked: readonly Finding[],
): readonly Finding[] {
  const keyOf = ({ requirement, exchange }: Finding): string =>
    `${requirement} ${exchange?.operation}`;
  const reported = new Set(asked.filter(({ verdict }) => verdict === 'drifts').map(keyOf));
  return passing.filter(
    (finding) =>
      finding.source !== 'monitor' || finding.verdict !== 'drifts' || !reported.has(keyOf(finding)),
  );
}

interface Asked {
  readonly findings: readonly Finding[];
  readonly obstacle: Obstacle | undefined;
}

/** Even a mistake in the runner must not leave books behind. */
async function askedOrTidied(session: Session, options: RunOptions): Promise<Asked> {
  try {
    return await askAll(session, options);
  } catch (error) {
    await session.cleanUp();
    throw error;
  }
}

async function askAll(session: Session, options: RunOptions): Promise<Asked> {
  const halt = new AbortController();
  const stop: { by?: Obstacle } = {};
  const end = (obstacle: Obstacle): void => {
    stop.by ??= obstacle;
    halt.abort(obstacle.because);
  };
  const signal = AbortSignal.any([halt.signal, session.halted]);
  const interrupt = (): void =>
    end({ stopped: 'interrupted', because: 'The run was interrupted.' });
  if (options.signal.aborted) interrupt();
  options.signal.addEventListener('abort', interrupt, { once: true });

  const findings = new Map<Job, Finding>();
  const queue = [...session.plan];
  const next = (): Job | undefined =>
    session.obstacle() === undefined ? queue.shift() : undefined;
  const worker = async (): Promise<void> => {
    for (let job = next(); job !== undefined; job = next()) {
      options.onEvent(askingOf(job));
      const finding = await session.ask(job, signal);
      findings.set(job, finding);
      options.onEvent({ type: 'found', finding });
      if (options.bail && finding.verdict === 'drifts') {
        end({ stopped: 'bail', because: 'Stopped at the first drift (--bail).' });
      }
      if (halt.signal.aborted) return;
    }
  };
  await runWorkers(options.concurrency, worker, halt);
  options.signal.removeEventListener('abort', interrupt);
  const obstacle = stop.by ?? session.obstacle();
  return {
    findings: session.plan.map((job) => findings.get(job) ?? unasked(job, obstacle)),
    obstacle,
  };
}

/** @throws the error of a worker, after all workers have ended: only then may books be removed. */
async function runWorkers(
  concurrency: number,
  worker: () => Promise<void>,
  halt: AbortController,
): Promise<void> {
  const workers = Array.from({ length: concurrency }, async () => {
    try {
      await worker();
    } catch (error) {
      halt.abort('The run itself failed.');
      throw error;
    }
  });
  const ends = await Promise.allSettled(workers);
  const failed = ends.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Returns the finding of a job that the run did not reach. */
function unasked(job: Job, obstacle: Obstacle | undefined): Finding {
  const { requirement, section, sentence, kind: source } = job;
  const reason = obstacle?.because ?? 'not asked';
  const counts = { requests: 0, requestsInRun: 0, took: 0 };
  return { requirement, section, sentence, source, verdict: 'unproven', reason, ...counts };
}

function askingOf({ section, requirement, sentence }: Job): RunEvent {
  return { type: 'asking', section, requirement, sentence };
}

/** An unhandled rejection means a broken case. It must be reported, and must not end the process. */
function catchStrays(): { findings: () => readonly Finding[]; release: () => void } {
  const reasons: string[] = [];
  const hear = (reason: unknown): void => {
    reasons.push(reason instanceof Error ? reason.message : String(reason));
  };
  process.on('unhandledRejection', hear);
  return {
    release: () => process.off('unhandledRejection', hear),
    findings: () =>
      reasons.map((reason) => ({
        requirement: 'interface.eleven-operations',
        section: 'The run itself',
        sentence: 'a case left a promise without awaiting it',
        source: 'case',
        verdict: 'errored',
        reason,
        requests: 0,
        requestsInRun: 0,
        took: 0,
      })),
  };
}

interface Ingredients {
  readonly session: Session;
  readonly options: RunOptions;
  readonly started: { readonly at: Date; readonly tick: number };
  readonly findings: readonly Finding[];
  readonly leftovers: readonly Leftover[];
  readonly asked: Asked;
}

function outcomeOf(ingredients: Ingredients): Outcome {
  const { session, options, started, findings, leftovers, asked } = ingredients;
  return {
    runId: session.runId,
    seed: options.seed,
    allow: [...options.allow],
    reach: options.reach,
    depth: options.depth ?? 'usual',
    startedAt: started.at.toISOString(),
    took: performance.now() - started.tick,
    waited: session.tally.waited,
    requests: session.tally.requests,
    repeated: session.tally.repeated,
    clockSkew: session.clock.skew(),
    findings,
    answers: session.answers(),
    judged: judgeRequirements(findings, options),
    evidence: session.evidence(),
    provable: provableIn(session.plan, options),
    nextConsent: nextConsent(session.plan, options),
    statuses: session.statuses(),
    leftovers,
    stopped: asked.obstacle?.stopped,
    stoppedBecause: asked.obstacle?.because,
  };
}
