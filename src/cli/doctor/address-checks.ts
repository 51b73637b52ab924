/** Checks that need no request: the address, the name of its host, and its certificate. */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, rootCertificates, type TLSSocket } from 'node:tls';
import { explainNetworkFailure } from '../../harness/wire/index.ts';
import { type Connection, isThisMachine } from '../target/index.ts';
import type { Diagnosis } from './diagnosis.ts';

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
