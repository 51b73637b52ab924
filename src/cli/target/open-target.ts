/** Makes a target ready to be judged: nothing to do for a service, a start for our own sandbox. */
import { apiPrefix } from '../../contract/spec.ts';
import type { KnownTarget } from '../../harness/evidence/index.ts';
import type { Network } from '../../harness/wire/index.ts';
import { createClock } from '../../sandbox/parts/index.ts';
import { serveSandbox } from '../../sandbox/index.ts';
import { awaitAnswer } from './await-answer.ts';
import { namedFaults } from '../own-sandbox/named-faults.ts';
import { openNetwork } from './network.ts';
import type { Shell } from '../shell/shell.ts';
import type { TargetSetting } from '../verify/verify-settings.ts';

export interface OpenTarget {
  /** Origin with the version prefix. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** What the run itself set on it; undefined on a service that is not ours. */
  readonly known: Pick<KnownTarget, 'readings' | 'controlsClock'> | undefined;
  /** What carries the requests; fetch as it is where undefined. */
  readonly network: Network | undefined;
  /** Values that may appear nowhere. */
  readonly secrets: readonly string[];
  /** Waits for a first answer as long as `--wait` says; at once where it says nothing. */
  readonly answering: (shell: Shell, signal: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a target; our own sandbox listens on free ports and keeps everything in memory. */
export async function openTarget(setting: TargetSetting): Promise<OpenTarget> {
  if (setting.kind === 'service') {
    const { address, key, line } = setting;
    const way = openNetwork(line, address);
    return {
      baseUrl: address,
      apiKey: key,
      known: undefined,
      secrets: [key, ...line.secrets],
      answering: async (shell, signal) =>
        awaitAnswer({ baseUrl: address, wait: line.wait, network: way.network, shell, signal }),
      ...way,
    };
  }
  const clock = createClock();
  if (setting.clock !== undefined) clock.set(setting.clock);
  const served = await serveSandbox({ faults: namedFaults(setting.faults), clock });
  return {
    baseUrl: `${served.url}${apiPrefix}`,
    apiKey: served.key,
    known: { readings: served.sandbox.readings, controlsClock: true },
    network: undefined,
    secrets: [served.key],
    answering: async () => undefined,
    close: served.close,
  };
}
