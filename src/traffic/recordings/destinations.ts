/** Classifies calls: to the service, to its storage, or to neither. */
import { apiPrefix } from '../../contract/spec.ts';
import { parseJson } from '../../monitor/index.ts';
import type { RecordedExchange, RecordedRequest } from './recorded-exchange.ts';

/** The target of a call, and its path there. */
export interface Destination {
  readonly toStorage: boolean;
  /** Path below `/v2/distribution` with its query; for storage the whole URL. */
  readonly path: string;
}

type Call = Pick<RecordedExchange, 'request' | 'response' | 'sent'>;

/** The most upload URLs to remember. If there are more, the oldest ones are forgotten. */
const maximumUrls = 10_000;

/**
 * Creates a classifier that knows no upload URL yet.
 * @param service the address of the only service to judge. Its path replaces `/v2/distribution` if a
 * gateway leaves that out
 */
export function createDestinations(service?: string) {
  const serviceUrl = service === undefined ? undefined : new URL(service);
  const uploadUrls = new Set<string>();
  return {
    /** Returns undefined for calls to other services and for calls that say nothing about this one. */
    findDestination: (call: Call): Destination | undefined => {
      const { request, sent: wasSent } = call;
      if (wasSent === false || !URL.canParse(request.url)) return undefined;
      const url = new URL(request.url);
      const path = findPathBelowService(url, serviceUrl);
      if (path !== undefined) return isTransportOnly(call) ? undefined : { toStorage: false, path };
      const isUpload = request.method === 'PUT' && (uploadUrls.has(url.href) || isSigned(url));
      return isUpload ? { toStorage: true, path: request.url } : undefined;
    },
    /** Learns the upload URLs in a response, so that `findDestination` recognises uploads to them. */
    learn: ({ request, response }: RecordedExchange): void => {
      if (request.method !== 'POST' || !/\/upload(\?|$)/.test(request.url)) return;
      for (const url of findUploadUrls(response?.text ?? '')) uploadUrls.add(url);
      for (const oldest of uploadUrls) {
        if (uploadUrls.size <= maximumUrls) break;
        uploadUrls.delete(oldest);
      }
    },
  };
}

function findPathBelowService(url: URL, serviceUrl: URL | undefined): string | undefined {
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
 * Returns true for calls that say nothing about the service: a browser's preflight, a redirect to another
 * origin, and the validation of a cached response.
 */
function isTransportOnly(call: Call): boolean {
  const { request, response } = call;
  if (request.method === 'OPTIONS') return true;
  return response?.status === 304 ? isConditional(request) : isSentElsewhere(call);
}

/** Returns true for a redirect to another origin, because its outcome is not visible here. */
export function isSentElsewhere({ request, response }: Pick<Call, 'request' | 'response'>) {
  if (response === undefined || response.status < 300 || response.status > 308) return false;
  const { location = '' } = response.headers;
  const { url } = request;
  return URL.canParse(location, url) && new URL(location, url).origin !== new URL(url).origin;
}

function isConditional({ headers }: RecordedRequest): boolean {
  return 'if-none-match' in headers || 'if-modified-since' in headers;
}

/** Returns true for presigned URLs of storage services and for the masked URLs of our own recordings. */
function isSigned({ pathname, search }: URL): boolean {
  const maskedPath = /\/(\[signed-[0-9a-f]+\]|%5Bsigned-[0-9a-f]+%5D|masked-[0-9a-f]+)$/;
  return maskedPath.test(pathname) || /[?&](x-\w+-signature|signature|sig)=/i.test(search);
}

/** Matches the quoted URLs in a response to an upload request, also if the end of the response is missing. */
const quotedUrls = /(?<="url"\s*:\s*)"(?:[^"\\]|\\.)*"/g;

function findUploadUrls(text: string): string[] {
  return (text.match(quotedUrls) ?? []).flatMap((quoted) => readQuotedUrl(quoted)?.href ?? []);
}

function readQuotedUrl(quoted: string): URL | undefined {
  const url = parseJson(quoted);
  return typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
}

/**
 * Replaces the upload URLs in a response. The text itself is edited, because a body that is parsed and written
 * again could differ in spaces or in the order of keys.
 */
export function replaceUploadUrls(text: string, replace: (url: URL) => string): string {
  return text.replaceAll(quotedUrls, (quoted) => {
    const url = readQuotedUrl(quoted);
    return url === undefined ? quoted : JSON.stringify(replace(url));
  });
}
