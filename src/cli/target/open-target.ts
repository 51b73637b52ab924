/** Opens a target: a service at an address, or a sandbox for the run. Estimates the duration of a run against it. */
import { apiPrefix } from '../../contract/spec.ts';
import type { RunOptions } from '../../harness/run/index.ts';
import type { Network } from '../../harness/wire/index.ts';
import { waitForService, type Connection } from './connection.ts';
import { type Shell, WrongUsage } from '../shell/index.ts';
import type { KeyNames } from '../../contract/key-names.ts';

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
  /** The readings, the clock and the reviews, if this process started the target; undefined for a service. */
  readonly knownState: RunOptions['sandboxSettings'];
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
  const { createClock } = await import('../../sandbox/replaceable-parts/index.ts');
  const { serveSandbox } = await import('../../sandbox/index.ts');
  const { findFaults } = await import('../own-sandbox.ts');
  const clock = createClock();
  if (start !== undefined) clock.set(start);
  const keys = ['sandbox-key', 'second-sandbox-key'];
  const server = await serveSandbox({ faults: findFaults(faults), clock, keys });
  const { sandbox } = server;
  return {
    baseUrl: `${server.url}${apiPrefix}`,
    apiKey: server.key,
    secondKey: sandbox.keys[1],
    knownState: {
      readings: sandbox.readings,
      // With a fault, the sandbox may show a book that it does not have.
      endReview: async (book) => sandbox.settle(book).catch(() => undefined),
    },
    network: undefined,
    secrets: sandbox.keys,
    waitUntilReady: async () => undefined,
    close: server.close,
  };
}

/**
 * Parses a base address with or without `/v2/distribution` and a trailing slash
 * (document: Versioning). Messages do not contain an address with a password.
 * @returns the address with the prefix and without a trailing slash
 */
export function parseTargetAddress(address: string): string {
  const url = parseHttpUrl(address.trim());
  if (url.username !== '' || url.password !== '') {
    throw new WrongUsage(
      'The address contains a user name or password. Remove them: the key comes from DISTRIBUTION_API_KEY.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new WrongUsage('The address of a service must not have a query or a fragment.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  const root = path.endsWith(apiPrefix) ? path.slice(0, -apiPrefix.length) : path;
  return `${url.origin}${root.replace(/\/+$/, '')}${apiPrefix}`;
}

function parseHttpUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  const subject = address.includes('@') ? 'What was given' : `"${address}"`;
  throw new WrongUsage(
    `${subject} is not the address of a service, which starts with http:// or https://.${suggestAddress(address)}`,
  );
}

function suggestAddress(address: string): string {
  if (address.includes('@') || !/^[\w.-]+(:\d+)?(\/\S*)?$/.test(address)) return '';
  const isLocal = /^(localhost|127\.|\[::1\])/.test(address);
  return ` Did you mean ${isLocal ? 'http' : 'https'}://${address}?`;
}

/** The number of requests a second to a service on another machine. */
const politeRate = 20;

/** Returns the default rate for a service; undefined on this machine, which needs no limit. */
export function defaultRate(address: string): number | undefined {
  return isThisMachine(new URL(address).hostname) ? undefined : politeRate;
}

/** Returns whether the host of a URL is this machine. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}

/** Returns `about 1,900 requests, 2 min at 20 a second`; without a rate, the number of requests alone. */
export function describeDuration(requests: number, rate: number | undefined): string {
  const amount = `about ${requests.toLocaleString('en')} requests`;
  if (rate === undefined) return amount;
  const seconds = requests / rate;
  const time = seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
  return `${amount}, ${time} at ${rate} a second`;
}
