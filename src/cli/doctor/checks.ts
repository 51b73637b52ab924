/** The checks of `bookdist doctor`: address, DNS, certificate, service, key and clock. */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, rootCertificates, type TLSSocket } from 'node:tls';
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { defaultKeyNames, type KeyNames } from '../../contract/key-names.ts';
import { readContract } from '../../contract/spec.ts';
import { probeService, unboundRun } from '../../harness/run/index.ts';
import { parseJson } from '../../monitor/index.ts';
import { toPlainText } from '../../report/wording/index.ts';
import { type Network, explainNetworkFailure } from '../../harness/wire/index.ts';
import { fetchStatusWithoutKey, type Connection, isThisMachine } from '../target/index.ts';

export interface Diagnosis {
  readonly subject: string;
  /** `warn` does not prevent a run. */
  readonly state: 'ok' | 'warn' | 'fail' | 'skipped';
  readonly message: string;
  readonly advice?: string;
}

const marks = { ok: '✓', warn: '!', fail: '✗', skipped: '·' } as const;

/** Returns a diagnosis as text, with its advice on a separate line. */
export function formatDiagnosis({ subject, state, message, advice }: Diagnosis): string {
  const line = `${marks[state]} ${subject.padEnd(12)} ${toPlainText(message)}\n`;
  return advice === undefined ? line : `${line}${' '.repeat(15)}${toPlainText(advice)}\n`;
}

function createDiagnosis(state: Diagnosis['state']) {
  return (subject: string, message: string, advice?: string): Diagnosis =>
    omitUndefined({ subject, state, message, advice });
}

const [ok, warn, fail] = [createDiagnosis('ok'), createDiagnosis('warn'), createDiagnosis('fail')];
const skipped = createDiagnosis('skipped');

/** Milliseconds that a connection may take. */
const timeout = 10_000;
/** A certificate that expires in at most this many days gets a warning. */
const renewalDays = 14;

/** Checks that the key is not sent unencrypted. */
export function checkAddress(address: string): Diagnosis {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || isThisMachine(hostname)) return ok('address', address);
  const advice = 'The API key is sent unencrypted. Use https:// if the service supports it.';
  return warn('address', `${address} is not encrypted`, advice);
}

/** Checks that the name of the host resolves. A proxy resolves names itself. */
export async function checkName(address: string, usesProxy: boolean): Promise<Diagnosis> {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return skipped('DNS', `${host} is an IP address`);
  if (usesProxy) return skipped('DNS', 'the proxy resolves the name');
  try {
    const addresses = await lookup(host, { all: true });
    return ok('DNS', `${host} is ${addresses.map((record) => record.address).join(', ')}`);
  } catch (error) {
    const { message, advice } = explainNetworkFailure(error, address);
    return fail('DNS', message, advice);
  }
}

/** Checks the certificate of the host, unless the connection goes through a proxy. */
export async function checkCertificate(
  address: string,
  { trustedCertificates }: Connection,
  usesProxy: boolean,
): Promise<Diagnosis> {
  const url = new URL(address);
  if (url.protocol !== 'https:') return skipped('TLS', 'the address is http');
  if (usesProxy) return skipped('TLS', 'the connection goes through a proxy');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: url.port === '' ? 443 : Number(url.port),
    ...(isIP(host) === 0 && { servername: host }),
    ...(trustedCertificates !== undefined && { ca: [...rootCertificates, trustedCertificates] }),
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
  const expiresAt = Date.parse(validTo);
  const days = Math.floor((expiresAt - Date.now()) / 86_400_000);
  const issuerName = [issuer.O ?? issuer.CN ?? 'an unnamed authority'].flat().join(', ');
  const expiryDate = new Date(expiresAt).toISOString().slice(0, 10);
  const message = `${socket.getProtocol() ?? 'TLS'}, certificate by ${issuerName}, valid until ${expiryDate}`;
  return days > renewalDays
    ? ok('TLS', message)
    : warn('TLS', message, `It expires in ${days} days. Renew it.`);
}

export interface ServiceAccess {
  readonly address: string;
  readonly key: string;
  readonly secondKey: string | undefined;
  readonly keyNames: KeyNames | undefined;
  readonly network: Network;
}

/** Milliseconds by which two clocks may differ without a warning. */
const toleratedSkew = 5_000;
/** A service whose fastest response takes this many milliseconds gets a warning. */
const slowResponseTime = 2_000;

export interface ServiceDiagnosis {
  readonly diagnoses: readonly Diagnosis[];
  /** True if the account has no books, so that a run that only reads proves little. */
  readonly isEmpty?: boolean;
}

/** Requests the list of books with each key, and diagnoses the service, the keys and the clock from the responses. */
export async function checkService(access: ServiceAccess): Promise<ServiceDiagnosis> {
  const timer = timeResponses(access.network);
  const { obstacle, skew } = await probeService({
    ...unboundRun,
    baseUrl: access.address,
    apiKey: access.key,
    secondKey: access.secondKey,
    keyNames: access.keyNames,
    network: timer.network,
  });
  if (obstacle !== undefined) {
    const subject = obstacle.reason === 'key refused' ? 'key' : 'service';
    return { diagnoses: [fail(subject, obstacle.explanation)] };
  }
  const isEmpty = (await countBooks(access)) === 0;
  return {
    isEmpty,
    diagnoses: [
      describeSpeed(timer.fastest()),
      ok('key', 'the service accepts it'),
      describeSecondKey(access),
      await checkWithoutKey(access),
      describeClock(skew),
      ...(isEmpty ? [emptyAccount] : []),
    ],
  };
}

const emptyAccount = warn(
  'books',
  'the account has none',
  'A run that only reads can prove little without books. Allow write, or add some books.',
);

function describeSecondKey({ secondKey, keyNames = defaultKeyNames }: ServiceAccess): Diagnosis {
  if (secondKey !== undefined) return ok('second key', 'the service accepts it');
  const advice = `With the key of another account in ${keyNames.second}, a run also tests that accounts are kept apart.`;
  return warn('second key', `${keyNames.second} is not set`, advice);
}

/** Returns the total that the list states; undefined if it states none. */
async function countBooks({ address, key, network }: ServiceAccess): Promise<unknown> {
  const response = await network(`${address}/books?perPage=1`, {
    method: 'GET',
    headers: { accept: 'application/json', [readContract().keyHeader]: key },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  });
  const body = parseJson(await response.text());
  const meta = isObject(body) ? body['meta'] : undefined;
  return isObject(meta) ? meta['total'] : undefined;
}

function timeResponses(network: Network) {
  const times: number[] = [];
  return {
    fastest: () => Math.min(...times),
    network: async (...[url, request]: Parameters<Network>) => {
      const startedAt = performance.now();
      const response = await network(url, request);
      times.push(performance.now() - startedAt);
      return response;
    },
  };
}

function describeSpeed(responseTime: number): Diagnosis {
  const message = `it lists books, in ${Math.round(responseTime)} ms`;
  return responseTime < slowResponseTime
    ? ok('service', message)
    : warn('service', message, 'That is slow: a run takes longer than the estimate below.');
}

async function checkWithoutKey({ address, network }: ServiceAccess): Promise<Diagnosis> {
  try {
    const status = await fetchStatusWithoutKey(address, network);
    if (status === 401) return ok('no key', 'is refused with 401');
    const message = `a request without a key gets ${status} instead of 401`;
    return warn('no key', message, 'A run reports that as a drift of auth.missing-key.');
  } catch {
    return warn('no key', 'a request without a key got no response');
  }
}

function describeClock(skew: number | undefined): Diagnosis {
  if (skew === undefined) {
    const advice = 'The checks of publication dates use the clock of this machine.';
    return warn('clock', 'the service sends no Date header', advice);
  }
  if (Math.abs(skew) <= toleratedSkew) return ok('clock', 'agrees with this machine');
  const seconds = Math.round(Math.abs(skew) / 1000);
  const message = `the service is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} this machine`;
  const advice = 'A run uses the clock of the service. Synchronize both clocks with NTP.';
  return warn('clock', message, advice);
}
