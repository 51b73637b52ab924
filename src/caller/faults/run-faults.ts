/** Finds out which faults of a service a test suite notices, of those that its calls can see. */
import { requirement, type RequirementId } from '../../contract/requirements.ts';
import { faults as allFaults, type Fault } from '../../faults/index.ts';
import { groupBy } from '../../report/wording/index.ts';
import { NoStandard, runPool, type StoriesOptions } from '../play-stories.ts';
import { playCalmly, type Program } from '../play-story.ts';
import { describeExit } from '../judge-story.ts';
import { withTemporaryFolder } from '../temporary-folder.ts';
import { createRequestRecorder, type RecordedRequest } from './record-requests.ts';
import { replayRequests } from './replay-requests.ts';

export interface FaultResult {
  readonly fault: Fault;
  readonly isNoticed: boolean;
  readonly tookMs: number;
}

export interface FaultsReport {
  /** The number of faults that the calls of the tests can see. */
  readonly visible: number;
  /** The faults with which the tests ran: all visible ones, or those for which there was time. */
  readonly results: readonly FaultResult[];
}

export interface FaultsOptions extends Pick<StoriesOptions, 'jobs' | 'signal'> {
  readonly program: Omit<Program, 'temporaryFolder'>;
  readonly limitMs: number | undefined;
  /** The most faults to run the tests with. */
  readonly sample: number | undefined;
  /** No run starts later than this, in milliseconds. */
  readonly budgetMs: number | undefined;
  readonly onVisible: (count: number, tookMs: number) => void;
  readonly onResult: (result: FaultResult) => void;
}

/** Milliseconds. */
const calmLimitMs = 600_000;

/**
 * Runs the tests once against the sandbox, and once for each fault that their calls can see.
 * @throws NoStandard if the tests fail without a fault or make no call
 */
export async function runFaults(options: FaultsOptions): Promise<FaultsReport> {
  return withTemporaryFolder(async (temporaryFolder) => {
    const program = { ...options.program, temporaryFolder };
    const { signal, jobs } = options;
    const startedAt = performance.now();
    const { alteration, requests } = createRequestRecorder();
    const limitMs = options.limitMs ?? calmLimitMs;
    const { run } = await playCalmly({ program, signal, limitMs, fault: alteration });
    signal.throwIfAborted();
    if (run.exitCode !== 0) {
      throw new NoStandard(
        `Without a fault the tests ended ${describeExit(run)}:\n${run.output.trimEnd()}`,
      );
    }
    if (requests.length === 0) throw new NoStandard('The tests made no call to the sandbox.');
    const visible = await findVisibleFaults(requests, signal);
    options.onVisible(visible.length, run.tookMs);
    const isInTime = () => performance.now() - startedAt < (options.budgetMs ?? Infinity);
    const results = await runPool(
      spread(visible, options.sample),
      { jobs, signal },
      async (fault) => {
        if (!isInTime()) return undefined;
        const played = await playCalmly({
          program,
          signal,
          limitMs: 5 * run.tookMs + 60_000,
          fault,
        });
        const result = { fault, isNoticed: played.run.exitCode !== 0, tookMs: played.run.tookMs };
        if (!signal.aborted) options.onResult(result);
        return result;
      },
    );
    return { visible: visible.length, results: results.filter((result) => result !== undefined) };
  });
}

/** Returns the faults that change a response to these requests. Those that need another reading are left out. */
async function findVisibleFaults(
  requests: readonly RecordedRequest[],
  signal: AbortSignal,
): Promise<readonly Fault[]> {
  const correct = await replayRequests(requests, []);
  const visible: Fault[] = [];
  for (const fault of allFaults) {
    if (signal.aborted) return visible;
    if (fault.readings !== undefined) continue;
    const responses = await replayRequests(requests, [fault]).catch(() => undefined);
    if (responses !== correct) visible.push(fault);
  }
  return visible;
}

/** Returns up to `count` items, evenly spread over the list. */
function spread<Item>(items: readonly Item[], count = items.length): readonly Item[] {
  if (count >= items.length) return items;
  return Array.from({ length: count }, (_item, index) => {
    const [item] = items.slice(Math.floor((index * items.length) / count));
    return item;
  }).filter((item) => item !== undefined);
}

export interface RequirementNotice {
  readonly id: RequirementId;
  readonly says: string;
  readonly noticed: number;
  readonly results: readonly FaultResult[];
}

/** Groups the results by the statement of the document that the fault breaks first. */
export function groupByStatement({ results }: FaultsReport): readonly RequirementNotice[] {
  return [...groupBy(results, ({ fault }) => fault.breaks[0] ?? '')].flatMap(([, rows]) => {
    const id = rows[0]?.fault.breaks[0];
    if (id === undefined) return [];
    const noticed = rows.filter(({ isNoticed }) => isNoticed).length;
    return [{ id, says: requirement(id).says, noticed, results: rows }];
  });
}

/** Returns the share of the faults that the tests noticed, from 0 to 1. */
export function computeShare({ results }: FaultsReport): number {
  const noticed = results.filter(({ isNoticed }) => isNoticed).length;
  return results.length === 0 ? 1 : noticed / results.length;
}
