/** Connects to a service through its gateway, certificates and proxy, and waits until it responds. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { limitTime } from '../../contract/limit-time.ts';
import { quoteForShell } from '../../report/record/index.ts';
import { type Environment, findSecretsInHeaders, WrongUsage, type Shell } from '../shell/index.ts';
import { mergeHeaders } from './gate-headers.ts';
import type { ConnectionFlags } from '../options.ts';
import { explainNetworkFailure, type Network } from '../../harness/wire/index.ts';

export interface Connection {
  /** Headers with names in lowercase; sent only to the service. */
  readonly headers: Readonly<Record<string, string>>;
  /** Certificates in PEM, trusted in addition to those of Node. */
  readonly trustedCertificates: string | undefined;
  readonly proxy: ProxyRoute;
  /** Values that must not appear in any output. */
  readonly secrets: readonly string[];
  /** The same settings as command-line arguments, without secrets. */
  readonly args: readonly string[];
  /** How many milliseconds to wait for a first response. */
  readonly wait: number | undefined;
}

export interface ProxyRoute {
  readonly http: string | undefined;
  readonly https: string | undefined;
  readonly none: string;
}

/** Addresses of this machine, which bypass every proxy. */
const loopback = 'localhost,127.0.0.1,[::1]';

/**
 * Reads and checks the settings, before the first request.
 * @throws WrongUsage with a message without secrets
 */
export function readConnection(flags: ConnectionFlags, environment: Environment): Connection {
  const headers = mergeHeaders(flags.header ?? [], environment);
  const proxy = readProxyRoute(flags.proxy, environment);
  return {
    headers,
    trustedCertificates: flags.ca === undefined ? undefined : readCertificates(flags.ca),
    proxy,
    secrets: [...findSecretsInHeaders(headers), ...listCredentials(proxy)],
    args: environment.target === undefined ? listArguments(flags) : [],
    wait: flags.wait,
  };
}

/** Returns the options as arguments, without header values and without proxy addresses that have a password. */
function listArguments({ header = [], ca, proxy }: ConnectionFlags): string[] {
  return [
    ...header.map((text) => `--header ${quoteForShell(`${text.split('=')[0] ?? ''}=…`)}`),
    ...(ca === undefined ? [] : [`--ca ${quoteForShell(ca)}`]),
    ...(proxy === undefined || proxy.includes('@') ? [] : [`--proxy ${quoteForShell(proxy)}`]),
  ];
}

/**
 * Checks that our own sandbox gets no connection options.
 * @throws WrongUsage with the first such option
 */
export function assertNoConnectionFlags(flags: ConnectionFlags): void {
  const used = (['header', 'ca', 'proxy', 'wait'] as const).find(
    (name) => flags[name] !== undefined,
  );
  if (used === undefined) return;
  throw new WrongUsage(`--${used} applies to the connection to a service, so it needs an address.`);
}

/**
 * Reads the certificates of a PEM file.
 * @throws WrongUsage if it has none, or an invalid one
 */
export function readCertificates(file: string): string {
  const fail = (problem: string): never => {
    throw new WrongUsage(`--ca ${file} ${problem}.`);
  };
  const text = attempt(() => readFileSync(file, 'utf8')) ?? fail('cannot be read');
  const certificates =
    text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ??
    fail('contains no certificate in PEM (-----BEGIN CERTIFICATE-----)');
  if (!certificates.every((pem) => attempt(() => new X509Certificate(pem)) !== undefined))
    fail('contains an invalid certificate');
  return certificates.join('\n');
}

/** Returns undefined if the function throws. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function readProxyRoute(option: string | undefined, { proxies = {} }: Environment): ProxyRoute {
  const none = proxies.none ?? '';
  if (option !== undefined) {
    const address = parseProxyAddress(option, '--proxy');
    return { http: address, https: address, none };
  }
  return {
    http: proxies.http && parseProxyAddress(proxies.http, 'HTTP_PROXY'),
    https: proxies.https && parseProxyAddress(proxies.https, 'HTTPS_PROXY'),
    none: none === '' || none === '*' ? none || loopback : `${none},${loopback}`,
  };
}

/** Parses a URL or `host:port`, as other tools do. Messages never contain a password. */
function parseProxyAddress(address: string, source: string): string {
  const text = address.includes('://') ? address : `http://${address}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.hostname && /^https?:$/.test(url.protocol)) return url.href;
  throw new WrongUsage(
    `${source} takes the address of a proxy such as http://proxy.example.com:3128.`,
  );
}

/** Returns the passwords in proxy addresses: encoded, decoded, and as sent in the Authorization header. */
function listCredentials({ http, https }: ProxyRoute): string[] {
  return [http, https].flatMap((address) => {
    if (address === undefined) return [];
    const { username, password } = new URL(address);
    if (password === '') return [];
    const [name, word] = [decodeURIComponent(username), decodeURIComponent(password)];
    return [password, word, Buffer.from(`${name}:${word}`).toString('base64')];
  });
}

interface WaitOptions {
  readonly baseUrl: string;
  readonly network: Network;
  /** How many milliseconds to wait at most; undefined for no wait. */
  readonly wait: number | undefined;
  readonly signal: AbortSignal;
  readonly shell: Shell;
}

/** The statuses of a gateway whose service has not started yet. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
const firstPause = 500;
const longestPause = 5_000;
const responseTimeout = 10_000;

/**
 * Requests the list without a key, with growing pauses, until the service responds or the time is over.
 * Prints on stderr how long it waits. Never rejects: the run itself reports that the service is missing.
 */
export async function waitForService(options: WaitOptions): Promise<void> {
  const { wait, signal, shell, baseUrl } = options;
  if (wait === undefined) return;
  const startedAt = performance.now();
  let reason = await explainMissingResponse(options);
  if (reason === undefined) return;
  shell.err(`Waiting up to ${formatSeconds(wait)} for ${baseUrl}: ${reason}.\n`);
  for (let pause = firstPause; reason !== undefined; pause = Math.min(pause * 2, longestPause)) {
    const remainingTime = wait - (performance.now() - startedAt);
    if (signal.aborted || remainingTime <= 0) return;
    // An interruption ends the pause. The next iteration then returns.
    await sleep(Math.min(pause, remainingTime), undefined, { signal }).catch(() => undefined);
    reason = await explainMissingResponse(options);
  }
  shell.err(`It responded after ${formatSeconds(performance.now() - startedAt)}.\n`);
}

/** Requests the list without a key, and returns the status. Rejects after ten seconds. */
export async function fetchStatusWithoutKey(
  baseUrl: string,
  network: Network,
  signal = new AbortController().signal,
): Promise<number> {
  const response = await network(`${baseUrl}/books?perPage=1`, {
    method: 'GET',
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: limitTime(signal, responseTimeout),
  });
  await response.text();
  return response.status;
}

/** Requests the list, and returns why there is no response; undefined if the service responds. */
async function explainMissingResponse(options: WaitOptions): Promise<string | undefined> {
  const { baseUrl, network, signal } = options;
  try {
    const status = await fetchStatusWithoutKey(baseUrl, network, signal);
    return gatewayStatuses.has(status) ? `a gateway responds with ${status}` : undefined;
  } catch (error) {
    return explainNetworkFailure(error, baseUrl).message;
  }
}

function formatSeconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}
