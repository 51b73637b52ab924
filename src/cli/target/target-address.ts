/** Turns the address of a service, as people write it, into the address with which calls start. */
import { apiPrefix } from '../../contract/spec.ts';
import { WrongUsage } from '../shell/index.ts';

/**
 * Accepts a base address with or without `/v2/distribution` and a trailing slash
 * (document: Versioning). Messages do not contain an address with a password.
 * @returns origin, path and prefix, without a trailing slash
 */
export function targetAddress(written: string): string {
  const url = parsed(written.trim());
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

function parsed(written: string): URL {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url !== undefined && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  const shown = written.includes('@') ? 'What was given' : `"${written}"`;
  const guess = guessFor(written);
  throw new WrongUsage(
    `${shown} is not the address of a service, which starts with http:// or https://.${guess}`,
  );
}

function guessFor(written: string): string {
  if (written.includes('@') || !/^[\w.-]+(:\d+)?(\/\S*)?$/.test(written)) return '';
  const local = /^(localhost|127\.|\[::1\])/.test(written);
  return ` Did you mean ${local ? 'http' : 'https'}://${written}?`;
}
