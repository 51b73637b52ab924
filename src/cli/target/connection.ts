/** The connection to a service: headers for its gateway, certificates, and proxy. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { quoteForShell } from '../../report/record/index.ts';
import { type Environment, secretsInHeaders, WrongUsage } from '../shell/index.ts';
import { readHeaders } from './gate-headers.ts';
import type { ConnectionFlags } from '../options/index.ts';

export interface Connection {
  /** Names in lowercase; sent only to the service. */
  readonly headers: Readonly<Record<string, string>>;
  /** Certificates in PEM, trusted in addition to those of Node. */
  readonly trusted: string | undefined;
  readonly proxy: ProxyRoute;
  /** Values that must not appear anywhere. */
  readonly secrets: readonly string[];
  /** The same settings as words of a command line, without secrets. */
  readonly words: readonly string[];
  /** Milliseconds to wait for a first answer. */
  readonly wait: number | undefined;
}

/** Addresses of proxies by the scheme they serve; hosts that need none. */
export interface ProxyRoute {
  readonly http: string | undefined;
  readonly https: string | undefined;
  readonly none: string;
}

/** Addresses of this machine, to which no proxy applies. */
const loopback = 'localhost,127.0.0.1,[::1]';

/**
 * Reads and checks everything before the first request.
 * @throws WrongUsage in one sentence without secrets
 */
export function connectionFrom(flags: ConnectionFlags, environment: Environment): Connection {
  const options = flags.header ?? [];
  const target = environment.target?.headers ?? {};
  const headers = readHeaders({ options, target, environment: environment.headers });
  const proxy = proxyRoute(flags.proxy, environment);
  return {
    headers,
    trusted: flags.ca === undefined ? undefined : certificatesIn(flags.ca),
    proxy,
    secrets: [...secretsInHeaders(headers), ...credentialsIn(proxy)],
    words: environment.target === undefined ? wordsOf(flags) : [],
    wait: flags.wait,
  };
}

/** The value of a header may be a secret, and so may an address that holds a password. */
function wordsOf({ header = [], ca, proxy }: ConnectionFlags): string[] {
  return [
    ...header.map((text) => `--header ${quoteForShell(`${text.split('=')[0] ?? ''}=…`)}`),
    ...(ca === undefined ? [] : [`--ca ${quoteForShell(ca)}`]),
    ...(proxy === undefined || proxy.includes('@') ? [] : [`--proxy ${quoteForShell(proxy)}`]),
  ];
}

/** The options that make no sense for our own sandbox. */
export function assertNoConnectionFlags(flags: ConnectionFlags): void {
  const { header, ca, proxy, wait } = flags;
  const given = Object.entries({ header, ca, proxy, wait }).find(
    ([, value]) => value !== undefined,
  );
  if (given === undefined) return;
  throw new WrongUsage(
    `--${given[0]} applies to the connection to a service, so it needs an address.`,
  );
}

function certificatesIn(file: string): string {
  const text = textOf(file);
  const found = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0) {
    throw new WrongUsage(
      `--ca ${file} contains no certificate in PEM (-----BEGIN CERTIFICATE-----).`,
    );
  }
  if (!found.every(isCertificate))
    throw new WrongUsage(`--ca ${file} contains an invalid certificate.`);
  return found.join('\n');
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new WrongUsage(`--ca ${file} cannot be read.`);
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== '';
  } catch {
    return false;
  }
}

function proxyRoute(option: string | undefined, { proxies = {} }: Environment): ProxyRoute {
  const none = proxies.none ?? '';
  if (option !== undefined) {
    const address = proxyAddress(option, '--proxy');
    return { http: address, https: address, none };
  }
  return {
    http: proxies.http === undefined ? undefined : proxyAddress(proxies.http, 'HTTP_PROXY'),
    https: proxies.https === undefined ? undefined : proxyAddress(proxies.https, 'HTTPS_PROXY'),
    none: none === '' || none === '*' ? none || loopback : `${none},${loopback}`,
  };
}

/** Takes `host:port` as well, as other tools do. Never repeats what may hold a password. */
function proxyAddress(written: string, source: string): string {
  const text = written.includes('://') ? written : `http://${written}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.hostname && /^https?:$/.test(url.protocol)) return url.href;
  throw new WrongUsage(
    `${source} takes the address of a proxy such as http://proxy.example.com:3128.`,
  );
}

/** A password in the address of a proxy, as it is written and as it is sent. */
function credentialsIn({ http, https }: ProxyRoute): string[] {
  return [http, https].flatMap((address) => {
    if (address === undefined) return [];
    const { username, password } = new URL(address);
    if (password === '') return [];
    const [name, word] = [decodeURIComponent(username), decodeURIComponent(password)];
    return [password, word, Buffer.from(`${name}:${word}`).toString('base64')];
  });
}
