/** Opens a target: a connection to a service, or a sandbox started for the run. */
import { apiPrefix } from '../../contract/spec.ts';
import type { KnownTarget } from '../../harness/evidence/index.ts';
import type { Network } from '../../harness/wire/index.ts';
import { waitForService } from './await-answer.ts';
import type { Shell } from '../shell/index.ts';
import type { KeyNames } from '../../contract/key-names.ts';
import type { Connection } from './connection.ts';

/** A service that runs elsewhere, or a sandbox that this process starts. */
export type TargetOptions = ServiceOptions | OwnSandboxOptions;

export interface ServiceOptions {
  readonly kind: 'service';
  readonly address: string;
  readonly key: string;
  /** The key of another account; undefined without one. */
  readonly secondKey?: string | undefined;
  /** The names of the variables that hold the keys, if they are not the default ones. */
  readonly keyNames?: KeyNames | undefined;
  readonly connection: Connection;
  /** The arguments that select the target in bookdist.yaml; undefined for an address. */
  readonly targetArgs?: readonly string[] | undefined;
}

export interface OwnSandboxOptions {
  readonly kind: 'own sandbox';
  readonly faults: readonly string[];
  /** The start of its clock, in milliseconds since the epoch; undefined for the current time. */
  readonly clock?: number | undefined;
}

export interface OpenTarget {
  /** The address with the version prefix. */
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
  /** Waits up to `--wait` for a first response; without that option, returns immediately. */
  readonly waitUntilReady: (shell: Shell, signal: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openTarget(options: TargetOptions): Promise<OpenTarget> {
  return options.kind === 'service' ? openService(options) : openOwnSandbox(options);
}

// Both parts are loaded only when they are needed, so that help and usage errors appear immediately.

async function openService(options: ServiceOptions): Promise<OpenTarget> {
  const { address, key, secondKey, connection } = options;
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

async function openOwnSandbox({ faults, clock: start }: OwnSandboxOptions): Promise<OpenTarget> {
  const { createClock } = await import('../../sandbox/parts/index.ts');
  const { serveSandbox } = await import('../../sandbox/index.ts');
  const { findFaults } = await import('../own-sandbox.ts');
  const clock = createClock();
  if (start !== undefined) clock.set(start);
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
