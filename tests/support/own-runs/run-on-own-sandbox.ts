/** Runs the suite against a service in this process, without a network. Waiting advances the clock of the service. */
import * as covertable from 'covertable';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { apiPrefix } from '../../../src/contract/spec.ts';
import type { Section } from '../../../src/harness/suite/index.ts';
import type { Depth, RunOutcome, RunEvent } from '../../../src/harness/evidence/index.ts';
import { run, type RunOptions, unboundRun } from '../../../src/harness/run/index.ts';
import { createClock, type SettableClock } from '../../../src/sandbox/replaceable-parts/index.ts';
import { createSandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { createSandboxNetwork, type Network } from './sandbox-network.ts';
import { listReadings } from '../../../src/contract/requirements.ts';
import { settableIds } from '../../../src/sandbox/readings/index.ts';

interface RunSettings {
  readonly seed: number;
  readonly depth?: Depth | undefined;
  /** Values per property. */
  readonly runs: number;
  readonly onEvent?: (event: RunEvent) => void;
  readonly explore?: RunOptions['explore'];
  readonly novelty?: RunOptions['novelty'];
  readonly remembered?: RunOptions['remembered'];
  readonly only?: string;
  readonly replay?: RunOptions['replay'];
  readonly allow?: RunOptions['allow'];
}

export interface OwnRunOptions extends RunSettings {
  readonly sandbox: Pick<SandboxOptions, 'faults' | 'readings'>;
  /** True if the run knows the readings and sets the clock, as for a sandbox that it started. */
  readonly knows: boolean;
  /** True if the time of the sandbox passes only while the run waits, so that two runs are the same. */
  readonly isFrozen?: boolean;
}

/** A service in this process. */
interface ServiceInProcess {
  readonly network: Network;
  readonly keys: readonly string[];
  readonly clock: SettableClock;
  readonly sandboxSettings?: RunOptions['sandboxSettings'];
}

export const storageOrigin = 'http://storage.invalid';
const hourMs = 3_600_000;

/** Runs one case after the other, so that a jump of the clock affects no other case. */
export async function runInProcess(
  suite: readonly Section[],
  {
    seed,
    runs,
    depth,
    explore,
    novelty,
    remembered,
    only,
    replay,
    allow = unboundRun.allow,
    onEvent = unboundRun.onEvent,
  }: RunSettings,
  { network, keys, clock, sandboxSettings }: ServiceInProcess,
): Promise<RunOutcome> {
  return run(suite, {
    ...unboundRun,
    baseUrl: `http://sandbox.invalid${apiPrefix}`,
    apiKey: keys[0] ?? '',
    secondKey: keys[1],
    seed,
    runs,
    depth,
    explore,
    novelty,
    remembered,
    only,
    replay,
    allow,
    concurrency: 1,
    sandboxSettings,
    onEvent,
    patience: hourMs,
    network,
    pause: async (milliseconds) => {
      clock.advance(milliseconds);
      await nextTurn();
    },
  });
}

/** Runs the suite against our own sandbox. */
export async function runOnOwnSandbox(
  suite: readonly Section[],
  { sandbox: sandboxOptions, knows, isFrozen = false, ...settings }: OwnRunOptions,
): Promise<RunOutcome> {
  const clock = createClock();
  if (isFrozen) clock.freeze();
  const keys = ['sandbox-key', 'second-sandbox-key'];
  const sandbox = await createSandbox({ ...sandboxOptions, keys, storageOrigin, clock });
  try {
    const { readings } = sandbox;
    return await runInProcess(suite, settings, {
      network: createSandboxNetwork(sandbox, storageOrigin),
      keys,
      clock,
      sandboxSettings: knows ? { readings } : undefined,
    });
  } finally {
    await sandbox.close();
  }
}

// Vitest and Node import this CommonJS package differently.
const { criteria, make } = Object.hasOwn(covertable, 'make') ? covertable : covertable.default;

/**
 * Returns combinations of readings in which every pair of readings of two silences occurs. With a length of 1 every
 * reading occurs, which is computed much faster.
 */
export function createCoveringRows(length: 1 | 2): Readonly<Record<string, string>>[] {
  const factors = Object.fromEntries(settableIds.map((id) => [id, [...listReadings(id)]]));
  return make(factors, { length, criterion: criteria.simple });
}
