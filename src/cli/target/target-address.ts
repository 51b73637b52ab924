/** Parses the address of a service, and estimates the rate and duration of a run against it. */
import { apiPrefix } from '../../contract/spec.ts';
import { WrongUsage } from '../shell/index.ts';

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
