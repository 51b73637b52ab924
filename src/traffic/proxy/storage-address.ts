/** Addresses under which the proxy forwards uploads to storage. */
import { isArray, isObject } from '../../contract/json-pointer.ts';

const storagePath = '/.storage/';

/** Returns the address at the proxy for a presigned URL. */
function createProxiedAddress(presignedUrl: string, proxy: string): string {
  const { protocol, host, pathname, search } = new URL(presignedUrl);
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
 * Replaces presigned URLs in the response to an upload request. The text itself is edited, because a body
 * that is parsed and written again could differ in spaces or in the order of keys.
 */
export function replacePresignedUrls(body: string, proxy: string): string {
  return findUploadUrls(body).reduce((text, url) => {
    const proxiedUrl = JSON.stringify(createProxiedAddress(url, proxy));
    // JSON may escape the slashes of a URL.
    return text
      .replaceAll(JSON.stringify(url), () => proxiedUrl)
      .replaceAll(JSON.stringify(url).replaceAll('/', String.raw`\/`), () => proxiedUrl);
  }, body);
}

function findUploadUrls(text: string): string[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return [];
  }
  const grants = isObject(content) ? content['data'] : content;
  if (!isArray(grants)) return [];
  return grants.flatMap((grant) => {
    if (!isObject(grant)) return [];
    const fields = isObject(grant['attributes']) ? grant['attributes'] : grant;
    const { url } = fields;
    return typeof url === 'string' && URL.canParse(url) ? [url] : [];
  });
}
