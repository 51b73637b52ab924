/** Runs one planned case and returns its verdict. A mistake in a case never reads as conforming. */
import { type Backstage, createStage, type Stage } from '../stage/index.ts';
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

export interface JobOptions {
  readonly backstage: Backstage;
  /** Values per property, unless it says otherwise. */
  readonly runs: number;
  /** The timeout of one case, in milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Requests of the whole run so far. */
  readonly requestsSoFar: () => number;
  /** Called with the answer of an observation. */
  readonly onAnswer: (job: Job, answer: string, scope: Scope) => void;
}

type Ending = Pick<Finding, 'verdict'> &
  Partial<
    Pick<
      Finding,
      | 'requirement'
      | 'reason'
      | 'undecided'
      | 'difference'
      | 'counterexample'
      | 'exchange'
      | 'trail'
    >
  >;

/** Runs one job. Never throws: a mistake in the case becomes its verdict. */
export async function runJob(job: Job, options: JobOptions): Promise<Finding> {
  const started = performance.now();
  const limit = new AbortController();
  const scope = createScope(limit.signal, replayOf(job, options));
  const ending = skipped(job, options) ?? (await timed(job, { options, scope, limit }));
  const exchange = ending.exchange ?? scope.exchanges.at(-1);
  return {
    requirement: job.requirement,
    section: job.section,
    sentence: job.sentence,
    source: job.kind,
    ...(job.kind === 'property' && { drawn: { seed: job.seed, runs: runsOf(job, options) } }),
    ...ending,
    ...(exchange === undefined ? {} : { exchange }),
    ...(ending.verdict === 'drifts' ? reproducible(ending, scope) : {}),
    met: [...scope.met],
    requests: scope.exchanges.length,
    requestsInRun: options.requestsSoFar(),
    took: performance.now() - started,
  };
}

/** The default that a property's own number of values refers to. */
const usualRuns = 25;

/** Scales the number of values of a property by the setting of the run. */
function runsOf(job: Job, { runs }: JobOptions): number {
  if (job.replay !== undefined) return job.replay.runs;
  const own = (job.kind === 'property' ? job.property.runs : undefined) ?? usualRuns;
  return Math.max(1, Math.round((own * runs) / usualRuns));
}

function replayOf(job: Job, options: JobOptions): Replay {
  const { requirement, sentence, seed, replay } = job;
  const mark = sentenceMark(sentence);
  return replay ?? { requirement, sentence: mark, seed, runs: runsOf(job, options) };
}

/** Returns what is needed to repeat a drift. */
function reproducible(
  { counterexample, trail }: Ending,
  scope: Scope,
): Pick<Finding, 'replay' | 'trail'> {
  const { path: at, replayPath } = counterexample ?? {};
  const path = {
    ...(at === undefined || at === '' ? {} : { path: at }),
    ...(replayPath === undefined ? {} : { replayPath }),
  };
  return {
    ...(scope.replay === undefined ? {} : { replay: { ...scope.replay, ...path } }),
    trail: trail ?? [...scope.exchanges],
  };
}

/** Returns the verdict of a job that cannot run: out of reach, or without consent. */
function skipped(job: Job, { backstage, signal }: JobOptions): Ending | undefined {
  const { reach, allow, hasSecondAccount } = backstage.target;
  if (signal.aborted) return { verdict: 'unproven', reason: String(signal.reason) };
  if (reach === 'shape' && job.reach === 'behaviour') {
    return { verdict: 'unproven', reason: 'needs a service that keeps state (--reach shape)' };
  }
  if (job.secondAccount && !hasSecondAccount)
    return { verdict: 'unproven', reason: needsSecondKey };
  const missing = job.needs.filter((consent) => !allow.has(consent));
  return missing.length === 0
    ? undefined
    : { verdict: 'unproven', reason: `needs ${allowing(allow, missing)}` };
}

const needsSecondKey =
  'needs the API key of another account in DISTRIBUTION_SECOND_KEY (second-key in bookdist.yaml)';

interface Asking {
  readonly options: JobOptions;
  readonly scope: Scope;
  readonly limit: AbortController;
}

async function timed(job: Job, asking: Asking): Promise<Ending> {
  const { options, scope, limit } = asking;
  const stop = (): void => limit.abort(options.signal.reason);
  options.signal.addEventListener('abort', stop, { once: true });
  const late: { timer?: NodeJS.Timeout } = {};
  const overdue = new Promise<Ending>((resolve) => {
    late.timer = setTimeout(() => {
      resolve({ verdict: 'errored', reason: `took longer than ${options.timeout} ms` });
    }, options.timeout);
  });
  try {
    return await Promise.race([ask(job, asking), overdue]);
  } finally {
    clearTimeout(late.timer);
    limit.abort(new Unproven('the case is over'));
    options.signal.removeEventListener('abort', stop);
    scope.open = false;
  }
}

async function ask(job: Job, { options, scope, limit }: Asking): Promise<Ending> {
  const stage = createStage(options.backstage, scope);
  try {
    const shrunk = await askOnStage(job, stage, { options, scope, limit });
    if (shrunk !== undefined) {
      const { drift, counterexample } = shrunk;
      return { ...endingOf(drift), counterexample };
    }
    // An observation asserts nothing: its answer is judged by the readings.
    if (job.kind === 'observation') scope.assertions += 1;
    if (job.kind === 'property') scope.failures = 0;
    const wrong = settle(scope);
    if (wrong !== undefined) return endingOf(wrong);
    return job.kind === 'observation' ? { verdict: 'observed' } : judgedEnding(job, scope);
  } catch (error) {
    if (options.signal.aborted)
      return { verdict: 'unproven', reason: String(options.signal.reason) };
    return endingOf(error);
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
  return {
    verdict: 'unproven',
    reason: 'every response to this case is one that the document leaves open',
    undecided: true,
  };
}

async function askOnStage(
  job: Job,
  stage: Stage,
  { options, scope, limit }: Asking,
): Promise<{ drift: Drift; counterexample: Counterexample } | undefined> {
  if (job.kind === 'case') {
    await settleUnclear(stage, async () => job.ask(stage));
    return undefined;
  }
  if (job.kind === 'observation') {
    const answer = await settleUnclear(stage, async () => job.look(stage), { strict: true });
    await assertBooksRemain(stage, scope, options.backstage.ownership);
    options.onAnswer(job, answer, scope);
    return undefined;
  }
  return job.property.check(stage, {
    seed: job.seed,
    runs: runsOf(job, options),
    path: job.replay?.path,
    replayPath: job.replay?.replayPath,
    signal: limit.signal,
    exchanges: scope.exchanges,
  });
}

function endingOf(error: unknown): Ending {
  if (error instanceof Drift) {
    const trail = error.trail === undefined ? {} : { trail: error.trail };
    const blamed = error.requirement === undefined ? {} : { requirement: error.requirement };
    return {
      verdict: 'drifts',
      difference: error.difference,
      ...seenIn(error),
      ...trail,
      ...blamed,
    };
  }
  if (error instanceof Unproven) {
    return { verdict: 'unproven', reason: error.message, ...seenIn(error) };
  }
  return { verdict: 'errored', reason: error instanceof Error ? error.message : String(error) };
}

function seenIn({ exchange }: Drift | Unproven): Pick<Ending, 'exchange'> {
  return exchange === undefined ? {} : { exchange };
}
