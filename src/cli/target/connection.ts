/** Reads the settings of a connection to a service: headers for its gateway, certificates and proxy. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { quoteForShell } from '../../report/record/index.ts';
import { type Environment, findSecretsInHeaders, WrongUsage } from '../shell/index.ts';
import { mergeHeaders } from './gate-headers.ts';
import type { ConnectionFlags } from '../options.ts';

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
