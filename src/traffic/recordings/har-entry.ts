/** Reads one entry of an HTTP archive (HAR 1.2), as browsers, proxies and `bookdist` write it. */
import { isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { parseInstant } from '../../harness/evidence/index.ts';
import { describeUpload, type UploadedBytes, unpackBody } from './create-exchange.ts';
import {
  assertAbsoluteUrl,
  readContentLength,
  parseHeaders,
  parseNumber,
  UnreadableEntry,
  getCompleteText,
  type RecordedExchange,
  type RecordedRequest,
  type RecordedResponse,
} from './recorded-exchange.ts';

/** Reads a body that the recorder wrote to a separate file; undefined if the file is missing. */
export type ReadAttachment = (name: string) => Buffer | undefined;

/**
 * Turns an entry of `log.entries` into an exchange.
 * @throws UnreadableEntry if the entry has no request, URL or start time
 */
export function parseHarEntry(entry: unknown, readFile: ReadAttachment): RecordedExchange {
  if (!isObject(entry)) throw new UnreadableEntry('is not an object');
  const { request, response, startedDateTime, time } = entry;
  const sentAt = typeof startedDateTime === 'string' ? parseInstant(startedDateTime) : Number.NaN;
  if (Number.isNaN(sentAt)) throw new UnreadableEntry('`startedDateTime` is not a time');
  if (!isObject(request)) throw new UnreadableEntry('`request` is not an object');
  const recordedResponse = isObject(response) ? readResponse(response, readFile) : undefined;
  return {
    number: parseNumber(entry['_number']),
    sentAt,
    // Browsers write -1 if the time is unknown.
    took: typeof time === 'number' && time > 0 ? time : 0,
    sent: hasConnectionError(response) || isFromCache(entry) ? false : undefined,
    request: readRequest(request, readFile),
    response: recordedResponse,
  };
}

/** Returns true if the request never reached the service. Chrome records why a request got no response. */
function hasConnectionError(response: unknown): boolean {
  const error = isObject(response) ? response['_error'] : undefined;
  return (
    typeof error === 'string' &&
    /ERR_(NAME_NOT_RESOLVED|CONNECTION_REFUSED|INTERNET_DISCONNECTED|CERT_|ADDRESS_)/.test(error)
  );
}

/** Returns true if the response came from the browser's cache, which Chrome names. */
function isFromCache({ _fromCache: cache }: JsonObject): boolean {
  return typeof cache === 'string';
}

function readRequest(request: JsonObject, readFile: ReadAttachment): RecordedRequest {
  const { method, url, postData, bodySize } = request;
  if (typeof method !== 'string' || typeof url !== 'string') {
    throw new UnreadableEntry('`request.method` or `request.url` is not a string');
  }
  const headers = readHeaders(request['headers'], postData);
  const recordedSizes = [Number(bodySize ?? Number.NaN), readContentLength(headers)];
  const sizes = recordedSizes.filter((size) => size >= 0);
  const common = {
    method: method.toUpperCase(),
    // Our own archives escape the brackets of masked URLs, but not in the bodies of grants.
    url: assertAbsoluteUrl(url).replace(/%5B(signed-[0-9a-f]+)%5D$/, '[$1]'),
    headers,
    size: sizes.length > 0 ? Math.max(...sizes) : undefined,
  };
  if (!isObject(postData)) return common;
  return common.method === 'PUT'
    ? { ...common, ...readUpload(postData, common.size, readFile) }
    : { ...common, text: readRequestText(postData, common.size, readFile) };
}

/** Describes an upload. Our own archives leave out the bytes and write their hash to `_sha256`. */
function readUpload(
  postData: JsonObject,
  size: number | undefined,
  readFile: ReadAttachment,
): UploadedBytes {
  const { _sha256: recordedHash, _beginning: beginning, text, encoding } = postData;
  if (typeof recordedHash === 'string') {
    const sha256 = recordedHash.toLowerCase();
    return { sha256, beginning: typeof beginning === 'string' ? beginning : undefined };
  }
  const isWhole = typeof text === 'string' && !isTruncated(text);
  const bytes =
    isWhole && encoding === 'base64'
      ? Buffer.from(text, 'base64')
      : (readAttachedBody(postData, readFile) ?? (isWhole ? encodeText(text, size) : undefined));
  return bytes === undefined ? {} : describeUpload(bytes);
}

/** Returns the bytes of a text that went through a character set; undefined if that may have changed them. */
function encodeText(text: string, size: number | undefined): Buffer | undefined {
  const bytes = Buffer.from(text, 'utf8');
  return bytes.length === size && !text.includes('\uFFFD') ? bytes : undefined;
}

/**
 * Returns the text of a request body. An empty text gives undefined, because recorders also write an
 * empty text for bodies that they leave out.
 */
function readRequestText(
  postData: JsonObject,
  size: number | undefined,
  readFile: ReadAttachment,
): string | undefined {
  const bytes = readAttachedBody(postData, readFile);
  const recordedText = bytes === undefined ? postData['text'] : bytes.toString('utf8');
  if (typeof recordedText !== 'string' || recordedText === '' || isTruncated(recordedText))
    return undefined;
  return getCompleteText(recordedText, size ?? Number.NaN);
}

function readAttachedBody(body: JsonObject, readFile: ReadAttachment): Buffer | undefined {
  const { _file: name } = body;
  return typeof name === 'string' ? readFile(name) : undefined;
}

/** Reads a response; undefined for status 0, which browsers write if there was no response. */
function readResponse(response: JsonObject, readFile: ReadAttachment) {
  const { status, content } = response;
  if (typeof status !== 'number' || status === 0) return undefined;
  const headers = readHeaders(response['headers'], content);
  const text = isObject(content) ? readContent(content, headers, readFile) : undefined;
  return { status, headers, text };
}

/** Reads headers. If the recorder left them out, the content type is the `mimeType` of the body. */
function readHeaders(headerList: unknown, body: unknown): Record<string, string> {
  const headers = parseHeaders(headerList);
  const type = isObject(body) ? body['mimeType'] : undefined;
  const isLeftOut = Object.keys(headers).length === 0;
  const isKnown = typeof type === 'string' && type.includes('/');
  return isLeftOut && isKnown ? { 'content-type': type } : headers;
}

/** Returns the text of a response body; undefined if the archive does not have the whole body. */
function readContent(
  content: JsonObject,
  headers: RecordedResponse['headers'],
  readFile: ReadAttachment,
): string | undefined {
  const { text: recordedText, encoding, size } = content;
  const isBytes = typeof recordedText === 'string' && encoding === 'base64';
  const bytes = isBytes ? Buffer.from(recordedText, 'base64') : readAttachedBody(content, readFile);
  const text = bytes === undefined ? recordedText : unpackBody(bytes, headers['content-encoding']);
  const sizes = [typeof size === 'number' ? size : Number.NaN, readContentLength(headers)];
  if (typeof text !== 'string') return size === 0 ? getCompleteText('', ...sizes) : undefined;
  // Without a size, an empty text may mean a body that was left out.
  const isLeftOut = text === '' && !sizes.some((count) => count >= 0);
  return isLeftOut || isTruncated(text) ? undefined : getCompleteText(text, ...sizes);
}

/** Returns true for a body that our own archives truncated, which ends with a note of its length. */
function isTruncated(text: string): boolean {
  return /… cut, \d+ characters in all$/.test(text);
}
