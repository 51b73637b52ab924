/** Reads one entry of an HTTP archive (HAR 1.2), as browsers, proxies and `bookdist` write it. */
import { isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { parseInstant } from '../../harness/evidence/index.ts';
import { describeUpload, type UploadedBytes } from './uploaded-bytes.ts';
import {
  absoluteUrl,
  headersOf,
  numberIn,
  UnreadableEntry,
  type RecordedExchange,
  type RecordedRequest,
  type RecordedResponse,
} from './recorded-exchange.ts';

/**
 * Turns an entry of `log.entries` into an exchange.
 * @throws UnreadableEntry if the entry has no request, URL or start time
 */
export function exchangeOfHarEntry(entry: unknown): RecordedExchange {
  if (!isObject(entry)) throw new UnreadableEntry('is not an object');
  const { request, response, startedDateTime, time } = entry;
  const sentAt = typeof startedDateTime === 'string' ? parseInstant(startedDateTime) : Number.NaN;
  if (Number.isNaN(sentAt)) throw new UnreadableEntry('`startedDateTime` is not a time');
  if (!isObject(request)) throw new UnreadableEntry('`request` is not an object');
  const received = isObject(response) ? readResponse(response) : undefined;
  return {
    ...numberIn(entry['_number']),
    sentAt,
    // Browsers write -1 if the time is unknown.
    took: typeof time === 'number' && time > 0 ? time : 0,
    ...((isNeverSent(response) || isFromCache(entry)) && { sent: false }),
    request: readRequest(request),
    ...(received && { response: received }),
  };
}

/** Chrome says why a request got no response. */
function isNeverSent(response: unknown): boolean {
  const error = isObject(response) ? response['_error'] : undefined;
  return (
    typeof error === 'string' &&
    /ERR_(NAME_NOT_RESOLVED|CONNECTION_REFUSED|INTERNET_DISCONNECTED|CERT_|ADDRESS_)/.test(error)
  );
}

/** Chrome names the cache that answered. */
function isFromCache({ _fromCache: cache }: JsonObject): boolean {
  return typeof cache === 'string';
}

function readRequest(request: JsonObject): RecordedRequest {
  const { method, url, postData, bodySize } = request;
  if (typeof method !== 'string' || typeof url !== 'string') {
    throw new UnreadableEntry('`request.method` or `request.url` is not a string');
  }
  const size = typeof bodySize === 'number' && bodySize >= 0 ? { size: bodySize } : {};
  return {
    method: method.toUpperCase(),
    // Our own archives escape the brackets of masked URLs; the grants next to them do not.
    url: absoluteUrl(url).replace(/%5B(signed-[0-9a-f]+)%5D$/, '[$1]'),
    headers: headersWithType(request['headers'], postData),
    ...size,
    ...(isObject(postData) && readPostData(postData, method.toUpperCase() === 'PUT')),
  };
}

/** Our own archives leave out the bytes of uploads and write their hash to `_sha256`. */
function readPostData(
  postData: JsonObject,
  isUpload: boolean,
): Pick<RecordedRequest, 'text' | keyof UploadedBytes> {
  const { text, _sha256: known, _beginning: beginning, _notKept: notKept, encoding } = postData;
  if (typeof known === 'string') {
    const sha256 = known.toLowerCase();
    return { sha256, ...(typeof beginning === 'string' && { beginning }) };
  }
  if (notKept === true || typeof text !== 'string' || isCut(text)) return {};
  if (!isUpload) return { text };
  // Without `encoding` the bytes went through a character set, so their hash would be a guess.
  if (encoding !== 'base64') return {};
  return describeUpload(Buffer.from(text, 'base64'));
}

/** Browsers write status 0 for a request that got no response. */
function readResponse(response: JsonObject): RecordedResponse | undefined {
  const { status, content } = response;
  if (typeof status !== 'number' || status === 0) return undefined;
  const headers = headersWithType(response['headers'], content);
  const text = isObject(content) ? contentText(content) : undefined;
  return { status, headers, ...(text !== undefined && { text }) };
}

/** A message has headers: if there are none, the recorder left them out, and only the body says its type. */
function headersWithType(listed: unknown, body: unknown): Record<string, string> {
  const headers = headersOf(listed);
  const type = isObject(body) ? body['mimeType'] : undefined;
  const isLeftOut = Object.keys(headers).length === 0;
  return isLeftOut && typeof type === 'string' && type.includes('/')
    ? { 'content-type': type }
    : headers;
}

/** Returns undefined if the archive does not have the whole body. */
function contentText(content: JsonObject): string | undefined {
  const { text, encoding, size } = content;
  if (typeof text !== 'string') return size === 0 ? '' : undefined;
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  return isCut(text) ? undefined : text;
}

/** Our own archives end long bodies with a note that says how long they were. */
function isCut(text: string): boolean {
  return /… cut, \d+ characters in all$/.test(text);
}
