/** Runs one planned case and returns its verdict. A mistake in a case never reads as conforming. */
import { setTimeout as sleep } from 'node:timers/promises';
import { silenceIds } from '../../contract/requirements.ts';
import { createStage, type Stage } from '../stage/index.ts';
import {
  type Counterexample,
  Drift,
  type Finding,
  type Replay,
  hashSentence,
  Unproven,
} from '../evidence/index.ts';
import { retryWhileUnclear } from '../suite/index.ts';
import { assertBooksRemain } from '../cleanup/index.ts';
import type { Job } from '../plan/index.ts';
import { formatAllowOption, createScope, type Scope, settle } from '../wire/index.ts';
import type { Session } from './session.ts';

type JobResult = Pick<Finding, 'verdict'> & Partial<Finding>;

/** The timeout of one case, in milliseconds. */
const caseTimeout = 180_000;

/** Runs one job. Never throws: a mistake in the case becomes its verdict. */
export async function runJob(job: Job, session: Session): Promise<Finding> {
  const startTime = performance.now();
  const caseEnd = new AbortController();
  const runs = countRuns(job, session);
  const replay = job.replay ?? createReplay(job, runs);
  const scope = createScope(AbortSignal.any([caseEnd.signal, session.halt.signal]), replay);
  const result = skipJob(job, session) ?? (await runWithTimeout(job, session, { scope, caseEnd }));
  const finding: Finding = {
    requirement: job.requirement,
    section: job.section,
    sentence: job.sentence,
    source: job.kind,
    ...(job.kind === 'property' && { drawn: { seed: job.seed, runs } }),
    ...result,
    exchange: result.exchange ?? scope.exchanges.at(-1),
    ...(result.verdict === 'drifts' && {
      replay: { ...replay, ...findReplayPath(result) },
      trail: result.trail ?? [...scope.exchanges],
    }),
    met: [...scope.met],
    requests: scope.exchanges.length,
    requestsInRun: session.tally.requests,
    took: performance.now() - startTime,
  };
  return session.trails.completeFinding(finding);
}

/** The setting of `--runs` for which a property tests exactly its own number of values. */
const defaultRuns = 25;

/** Returns the number of values for a property, scaled by the setting of the run. */
function countRuns(job: Job, { options: { runs } }: Session): number {
  if (job.replay !== undefined) return job.replay.runs;
  const valueCount = (job.kind === 'property' ? job.property.runs : undefined) ?? defaultRuns;
  return Math.max(1, Math.round((valueCount * runs) / defaultRuns));
}

function createReplay({ requirement, sentence, seed }: Job, runs: number): Replay {
  return { requirement, sentence: hashSentence(sentence), seed, runs };
}

function findReplayPath({ counterexample }: JobResult): Pick<Replay, 'path'> {
  const { path = '' } = counterexample ?? {};
  return path === '' ? {} : { path };
}

/** Returns the verdict of a job that cannot run, for example without consent; undefined if it can. */
function skipJob(job: Job, { backstage, halt }: Session): JobResult | undefined {
  const { reach, allow, hasSecondAccount } = backstage.target;
  if (halt.signal.aborted) return createUnproven(String(halt.signal.reason));
  if (reach === 'shape' && job.reach === 'behaviour') {
    return createUnproven('needs a service that keeps state (--reach shape)');
  }
  if (job.secondAccount && !hasSecondAccount) return createUnproven(needsSecondKey);
  const missingConsents = job.needs.filter((consent) => !allow.has(consent));
  return missingConsents.length === 0
    ? undefined
    : createUnproven(`needs ${formatAllowOption(allow, missingConsents)}`);
}

const needsSecondKey =
  'needs the API key of another account in DISTRIBUTION_SECOND_KEY (second-key in bookdist.yaml)';

function createUnproven(reason: string): JobResult {
  return { verdict: 'unproven', reason };
}

async function runWithTimeout(
  job: Job,
  session: Session,
  { scope, caseEnd }: { readonly scope: Scope; readonly caseEnd: AbortController },
): Promise<JobResult> {
  const reason = `took longer than ${caseTimeout} ms`;
  const timeoutResult: JobResult = { verdict: 'errored', reason };
  const timeout = sleep(caseTimeout, undefined, { signal: caseEnd.signal })
    .catch(() => undefined)
    .then(() => timeoutResult);
  try {
    return await Promise.race([runUntilResult(job, session, scope), timeout]);
  } finally {
    caseEnd.abort(new Unproven('the case is over'));
    scope.isOpen = false;
  }
}

async function runUntilResult(job: Job, session: Session, scope: Scope): Promise<JobResult> {
  try {
    const smallestDrift = await runOnStage(job, session, scope);
    if (smallestDrift !== undefined) {
      return { ...toJobResult(smallestDrift.drift), counterexample: smallestDrift.counterexample };
    }
    // An observation asserts nothing: its answer is judged by the readings.
    if (job.kind === 'observation') scope.assertions += 1;
    if (job.kind === 'property') scope.failures = 0;
    const mistake = settle(scope);
    if (mistake !== undefined) return toJobResult(mistake);
    return job.kind === 'observation' ? { verdict: 'observed' } : judgeByMonitor(job, scope);
  } catch (error) {
    const { signal } = session.halt;
    return signal.aborted ? createUnproven(String(signal.reason)) : toJobResult(error);
  }
}

/** Returns the result of a case. Without assertions, it depends on what the monitor found during the case. */
function judgeByMonitor({ requirement }: Job, { assertions, drifts, met }: Scope): JobResult {
  if (assertions > 0) return { verdict: 'conforms' };
  const drift = drifts.find((candidate) => candidate.requirement === requirement);
  if (drift !== undefined) {
    return { verdict: 'drifts', difference: drift.difference, exchange: drift.exchange };
  }
  if ([...met].some((id) => id === requirement)) return { verdict: 'conforms' };
  const reason = 'every response to this case is one that the document leaves open';
  return { ...createUnproven(reason), undecided: true };
}

async function runOnStage(
  job: Job,
  session: Session,
  scope: Scope,
): Promise<{ drift: Drift; counterexample: Counterexample } | undefined> {
  const stage = createStage(session.backstage, scope);
  if (job.kind === 'property') {
    return job.property.check(stage, {
      seed: job.seed,
      runs: countRuns(job, session),
      path: job.replay?.path,
      signal: scope.signal,
      exchanges: scope.exchanges,
    });
  }
  if (job.kind === 'case') await retryWhileUnclear(stage, async () => job.ask(stage));
  else await observeOnStage(job, stage, { session, scope });
  return undefined;
}

async function observeOnStage(
  { requirement, look }: Extract<Job, { kind: 'observation' }>,
  stage: Stage,
  { session, scope: { exchanges } }: { readonly session: Session; readonly scope: Scope },
): Promise<void> {
  const answer = await retryWhileUnclear(stage, async () => look(stage), { strict: true });
  await assertBooksRemain(stage, exchanges, session.backstage.ownership);
  const silence = silenceIds.find((id) => id === requirement);
  if (silence === undefined) return;
  // Some observations send another request afterwards to compare, so the status identifies the right response.
  const decisive = exchanges.findLast(({ response: { status } }) => String(status) === answer);
  session.silences.recordFromObservation({
    silence,
    answer,
    evidence: decisive ?? exchanges.at(-1),
  });
}

function toJobResult(error: unknown): JobResult {
  if (error instanceof Drift) {
    const { difference, exchange, trail, requirement } = error;
    return { verdict: 'drifts', difference, exchange, trail, ...(requirement && { requirement }) };
  }
  if (error instanceof Unproven)
    return { ...createUnproven(error.message), exchange: error.exchange };
  return { verdict: 'errored', reason: error instanceof Error ? error.message : String(error) };
}
