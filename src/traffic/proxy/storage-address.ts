/** Addresses under which the proxy forwards uploads to storage. */

const storagePath = '/.storage/';

/** Returns the address at the proxy for a presigned URL. */
export function createProxiedAddress(presignedUrl: URL, proxy: string): string {
  const { protocol, host, pathname, search } = presignedUrl;
  return `${proxy}${storagePath}${protocol.slice(0, -1)}/${host}${pathname}${search}`;
}

/** Returns the presigned URL for a path at the proxy; undefined for a path of the service. */
export function readPresignedAddress(path: string): string | undefined {
  if (!path.startsWith(storagePath)) return undefined;
  const [, scheme, rest] = /^(https?)\/(.+)$/s.exec(path.slice(storagePath.length)) ?? [];
  const address = `${scheme}://${rest}`;
  return scheme !== undefined && URL.canParse(address) ? address : undefined;
}
