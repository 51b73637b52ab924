/** The checks of `bookdist doctor`: address, name and certificate of the host, identity of the service, key and clock. */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, rootCertificates, type TLSSocket } from 'node:tls';
import type { KeyNames } from '../../contract/key-names.ts';
import { probeService, unboundRun } from '../../harness/run/index.ts';
import { type Network, explainNetworkFailure } from '../../harness/wire/index.ts';
import { statusWithoutKey, type Connection, isThisMachine } from '../target/index.ts';

export interface Visit {
  readonly address: string;
  readonly key: string;
  readonly keyNames: KeyNames | undefined;
  readonly network: Network;
}

/** Milliseconds by which two clocks may differ without a warning. */
const usualSkew = 5_000;
const slow = 2_000;

/** Requests the list of books: shows whether it is the service, whether it accepts the key, and its time. */
export async function checkService(visit: Visit): Promise<readonly Diagnosis[]> {
  const timed = timeResponses(visit.network);
  const { obstacle, skew } = await probeService({
    ...unboundRun,
    baseUrl: visit.address,
    apiKey: visit.key,
    keyNames: visit.keyNames,
    network: timed.network,
  });
  if (obstacle !== undefined) {
    const about = obstacle.stopped === 'key refused' ? 'key' : 'service';
    return [{ about, state: 'fail', says: obstacle.because }];
  }
  return [
    describeSpeed(timed.fastest()),
    { about: 'key', state: 'ok', says: 'the service accepts it' },
    await checkWithoutKey(visit),
    describeClock(skew),
  ];
}

function timeResponses(network: Network): {
  readonly network: Network;
  readonly fastest: () => number;
} {
  const times: number[] = [];
  return {
    fastest: () => Math.min(...times),
    network: async (url, request) => {
      const started = performance.now();
      const response = await network(url, request);
      times.push(performance.now() - started);
      return response;
    },
  };
}

function describeSpeed(took: number): Diagnosis {
  const says = `it lists books, in ${Math.round(took)} ms`;
  if (took < slow) return { about: 'service', state: 'ok', says };
  const advice = 'That is slow: a run takes longer than the estimate below.';
  return { about: 'service', state: 'warn', says, advice };
}

/** A service that needs no key would drift from auth.missing-key. */
async function checkWithoutKey({ address, network }: Visit): Promise<Diagnosis> {
  const about = 'no key';
  try {
    const status = await statusWithoutKey(address, network);
    if (status === 401) return { about, state: 'ok', says: 'is refused with 401' };
    const says = `a request without a key gets ${status} instead of 401`;
    const advice = 'A run reports that as a drift of auth.missing-key.';
    return { about, state: 'warn', says, advice };
  } catch {
    return { about, state: 'warn', says: 'a request without a key got no response' };
  }
}

function describeClock(skew: number | undefined): Diagnosis {
  const about = 'clock';
  if (skew === undefined) {
    const says = 'the service sends no Date header';
    const advice = 'The checks of publication dates use the clock of this machine.';
    return { about, state: 'warn', says, advice };
  }
  const seconds = Math.round(Math.abs(skew) / 1000);
  if (Math.abs(skew) <= usualSkew) return { about, state: 'ok', says: 'agrees with this machine' };
  const says = `the service is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} this machine`;
  const advice = 'A run uses the clock of the service. Synchronize both clocks with NTP.';
  return { about, state: 'warn', says, advice };
}

export interface Diagnosis {
  readonly about: string;
  /** `warn` does not prevent a run. */
  readonly state: 'ok' | 'warn' | 'fail' | 'skipped';
  readonly says: string;
  readonly advice?: string;
}

const marks = { ok: '✓', warn: '!', fail: '✗', skipped: '·' } as const;

/** Returns a diagnosis as text, with its advice on a separate line. */
export function diagnosisLines({ about, state, says, advice }: Diagnosis): string {
  const line = `${marks[state]} ${about.padEnd(12)} ${says}\n`;
  return advice === undefined ? line : `${line}${' '.repeat(15)}${advice}\n`;
}

/** Milliseconds that a connection may take. */
const timeout = 10_000;
const day = 86_400_000;
/** Days before its end at which a certificate gets a warning. */
const soon = 14;

/** Checks that the key is not sent unencrypted. */
export function checkAddress(address: string): Diagnosis {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || isThisMachine(hostname)) {
    return { about: 'address', state: 'ok', says: address };
  }
  return {
    about: 'address',
    state: 'warn',
    says: `${address} is not encrypted`,
    advice: 'The API key is sent unencrypted. Use https:// if the service supports it.',
  };
}

/** Checks that the name of the host resolves. A proxy resolves names itself. */
export async function checkName(address: string, proxied: boolean): Promise<Diagnosis> {
  const about = 'DNS';
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return { about, state: 'skipped', says: `${host} is an IP address` };
  if (proxied) return { about, state: 'skipped', says: 'the proxy resolves the name' };
  try {
    const found = await lookup(host, { all: true });
    const addresses = found.map((one) => one.address).join(', ');
    return { about, state: 'ok', says: `${host} is ${addresses}` };
  } catch (error) {
    const { says, advice } = explainNetworkFailure(error, address);
    return { about, state: 'fail', says, advice };
  }
}

/** Checks the certificate of the host, unless the connection goes through a proxy. */
export async function checkCertificate(
  address: string,
  { trusted }: Connection,
  proxied: boolean,
): Promise<Diagnosis> {
  const about = 'TLS';
  const url = new URL(address);
  if (url.protocol !== 'https:') return { about, state: 'skipped', says: 'the address is http' };
  if (proxied) return { about, state: 'skipped', says: 'the connection goes through a proxy' };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: url.port === '' ? 443 : Number(url.port),
    ...(isIP(host) === 0 && { servername: host }),
    ...(trusted !== undefined && { ca: [...rootCertificates, trusted] }),
    timeout,
  });
  socket.once('timeout', () => socket.destroy(new Error(`no connection in ${timeout / 1000} s`)));
  try {
    await once(socket, 'secureConnect');
    return describeCertificate(socket);
  } catch (error) {
    const { says, advice } = explainNetworkFailure(error, address);
    return { about, state: 'fail', says, advice };
  } finally {
    socket.destroy();
  }
}

function describeCertificate(socket: TLSSocket): Diagnosis {
  const { valid_to: validTo, issuer } = socket.getPeerCertificate();
  const ends = Date.parse(validTo);
  const days = Math.floor((ends - Date.now()) / day);
  const by = [issuer.O ?? issuer.CN ?? 'an unnamed authority'].flat().join(', ');
  const until = new Date(ends).toISOString().slice(0, 10);
  const says = `${socket.getProtocol() ?? 'TLS'}, certificate by ${by}, valid until ${until}`;
  if (days > soon) return { about: 'TLS', state: 'ok', says };
  const advice = `It ends in ${days} days: renew it.`;
  return { about: 'TLS', state: 'warn', says, advice };
}
