/** Runs one planned case and returns its verdict. A mistake in a case never reads as conforming. */
import { setTimeout as sleep } from 'node:timers/promises';
import { silenceIds } from '../../contract/requirements.ts';
import { createStage, type Stage } from '../stage/index.ts';
import {
  type Counterexample,
  Drift,
  type Finding,
  type Replay,
  sentenceMark,
  Unproven,
} from '../evidence/index.ts';
import { settleUnclear } from '../suite/index.ts';
import { assertBooksRemain } from '../cleanup/index.ts';
import type { Job } from '../plan/index.ts';
import { allowing, createScope, type Scope, settle } from '../wire/index.ts';
import type { Session } from './session.ts';

type Ending = Pick<Finding, 'verdict'> & Partial<Finding>;

/** The timeout of one case, in milliseconds. */
const longestCase = 180_000;

/** Runs one job. Never throws: a mistake in the case becomes its verdict. */
export async function runJob(job: Job, session: Session): Promise<Finding> {
  const started = performance.now();
  const over = new AbortController();
  const runs = runsOf(job, session);
  const replay = job.replay ?? replayOf(job, runs);
  const scope = createScope(AbortSignal.any([over.signal, session.halt.signal]), replay);
  const ending = skipped(job, session) ?? (await timed(job, session, { scope, over }));
  const finding: Finding = {
    requirement: job.requirement,
    section: job.section,
    sentence: job.sentence,
    source: job.kind,
    ...(job.kind === 'property' && { drawn: { seed: job.seed, runs } }),
    ...ending,
    exchange: ending.exchange ?? scope.exchanges.at(-1),
    ...(ending.verdict === 'drifts' && {
      replay: { ...replay, ...pathIn(ending) },
      trail: ending.trail ?? [...scope.exchanges],
    }),
    met: [...scope.met],
    requests: scope.exchanges.length,
    requestsInRun: session.tally.requests,
    took: performance.now() - started,
  };
  return session.trails.complete(finding);
}

/** The default that a property's own number of values refers to. */
const usualRuns = 25;

/** Scales the number of values of a property by the setting of the run. */
function runsOf(job: Job, { options: { runs } }: Session): number {
  if (job.replay !== undefined) return job.replay.runs;
  const own = (job.kind === 'property' ? job.property.runs : undefined) ?? usualRuns;
  return Math.max(1, Math.round((own * runs) / usualRuns));
}

function replayOf({ requirement, sentence, seed }: Job, runs: number): Replay {
  return { requirement, sentence: sentenceMark(sentence), seed, runs };
}

function pathIn({ counterexample }: Ending): Pick<Replay, 'path' | 'replayPath'> {
  const { path = '', replayPath } = counterexample ?? {};
  return { ...(path !== '' && { path }), ...(replayPath !== undefined && { replayPath }) };
}

/** Returns the verdict of a job that cannot run: out of reach, or without consent. */
function skipped(job: Job, { backstage, halt }: Session): Ending | undefined {
  const { reach, allow, hasSecondAccount } = backstage.target;
  if (halt.signal.aborted) return unproven(String(halt.signal.reason));
  if (reach === 'shape' && job.reach === 'behaviour') {
    return unproven('needs a service that keeps state (--reach shape)');
  }
  if (job.secondAccount && !hasSecondAccount) return unproven(needsSecondKey);
  const missing = job.needs.filter((consent) => !allow.has(consent));
  return missing.length === 0 ? undefined : unproven(`needs ${allowing(allow, missing)}`);
}

const needsSecondKey =
  'needs the API key of another account in DISTRIBUTION_SECOND_KEY (second-key in bookdist.yaml)';

function unproven(reason: string): Ending {
  return { verdict: 'unproven', reason };
}

interface Timing {
  readonly scope: Scope;
  readonly over: AbortController;
}

async function timed(job: Job, session: Session, { scope, over }: Timing): Promise<Ending> {
  const late: Ending = { verdict: 'errored', reason: `took longer than ${longestCase} ms` };
  const overdue = sleep(longestCase, late, { signal: over.signal }).catch(() => late);
  try {
    return await Promise.race([ask(job, session, scope), overdue]);
  } finally {
    over.abort(new Unproven('the case is over'));
    scope.open = false;
  }
}

async function ask(job: Job, session: Session, scope: Scope): Promise<Ending> {
  try {
    const shrunk = await askOnStage(job, session, scope);
    if (shrunk !== undefined) {
      return { ...endingOf(shrunk.drift), counterexample: shrunk.counterexample };
    }
    // An observation asserts nothing: its answer is judged by the readings.
    if (job.kind === 'observation') scope.assertions += 1;
    if (job.kind === 'property') scope.failures = 0;
    const wrong = settle(scope);
    if (wrong !== undefined) return endingOf(wrong);
    return job.kind === 'observation' ? { verdict: 'observed' } : judgedEnding(job, scope);
  } catch (error) {
    const { signal } = session.halt;
    return signal.aborted ? unproven(String(signal.reason)) : endingOf(error);
  }
}

/** A case without assertions passes or fails by what the monitor found while it ran. */
function judgedEnding({ requirement }: Job, { assertions, drifts, met }: Scope): Ending {
  if (assertions > 0) return { verdict: 'conforms' };
  const drift = drifts.find((one) => one.requirement === requirement);
  if (drift !== undefined) {
    return { verdict: 'drifts', difference: drift.difference, exchange: drift.exchange };
  }
  if ([...met].some((id) => id === requirement)) return { verdict: 'conforms' };
  const reason = 'every response to this case is one that the document leaves open';
  return { ...unproven(reason), undecided: true };
}

async function askOnStage(
  job: Job,
  session: Session,
  scope: Scope,
): Promise<{ drift: Drift; counterexample: Counterexample } | undefined> {
  const stage = createStage(session.backstage, scope);
  if (job.kind === 'property') {
    return job.property.check(stage, {
      seed: job.seed,
      runs: runsOf(job, session),
      path: job.replay?.path,
      replayPath: job.replay?.replayPath,
      signal: scope.signal,
      exchanges: scope.exchanges,
    });
  }
  if (job.kind === 'case') await settleUnclear(stage, async () => job.ask(stage));
  else await observeOnStage(job, stage, { session, scope });
  return undefined;
}

async function observeOnStage(
  { requirement, look }: Extract<Job, { kind: 'observation' }>,
  stage: Stage,
  { session, scope: { exchanges } }: { readonly session: Session; readonly scope: Scope },
): Promise<void> {
  const answer = await settleUnclear(stage, async () => look(stage), { strict: true });
  await assertBooksRemain(stage, exchanges, session.backstage.ownership);
  const silence = silenceIds.find((id) => id === requirement);
  if (silence === undefined) return;
  // Some observations compare with a call that follows; the status tells which one the answer is about.
  const telling = exchanges.findLast(({ status }) => String(status) === answer);
  session.silences.noteObserved(silence, answer, telling ?? exchanges.at(-1));
}

function endingOf(error: unknown): Ending {
  if (error instanceof Drift) {
    const { difference, exchange, trail, requirement } = error;
    return { verdict: 'drifts', difference, exchange, trail, ...(requirement && { requirement }) };
  }
  if (error instanceof Unproven) return { ...unproven(error.message), exchange: error.exchange };
  return { verdict: 'errored', reason: error instanceof Error ? error.message : String(error) };
}
