/** Runs the suite against our own sandbox in this process, without a network. Waiting advances the clock of the sandbox. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { apiPrefix } from '../../../src/contract/spec.ts';
import type { Section } from '../../../src/harness/suite/index.ts';
import type { Depth, RunOutcome, RunEvent } from '../../../src/harness/evidence/index.ts';
import { run, unboundRun } from '../../../src/harness/run/index.ts';
import { createClock } from '../../../src/sandbox/parts/index.ts';
import { createSandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { createSandboxNetwork } from './sandbox-network.ts';

export interface OwnRunOptions {
  readonly seed: number;
  readonly depth?: Depth | undefined;
  /** Values per property. */
  readonly runs: number;
  readonly sandbox: Pick<SandboxOptions, 'faults' | 'readings'>;
  /** True if the run knows the readings and sets the clock, as for a sandbox that it started. */
  readonly knows: boolean;
  readonly onEvent?: (event: RunEvent) => void;
}

const storageOrigin = 'http://storage.invalid';
const hourMs = 3_600_000;

/** Runs one case after the other, so that a jump of the clock affects no other case. */
export async function runOnOwnSandbox(
  suite: readonly Section[],
  options: OwnRunOptions,
): Promise<RunOutcome> {
  const clock = createClock();
  const keys = ['sandbox-key', 'second-sandbox-key'];
  const sandbox = await createSandbox({ ...options.sandbox, keys, storageOrigin, clock });
  try {
    return await run(suite, {
      ...unboundRun,
      baseUrl: `http://sandbox.invalid${apiPrefix}`,
      apiKey: sandbox.keys[0] ?? '',
      secondKey: sandbox.keys[1],
      seed: options.seed,
      runs: options.runs,
      depth: options.depth,
      concurrency: 1,
      sandboxSettings: options.knows
        ? { readings: sandbox.readings, controlsClock: true }
        : undefined,
      onEvent: options.onEvent ?? unboundRun.onEvent,
      patience: hourMs,
      network: createSandboxNetwork(sandbox, storageOrigin),
      pause: async (milliseconds) => {
        clock.advance(milliseconds);
        await nextTurn();
      },
    });
  } finally {
    await sandbox.close();
  }
}
