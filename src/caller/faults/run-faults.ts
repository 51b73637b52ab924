/** Finds out which faults of a service a test suite notices, of those that its calls can see. */
import { isDeepStrictEqual } from 'node:util';
import { limitTime } from '../../contract/limit-time.ts';
import { version } from '../../generated/version.ts';
import { quoteForShell } from '../../report/record/index.ts';
import type { Redactor } from '../../report/redact.ts';
import {
  calmLimitMs,
  chooseLimit,
  NoStandard,
  runPool,
  type StoriesOptions,
} from '../play-stories.ts';
import { playCalmly, type Program } from '../play-story.ts';
import { describeExit } from '../judge-story.ts';
import { withTemporaryFolder } from '../temporary-folder.ts';
import type { FaultRow, FaultsReport } from './faults-report.ts';
import { createRequestRecorder } from './record-requests.ts';
import { describeShapes, findVisibleFaults, type VisibleFault } from './visible-faults.ts';

export interface FaultsOptions extends Pick<StoriesOptions, 'jobs' | 'signal'> {
  readonly program: Omit<Program, 'temporaryFolder'>;
  readonly limitMs: number | undefined;
  /** The most faults to run the tests with. */
  readonly sample: number | undefined;
  /** No run starts later than this, in milliseconds. */
  readonly budgetMs: number | undefined;
  /** The record of an earlier run. What it noticed is kept if the calls that can see the fault are the same. */
  readonly earlier: FaultsReport | undefined;
  readonly redactor: Redactor;
  readonly onVisible: (facts: {
    readonly visible: number;
    readonly kept: number;
    readonly tookMs: number;
  }) => void;
  readonly onResult: (result: FaultRow) => void;
}

/**
 * Runs the tests once against the sandbox, and once for each fault that their calls can see.
 * @throws NoStandard if the tests fail without a fault or make no call
 */
export async function runFaults(options: FaultsOptions): Promise<FaultsReport> {
  const startedAt = new Date();
  const tick = performance.now();
  const { command } = options.program;
  const parts = await withTemporaryFolder((temporaryFolder) =>
    runTests({ ...options.program, temporaryFolder }, options),
  );
  return {
    format: 1,
    tool: version,
    command: options.redactor.text(command.map(quoteForShell).join(' ')),
    startedAt: startedAt.toISOString(),
    tookMs: Math.round(performance.now() - tick),
    ...parts,
  };
}

async function runTests(program: Program, options: FaultsOptions) {
  const { signal, jobs, sample, budgetMs = Infinity, earlier } = options;
  const endsAt = performance.now() + budgetMs;
  const { alteration, requests } = createRequestRecorder();
  const limitMs = options.limitMs ?? calmLimitMs;
  const calm = await playCalmly({ program, signal, limitMs, fault: alteration });
  const { run } = calm;
  signal.throwIfAborted();
  if (run.exitCode !== 0) {
    throw new NoStandard(
      `Without a fault the tests ended ${describeExit(run)}:\n${run.output.trimEnd()}`,
    );
  }
  if (requests.length === 0) throw new NoStandard('The tests made no call to the sandbox.');
  const shapes = describeShapes(requests);
  const visible = await findVisibleFaults(requests, endAt(endsAt, signal));
  const kept = visible.flatMap((fault) => keepResult(fault, shapes, earlier) ?? []);
  const keptNames = new Set(kept.map(({ name }) => name));
  const open = visible.filter(({ fault }) => !keptNames.has(fault.name));
  options.onVisible({ visible: visible.length, kept: kept.length, tookMs: run.tookMs });
  const faultLimitMs = options.limitMs ?? chooseLimit(calm);
  const results = await runPool(spread(open, sample), { jobs, signal }, async ({ fault }) => {
    if (performance.now() >= endsAt) return undefined;
    const played = await playCalmly({ program, signal, limitMs: faultLimitMs, fault });
    const row = toRow(fault, played.run.exitCode !== 0, Math.round(played.run.tookMs));
    if (row !== undefined && !signal.aborted) options.onResult(row);
    return row;
  });
  return {
    visible: visible.length,
    results: [...kept, ...results.filter((row) => row !== undefined)],
    shapes,
  };
}

/** Returns a signal that also ends the search for visible faults when the time is over. */
function endAt(time: number, signal: AbortSignal): AbortSignal {
  if (time === Infinity) return signal;
  const remaining = Math.max(0, Math.round(time - performance.now()));
  return limitTime(signal, remaining);
}

function toRow(
  { name, description, breaks }: VisibleFault['fault'],
  isNoticed: boolean,
  tookMs: number,
): FaultRow | undefined {
  const [requirement] = breaks;
  return requirement && { name, requirement, description, isNoticed, tookMs };
}

/** Returns the result of the earlier run if the fault was noticed and the calls that can see it have not changed. */
function keepResult(
  { fault, operations }: VisibleFault,
  shapes: FaultsReport['shapes'],
  earlier: FaultsReport | undefined,
): FaultRow | undefined {
  const row = earlier?.results.find(({ name }) => name === fault.name);
  if (row?.isNoticed !== true) return undefined;
  const isSame = operations.every((id) => isDeepStrictEqual(shapes[id], earlier?.shapes[id]));
  return isSame ? toRow(fault, true, 0) : undefined;
}

/** Returns up to `count` items, evenly spread over the list. */
function spread<Item>(items: readonly Item[], count = items.length): readonly Item[] {
  if (count >= items.length) return items;
  return Array.from({ length: count }, (_item, index) =>
    items.slice(Math.floor((index * items.length) / count)),
  ).flatMap(([item]) => item ?? []);
}
