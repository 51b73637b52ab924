/** Addresses under which the proxy passes uploads on to storage. */

const storagePath = '/.storage/';

/** The address at the proxy that leads to a presigned URL. */
function proxiedAddress(presigned: string, proxy: string): string {
  const { protocol, host, pathname, search } = new URL(presigned);
  return `${proxy}${storagePath}${protocol.slice(0, -1)}/${host}${pathname}${search}`;
}

/** The presigned URL to which a path at the proxy leads; undefined for a path of the service. */
export function presignedAddress(path: string): string | undefined {
  if (!path.startsWith(storagePath)) return undefined;
  const [, scheme, rest] = /^(https?)\/(.+)$/s.exec(path.slice(storagePath.length)) ?? [];
  const address = `${scheme}://${rest}`;
  return scheme !== undefined && URL.canParse(address) ? address : undefined;
}

/**
 * Replaces presigned URLs in the response of an upload request. Everything else stays as it is, byte
 * by byte, because a parsed and printed body could differ in spaces or in the order of its keys.
 */
export function withProxiedUrls(body: string, urls: readonly string[], proxy: string): string {
  return urls.reduce((text, url) => {
    const proxied = JSON.stringify(proxiedAddress(url, proxy));
    return text
      .replaceAll(JSON.stringify(url), () => proxied)
      .replaceAll(JSON.stringify(url).replaceAll('/', String.raw`\/`), () => proxied);
  }, body);
}
