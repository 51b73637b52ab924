/** Makes a target ready to be judged: nothing to do for a service, a start for our own sandbox. */
import { apiPrefix } from '../contract/spec.ts';
import type { KnownTarget } from '../harness/target.ts';
import { createClock } from '../sandbox/clock.ts';
import { serveSandbox } from '../sandbox/serve.ts';
import { namedFaults } from './named-faults.ts';
import type { TargetSetting } from './verify-settings.ts';

export interface OpenTarget {
  /** Origin with the version prefix. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** What the run itself set on it; undefined on a service that is not ours. */
  readonly known: Pick<KnownTarget, 'readings' | 'controlsClock'> | undefined;
  readonly close: () => Promise<void>;
}

/** Opens a target; our own sandbox listens on free ports and keeps everything in memory. */
export async function openTarget(setting: TargetSetting): Promise<OpenTarget> {
  if (setting.kind === 'service') {
    const { address, key } = setting;
    return { baseUrl: address, apiKey: key, known: undefined, close: async () => undefined };
  }
  const clock = createClock();
  if (setting.clock !== undefined) clock.set(setting.clock);
  const served = await serveSandbox({ faults: namedFaults(setting.faults), clock });
  return {
    baseUrl: `${served.url}${apiPrefix}`,
    apiKey: served.key,
    known: { readings: served.sandbox.readings, controlsClock: true },
    close: served.close,
  };
}
