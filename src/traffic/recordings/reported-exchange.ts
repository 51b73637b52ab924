/** Turns a recorded exchange into the form that findings and reports show. */
import { readContract } from '../../contract/spec.ts';
import { digestUrl, type Exchange, maskHeaders, maskUrl } from '../../harness/evidence/index.ts';
import type { ObservedExchange } from '../../monitor/index.ts';
import { removeCredentials } from './mask-secrets.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

/** Returns the exchange as reports show it; undefined for a call without a response. */
export function toReportedExchange(
  observed: ObservedExchange,
  { request, took, sentAt }: RecordedExchange,
): Exchange | undefined {
  const { response, number } = observed;
  if (response === undefined) return undefined;
  const { toStorage, method, path, key, body } = observed.request;
  const [pathWithoutQuery = ''] = path.split('?');
  const mediaType = (response.headers['content-type'] ?? '').split(';')[0] ?? '';
  return {
    number,
    operation: toStorage ? 'putFile' : readContract().match(method, pathWithoutQuery)?.operation.id,
    request: {
      method,
      url: toStorage ? maskUrl(request.url) : removeCredentials(request.url),
      path: toStorage ? maskUrl(path) : path,
      headers: maskHeaders(request.headers),
      body: body.kind === 'json' ? body.value : describeBody(body),
      key: key === 'none' ? 'none' : 'own',
      ...(toStorage && { urlDigest: digestUrl(request.url) }),
      ...(body.kind === 'bytes' && body.sha256 !== undefined && { sha256: body.sha256 }),
    },
    status: response.status,
    headers: response.headers,
    mediaType: mediaType.trim().toLowerCase(),
    text: response.text ?? '',
    body: response.body,
    sentAt,
    took,
  };
}

function describeBody(body: ObservedExchange['request']['body']): string | undefined {
  if (body.kind === 'text') return body.text;
  if (body.kind === 'bytes') return `${body.size ?? 'unknown'} bytes`;
  return body.kind === 'unknown' ? 'a body that the recording does not have' : undefined;
}

/**
 * Returns the address of the service with the version prefix.
 * @param address the full URL of a call
 * @param path the path of the same call below the version prefix
 */
export function getServiceAddress(address: string, path: string): string {
  const { origin, pathname } = new URL(address);
  const [pathWithoutQuery = ''] = path.split('?');
  return origin + pathname.slice(0, pathname.length - pathWithoutQuery.length);
}
