/** Opens a target: a connection to a service, or a sandbox started for the run. */
import { apiPrefix } from '../../contract/spec.ts';
import type { KnownTarget } from '../../harness/evidence/index.ts';
import type { Network } from '../../harness/wire/index.ts';
import { waitForService } from './await-answer.ts';
import type { Shell } from '../shell/index.ts';
import type { KeyNames } from '../../contract/key-names.ts';
import type { Connection } from './connection.ts';

/** A service that runs elsewhere, or a sandbox that this process starts. */
export type TargetSetting = ServiceSetting | OwnSandboxSetting;

export interface ServiceSetting {
  readonly kind: 'service';
  readonly address: string;
  readonly key: string;
  /** The key of another account; undefined without one. */
  readonly secondKey?: string | undefined;
  /** The variables that hold the keys, if they are not the usual ones. */
  readonly keyNames?: KeyNames | undefined;
  readonly connection: Connection;
  /** The arguments that select it if a configuration file names it; undefined for an address. */
  readonly targetArgs?: readonly string[] | undefined;
}

export interface OwnSandboxSetting {
  readonly kind: 'own sandbox';
  readonly faults: readonly string[];
  /** The start of its clock, in epoch milliseconds; undefined for now. */
  readonly clock?: number | undefined;
}

export interface OpenTarget {
  /** Origin with the version prefix. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The key of another account; undefined without one. */
  readonly secondKey: string | undefined;
  /** The readings and the clock, if this process started the target; undefined for a service. */
  readonly knownState: Pick<KnownTarget, 'readings' | 'controlsClock'> | undefined;
  /** Sends the requests; undefined for Node's own fetch. */
  readonly network: Network | undefined;
  /** Values that no output may contain. */
  readonly secrets: readonly string[];
  /** Waits for a first response for at most `--wait`; returns immediately without it. */
  readonly waitUntilReady: (shell: Shell, signal: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a target. A sandbox listens on free ports and keeps everything in memory. */
export async function openTarget(setting: TargetSetting): Promise<OpenTarget> {
  return setting.kind === 'service' ? openService(setting) : openOwnSandbox(setting);
}

// Both parts are loaded only when they are needed: help and usage errors should appear immediately.

async function openService({
  address,
  key,
  secondKey,
  connection,
}: ServiceSetting): Promise<OpenTarget> {
  const { openNetwork } = await import('./network.ts');
  const { network, close } = openNetwork(connection, address);
  return {
    baseUrl: address,
    apiKey: key,
    secondKey,
    knownState: undefined,
    network,
    secrets: [key, ...(secondKey === undefined ? [] : [secondKey]), ...connection.secrets],
    waitUntilReady: async (shell, signal) =>
      waitForService({ baseUrl: address, wait: connection.wait, network, shell, signal }),
    close,
  };
}

async function openOwnSandbox({
  faults,
  clock: startTime,
}: OwnSandboxSetting): Promise<OpenTarget> {
  const { createClock } = await import('../../sandbox/parts/index.ts');
  const { serveSandbox } = await import('../../sandbox/index.ts');
  const { findFaults } = await import('../own-sandbox/index.ts');
  const clock = createClock();
  if (startTime !== undefined) clock.set(startTime);
  const keys = ['sandbox-key', 'second-sandbox-key'];
  const server = await serveSandbox({ faults: findFaults(faults), clock, keys });
  return {
    baseUrl: `${server.url}${apiPrefix}`,
    apiKey: server.key,
    secondKey: server.sandbox.keys[1],
    knownState: { readings: server.sandbox.readings, controlsClock: true },
    network: undefined,
    secrets: server.sandbox.keys,
    waitUntilReady: async () => undefined,
    close: server.close,
  };
}
