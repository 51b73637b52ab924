/** Classifies calls: to the service, to its storage, or to neither. */
import { apiPrefix } from '../../contract/spec.ts';
import { parseJson, type RecordedExchange, type RecordedRequest } from './recorded-exchange.ts';

/** The target of a call, and its path there. */
export interface Destination {
  readonly toStorage: boolean;
  /** Path below `/v2/distribution` with its query; for storage the whole URL. */
  readonly path: string;
}

type Call = Pick<RecordedExchange, 'request' | 'response' | 'sent'>;

/** Upload URLs that are remembered; of more, the oldest are forgotten. */
const maximumUrls = 10_000;

/**
 * Starts without knowing an upload URL.
 * @param service the address of the only service to judge. If a gateway leaves out
 * `/v2/distribution`, the path of this address replaces it
 */
export function createDestinations(service?: string) {
  const serviceUrl = service === undefined ? undefined : new URL(service);
  const uploadUrls = new Set<string>();
  return {
    /** Returns undefined for calls that concern other services, or that the service did not answer. */
    findDestination: (call: Call): Destination | undefined => {
      const { request, sent } = call;
      if (sent === false || !URL.canParse(request.url)) return undefined;
      const url = new URL(request.url);
      const path = pathBelowService(url, serviceUrl);
      if (path !== undefined) return isTransportOnly(call) ? undefined : { toStorage: false, path };
      const isUpload = request.method === 'PUT' && (uploadUrls.has(url.href) || isSigned(url));
      return isUpload ? { toStorage: true, path: request.url } : undefined;
    },
    /** Learns the upload URLs in a response. Later calls of `of` recognise them. */
    learn: ({ request, response }: RecordedExchange): void => {
      if (request.method !== 'POST' || !/\/upload(\?|$)/.test(request.url)) return;
      for (const url of findUrls(response?.text ?? '')) uploadUrls.add(url);
      for (const oldest of uploadUrls) {
        if (uploadUrls.size <= maximumUrls) break;
        uploadUrls.delete(oldest);
      }
    },
  };
}

function pathBelowService(url: URL, serviceUrl: URL | undefined): string | undefined {
  if (serviceUrl !== undefined && url.origin !== serviceUrl.origin) return undefined;
  const { pathname, search } = url;
  const index = pathname.indexOf(`${apiPrefix}/`);
  if (index >= 0) return pathname.slice(index + apiPrefix.length) + search;
  const base = serviceUrl?.pathname.replace(/\/$/, '') ?? '';
  return base !== '' && pathname.startsWith(`${base}/`)
    ? pathname.slice(base.length) + search
    : undefined;
}

/**
 * True for calls that say nothing about the service: a preflight of a browser, a redirect to another
 * origin, and a cache that validates its copy.
 */
function isTransportOnly(call: Call): boolean {
  const { request, response } = call;
  if (request.method === 'OPTIONS') return true;
  return response?.status === 304 ? isConditional(request) : isSentElsewhere(call);
}

/** True for a redirect to another origin, where the outcome is not visible. */
export function isSentElsewhere({
  request,
  response,
}: Pick<Call, 'request' | 'response'>): boolean {
  if (response === undefined || response.status < 300 || response.status > 308) return false;
  const { location = '' } = response.headers;
  const { url } = request;
  return URL.canParse(location, url) && new URL(location, url).origin !== new URL(url).origin;
}

function isConditional({ headers }: RecordedRequest): boolean {
  return 'if-none-match' in headers || 'if-modified-since' in headers;
}

/** Presigned URLs of storage services, and those that our own recordings mask. */
function isSigned({ pathname, search }: URL): boolean {
  const maskedPath = /\/(\[signed-[0-9a-f]+\]|%5Bsigned-[0-9a-f]+%5D|masked-[0-9a-f]+)$/;
  return maskedPath.test(pathname) || /[?&](x-\w+-signature|signature|sig)=/i.test(search);
}

function findUrls(text: string): string[] {
  return [...text.matchAll(/"url"\s*:\s*("(?:[^"\\]|\\.)*")/g)].flatMap(([, quoted = '']) => {
    const url = parseJson(quoted);
    return typeof url === 'string' && URL.canParse(url) ? [new URL(url).href] : [];
  });
}
