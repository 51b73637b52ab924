/** Addresses under which the proxy forwards uploads to storage. */
import { isArray, isObject } from '../../contract/json-pointer.ts';

const storagePath = '/.storage/';

/** Returns the address at the proxy for a presigned URL. */
function createProxiedAddress(presigned: string, proxy: string): string {
  const { protocol, host, pathname, search } = new URL(presigned);
  return `${proxy}${storagePath}${protocol.slice(0, -1)}/${host}${pathname}${search}`;
}

/** Returns the presigned URL for a path at the proxy; undefined for a path of the service. */
export function readPresignedAddress(path: string): string | undefined {
  if (!path.startsWith(storagePath)) return undefined;
  const [, scheme, rest] = /^(https?)\/(.+)$/s.exec(path.slice(storagePath.length)) ?? [];
  const address = `${scheme}://${rest}`;
  return scheme !== undefined && URL.canParse(address) ? address : undefined;
}

/**
 * Replaces presigned URLs in the response of an upload request. Everything else stays as it is, byte
 * by byte, because a parsed and printed body could differ in spaces or in the order of its keys.
 */
export function replacePresignedUrls(body: string, proxy: string): string {
  return findUploadUrls(body).reduce((text, url) => {
    const proxied = JSON.stringify(createProxiedAddress(url, proxy));
    return text
      .replaceAll(JSON.stringify(url), () => proxied)
      .replaceAll(JSON.stringify(url).replaceAll('/', String.raw`\/`), () => proxied);
  }, body);
}

function findUploadUrls(text: string): string[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  const grants = isObject(parsed) ? parsed['data'] : parsed;
  if (!isArray(grants)) return [];
  return grants.flatMap((grant) => {
    if (!isObject(grant)) return [];
    const fields = isObject(grant['attributes']) ? grant['attributes'] : grant;
    const { url } = fields;
    return typeof url === 'string' && URL.canParse(url) ? [url] : [];
  });
}
