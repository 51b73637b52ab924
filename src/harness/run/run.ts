/** Runs a suite against a target: greet, ask, clean up, judge. It knows no endpoint and no listener. */
import type { Section } from '../suite/index.ts';
import type { Finding, Leftover, Outcome, RunEvent, StopReason } from '../evidence/index.ts';
import { judgeRequirements } from './judged.ts';
import { withoutEmptyRefusals } from './never-accepted.ts';
import type { Job } from './plan.ts';
import type { Obstacle } from './greet.ts';
import { createSession, type Session } from './session.ts';
import type { SessionOptions } from './session-options.ts';

export interface RunOptions extends SessionOptions {
  /** Stop at the first drift. */
  readonly bail: boolean;
}

/** Runs a suite to its end and tells the outcome; never throws for anything the target does. */
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
    const leftovers = obstacle ? [] : await session.cleanUp(new AbortController().signal);
    const found = [...asked.findings, ...session.passing(), ...stray.findings()];
    const findings = withoutEmptyRefusals(found, session.statuses());
    const outcome = outcomeOf({ session, options, started, findings, leftovers, asked });
    options.onEvent({ type: 'ended', outcome });
    return outcome;
  } finally {
    stray.release();
  }
}

interface Asked {
  readonly findings: readonly Finding[];
  readonly obstacle: Obstacle | undefined;
}

/** A mistake of the runner itself must not leave books behind either. */
async function askedOrTidied(session: Session, options: RunOptions): Promise<Asked> {
  try {
    return await askAll(session, options);
  } catch (error) {
    await session.cleanUp(new AbortController().signal);
    throw error;
  }
}

async function askAll(session: Session, options: RunOptions): Promise<Asked> {
  const halt = new AbortController();
  const stop: { by?: Obstacle } = {};
  const end = (stopped: StopReason, because: string): void => {
    stop.by ??= { stopped, because };
    halt.abort(because);
  };
  const interrupt = (): void => end('interrupted', 'The run was interrupted.');
  if (options.signal.aborted) interrupt();
  options.signal.addEventListener('abort', interrupt, { once: true });

  const findings = new Map<Job, Finding>();
  const queue = [...session.plan];
  const worker = async (): Promise<void> => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      options.onEvent(askingOf(job));
      const finding = await session.ask(job, halt.signal);
      findings.set(job, finding);
      options.onEvent({ type: 'found', finding });
      if (options.bail && finding.verdict === 'drifts') {
        end('bail', 'Stopped at the first drift (--bail).');
      }
    }
  };
  const workers = Array.from({ length: options.concurrency }, async () => {
    try {
      await worker();
    } catch (error) {
      halt.abort('The run itself failed.');
      throw error;
    }
  });
  // Whoever fails, the others come to an end before anything is tidied up behind them.
  const ends = await Promise.allSettled(workers);
  const failed = ends.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  options.signal.removeEventListener('abort', interrupt);
  return {
    findings: session.plan.flatMap((job) => findings.get(job) ?? []),
    obstacle: stop.by ?? session.spent(),
  };
}

function askingOf({ section, requirement, sentence }: Job): RunEvent {
  return { type: 'asking', section, requirement, sentence };
}

/** A rejection nobody awaited is a broken case: it must show, and must not end the process. */
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
    startedAt: started.at.toISOString(),
    took: performance.now() - started.tick,
    waited: session.tally.waited,
    requests: session.tally.requests,
    repeated: session.tally.repeated,
    clockSkew: session.clock.skew(),
    findings,
    answers: session.answers(),
    judged: judgeRequirements(findings, options.only),
    evidence: session.evidence(),
    statuses: session.statuses(),
    leftovers,
    stopped: asked.obstacle?.stopped,
    stoppedBecause: asked.obstacle?.because,
  };
}
