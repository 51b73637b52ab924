/** The checks of `bookdist doctor`: address, name and certificate of the host, identity of the service, key and clock. */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, rootCertificates, type TLSSocket } from 'node:tls';
import { omitUndefined } from '../../contract/omit-undefined.ts';
import type { KeyNames } from '../../contract/key-names.ts';
import { probeService, unboundRun } from '../../harness/run/index.ts';
import { type Network, explainNetworkFailure } from '../../harness/wire/index.ts';
import { statusWithoutKey, type Connection, isThisMachine } from '../target/index.ts';

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

/** Returns a function that makes a diagnosis in this state. */
function diagnosis(state: Diagnosis['state']) {
  return (about: string, says: string, advice?: string): Diagnosis =>
    omitUndefined({ about, state, says, advice });
}

const [ok, warn, fail] = [diagnosis('ok'), diagnosis('warn'), diagnosis('fail')];
const skipped = diagnosis('skipped');

/** Milliseconds that a connection may take. */
const timeout = 10_000;
const day = 86_400_000;
/** Days before its end at which a certificate gets a warning. */
const soon = 14;

/** Checks that the key is not sent unencrypted. */
export function checkAddress(address: string): Diagnosis {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || isThisMachine(hostname)) {
    return ok('address', address);
  }
  const advice = 'The API key is sent unencrypted. Use https:// if the service supports it.';
  return warn('address', `${address} is not encrypted`, advice);
}

/** Checks that the name of the host resolves. A proxy resolves names itself. */
export async function checkName(address: string, proxied: boolean): Promise<Diagnosis> {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return skipped('DNS', `${host} is an IP address`);
  if (proxied) return skipped('DNS', 'the proxy resolves the name');
  try {
    const found = await lookup(host, { all: true });
    return ok('DNS', `${host} is ${found.map((one) => one.address).join(', ')}`);
  } catch (error) {
    const { message, advice } = explainNetworkFailure(error, address);
    return fail('DNS', message, advice);
  }
}

/** Checks the certificate of the host, unless the connection goes through a proxy. */
export async function checkCertificate(
  address: string,
  { trusted }: Connection,
  proxied: boolean,
): Promise<Diagnosis> {
  const url = new URL(address);
  if (url.protocol !== 'https:') return skipped('TLS', 'the address is http');
  if (proxied) return skipped('TLS', 'the connection goes through a proxy');
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
    const { message, advice } = explainNetworkFailure(error, address);
    return fail('TLS', message, advice);
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
  return days > soon ? ok('TLS', says) : warn('TLS', says, `It ends in ${days} days: renew it.`);
}

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
    return [fail(obstacle.stopped === 'key refused' ? 'key' : 'service', obstacle.because)];
  }
  return [
    describeSpeed(timed.fastest()),
    ok('key', 'the service accepts it'),
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
  return took < slow
    ? ok('service', says)
    : warn('service', says, 'That is slow: a run takes longer than the estimate below.');
}

/** A service that needs no key would drift from auth.missing-key. */
async function checkWithoutKey({ address, network }: Visit): Promise<Diagnosis> {
  const about = 'no key';
  try {
    const status = await statusWithoutKey(address, network);
    if (status === 401) return ok(about, 'is refused with 401');
    const says = `a request without a key gets ${status} instead of 401`;
    return warn(about, says, 'A run reports that as a drift of auth.missing-key.');
  } catch {
    return warn(about, 'a request without a key got no response');
  }
}

function describeClock(skew: number | undefined): Diagnosis {
  if (skew === undefined) {
    const advice = 'The checks of publication dates use the clock of this machine.';
    return warn('clock', 'the service sends no Date header', advice);
  }
  if (Math.abs(skew) <= usualSkew) return ok('clock', 'agrees with this machine');
  const seconds = Math.round(Math.abs(skew) / 1000);
  const says = `the service is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} this machine`;
  return warn(
    'clock',
    says,
    'A run uses the clock of the service. Synchronize both clocks with NTP.',
  );
}
