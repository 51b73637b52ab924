/** Reads one entry of an HTTP archive (HAR 1.2), as browsers, proxies and `bookdist` write it. */
import { isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { parseInstant } from '../../harness/evidence/index.ts';
import { describeUpload, type UploadedBytes } from './uploaded-bytes.ts';
import { unpackBody } from './unpack-body.ts';
import {
  assertAbsoluteUrl,
  readContentLength,
  parseHeaders,
  parseNumber,
  UnreadableEntry,
  textIfComplete,
  type RecordedExchange,
  type RecordedRequest,
  type RecordedResponse,
} from './recorded-exchange.ts';

/** Reads a body that the recorder wrote to a separate file; undefined if the file is missing. */
export type ReadAttached = (name: string) => Buffer | undefined;

/**
 * Turns an entry of `log.entries` into an exchange.
 * @throws UnreadableEntry if the entry has no request, URL or start time
 */
export function parseHarEntry(entry: unknown, readAttached: ReadAttached): RecordedExchange {
  if (!isObject(entry)) throw new UnreadableEntry('is not an object');
  const { request, response, startedDateTime, time } = entry;
  const sentAt = typeof startedDateTime === 'string' ? parseInstant(startedDateTime) : Number.NaN;
  if (Number.isNaN(sentAt)) throw new UnreadableEntry('`startedDateTime` is not a time');
  if (!isObject(request)) throw new UnreadableEntry('`request` is not an object');
  const received = isObject(response) ? readResponse(response, readAttached) : undefined;
  return {
    number: parseNumber(entry['_number']),
    sentAt,
    // Browsers write -1 if the time is unknown.
    took: typeof time === 'number' && time > 0 ? time : 0,
    sent: isNeverSent(response) || isFromCache(entry) ? false : undefined,
    request: readRequest(request, readAttached),
    response: received,
  };
}

/** Chrome records why a request got no response. */
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

function readRequest(request: JsonObject, readAttached: ReadAttached): RecordedRequest {
  const { method, url, postData, bodySize } = request;
  if (typeof method !== 'string' || typeof url !== 'string') {
    throw new UnreadableEntry('`request.method` or `request.url` is not a string');
  }
  const headers = readHeaders(request['headers'], postData);
  const sizes = [Number(bodySize ?? Number.NaN), readContentLength(headers)].filter(
    (size) => size >= 0,
  );
  const common = {
    method: method.toUpperCase(),
    // Our own archives escape the brackets of masked URLs; the grants next to them do not.
    url: assertAbsoluteUrl(url).replace(/%5B(signed-[0-9a-f]+)%5D$/, '[$1]'),
    headers,
    size: sizes.length > 0 ? Math.max(...sizes) : undefined,
  };
  if (!isObject(postData)) return common;
  return common.method === 'PUT'
    ? { ...common, ...readUpload(postData, readAttached) }
    : { ...common, text: readSentText(postData, common.size, readAttached) };
}

/** Our own archives leave out the bytes of uploads and write their hash to `_sha256`. */
function readUpload(postData: JsonObject, readAttached: ReadAttached): UploadedBytes {
  const { _sha256: known, _beginning: beginning, text, encoding } = postData;
  if (typeof known === 'string') {
    const sha256 = known.toLowerCase();
    return { sha256, beginning: typeof beginning === 'string' ? beginning : undefined };
  }
  // Without `encoding` the bytes went through a character set, so their hash would be a guess.
  const isWhole = encoding === 'base64' && typeof text === 'string' && !isTruncated(text);
  const bytes = isWhole ? Buffer.from(text, 'base64') : readAttachedBody(postData, readAttached);
  return bytes === undefined ? {} : describeUpload(bytes);
}

/** Ignores an empty text, which recorders also write for bodies that they leave out. */
function readSentText(
  postData: JsonObject,
  size: number | undefined,
  readAttached: ReadAttached,
): string | undefined {
  const bytes = readAttachedBody(postData, readAttached);
  const recordedText = bytes === undefined ? postData['text'] : bytes.toString('utf8');
  if (typeof recordedText !== 'string' || recordedText === '' || isTruncated(recordedText))
    return undefined;
  return textIfComplete(recordedText, size ?? Number.NaN);
}

function readAttachedBody(body: JsonObject, readAttached: ReadAttached): Buffer | undefined {
  const { _file: name } = body;
  return typeof name === 'string' ? readAttached(name) : undefined;
}

/** Browsers write status 0 for a request that got no response. */
function readResponse(
  response: JsonObject,
  readAttached: ReadAttached,
): RecordedResponse | undefined {
  const { status, content } = response;
  if (typeof status !== 'number' || status === 0) return undefined;
  const headers = readHeaders(response['headers'], content);
  const text = isObject(content) ? readContent(content, headers, readAttached) : undefined;
  return { status, headers, text };
}

/** Reads headers. If the recorder left them out, the type comes from the body. */
function readHeaders(headerList: unknown, body: unknown): Record<string, string> {
  const headers = parseHeaders(headerList);
  const type = isObject(body) ? body['mimeType'] : undefined;
  const isLeftOut = Object.keys(headers).length === 0;
  return isLeftOut && typeof type === 'string' && type.includes('/')
    ? { 'content-type': type }
    : headers;
}

/** Returns undefined if the archive does not have the whole body. */
function readContent(
  content: JsonObject,
  headers: RecordedResponse['headers'],
  readAttached: ReadAttached,
): string | undefined {
  const { text: recordedText, encoding, size } = content;
  const isBytes = typeof recordedText === 'string' && encoding === 'base64';
  const bytes = isBytes
    ? Buffer.from(recordedText, 'base64')
    : readAttachedBody(content, readAttached);
  const text = bytes === undefined ? recordedText : unpackBody(bytes, headers['content-encoding']);
  const sizes = [typeof size === 'number' ? size : Number.NaN, readContentLength(headers)];
  if (typeof text !== 'string') return size === 0 ? textIfComplete('', ...sizes) : undefined;
  // Without a size, an empty text may be one that was left out.
  const isLeftOut = text === '' && !sizes.some((count) => count >= 0);
  return isLeftOut || isTruncated(text) ? undefined : textIfComplete(text, ...sizes);
}

/** Our own archives end long bodies with a note that says how long they were. */
function isTruncated(text: string): boolean {
  return /… cut, \d+ characters in all$/.test(text);
}
