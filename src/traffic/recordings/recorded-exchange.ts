/**
 * One exchange as a recorder captures it and as JSON Lines files have it: keys and signatures are not masked, and it
 * does not say which service it went to. `createExchange` turns it into an exchange.
 */
import { parseInstant } from '../../harness/evidence/index.ts';
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { parseJson } from '../../monitor/index.ts';

export interface RecordedRequest {
  readonly method: string;
  /** The absolute URL. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; absent if there was none, if it was binary, or if it was not recorded. */
  readonly text?: string | undefined;
  /** The number of bytes of an upload, or of a body that was not recorded. */
  readonly size?: number | undefined;
  /** SHA-256 of an upload as 64 lower-case hex digits. */
  readonly sha256?: string | undefined;
  /** The first bytes of an upload in base64, which show the type of the file. */
  readonly beginning?: string | undefined;
  /** True if the recorder may have left out the key. */
  readonly hidesKey?: true | undefined;
}

export interface RecordedResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, empty if there was none; absent if it was not recorded. */
  readonly text?: string | undefined;
}

export interface RecordedExchange {
  /** Counts the exchanges of one recording from 1. A missing number means an exchange that was not recorded. */
  readonly number?: number | undefined;
  /** Counts the recordings that are judged together. */
  readonly recording?: number | undefined;
  /** False if all times of the recording are whole seconds, which are too imprecise to put calls in order. */
  readonly hasPreciseTimes?: false | undefined;
  /** Epoch milliseconds, with fractions if the recorder wrote them. */
  readonly sentAt: number;
  /** Milliseconds from sending the request to the last byte of the response. */
  readonly took: number;
  readonly request: RecordedRequest;
  /** False if the request certainly never reached the service; then the call is not judged. */
  readonly sent?: false | undefined;
  /** Absent if no complete response arrived. */
  readonly response?: RecordedResponse | undefined;
}

/** Thrown for an entry of a recording that cannot be used, with the reason. */
export class UnreadableEntry extends Error {}

/**
 * Reads the JSON Lines form of an exchange (`exchange.schema.json` in the package).
 * @throws UnreadableEntry naming the member that is missing or has the wrong type
 */
export function parseExchange(value: unknown): RecordedExchange {
  if (!isObject(value)) throw new UnreadableEntry('is not an object');
  const request = readObject(value, 'request');
  const sentAt = parseInstant(readString(value, 'sentAt'));
  if (Number.isNaN(sentAt)) throw new UnreadableEntry('`sentAt` is not an ISO 8601 time');
  const took = value['took'];
  if (typeof took !== 'number') throw new UnreadableEntry('`took` is not a number');
  const headers = parseHeaders(request['headers']);
  const { body, size, sha256, beginning } = request;
  return {
    number: parseNumber(value['number']),
    sentAt,
    took,
    sent: value['sent'] === false ? false : undefined,
    request: {
      method: readString(request, 'method').toUpperCase(),
      url: assertAbsoluteUrl(readString(request, 'url')),
      headers,
      text: readBodyText(body, headers),
      size: typeof size === 'number' ? size : undefined,
      sha256: typeof sha256 === 'string' ? sha256.toLowerCase() : undefined,
      beginning: typeof beginning === 'string' ? beginning : undefined,
    },
    response: isObject(value['response']) ? parseResponse(value['response']) : undefined,
  };
}

/** Returns the number of an exchange; undefined if it is not a positive integer. */
export function parseNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}

function parseResponse(response: JsonObject): RecordedResponse {
  const { status, body } = response;
  if (typeof status !== 'number') throw new UnreadableEntry('`response.status` is not a number');
  const headers = parseHeaders(response['headers']);
  return { status, headers, text: readBodyText(body, headers) };
}

function readBodyText(body: unknown, headers: RecordedRequest['headers']): string | undefined {
  if (typeof body === 'string') return getCompleteText(body, readContentLength(headers));
  return body === undefined ? undefined : JSON.stringify(body);
}

/**
 * Returns the text of a body; undefined if it seems truncated or compressed. Complete JSON is returned
 * whatever the sizes are, because some recorders count the compressed bytes.
 * @param sizes numbers of bytes in the recording; NaN and negative numbers are ignored
 */
export function getCompleteText(text: string, ...sizes: readonly number[]): string | undefined {
  const length = Buffer.byteLength(text);
  const isTruncated = sizes.some((size) => size > length);
  const isTextWithoutSize = sizes.every((size) => !(size >= 0)) && /^\s*[[{]/.test(text);
  const isDoubtful = isTruncated || isTextWithoutSize || controlCharacters.test(text);
  return isDoubtful && parseJson(text) === undefined ? undefined : text;
}

/** Characters of compressed bytes that a recorder wrote as text; JSON text cannot contain them. */
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\0-\x08\x0e-\x1f]/;

/** Reads the Content-Length; NaN without one. */
export function readContentLength(headers: RecordedRequest['headers']): number {
  return Number(headers['content-length'] ?? Number.NaN);
}

/**
 * Returns an absolute URL unchanged.
 * @throws UnreadableEntry for a path without scheme and host
 */
export function assertAbsoluteUrl(text: string): string {
  if (URL.canParse(text)) return text;
  throw new UnreadableEntry(
    '`request.url` is not an absolute URL, such as https://api.example.com/v2/distribution/books',
  );
}

function readObject(value: JsonObject, name: string): JsonObject {
  const member = value[name];
  if (!isObject(member)) throw new UnreadableEntry(`\`${name}\` is not an object`);
  return member;
}

function readString(value: JsonObject, name: string): string {
  const member = value[name];
  if (typeof member !== 'string') throw new UnreadableEntry(`\`${name}\` is not a string`);
  return member;
}

/** Reads headers from an object or from a list of `{ name, value }`; the values of repeated names are joined. */
export function parseHeaders(headers: unknown): Record<string, string> {
  const result: Record<string, string> = {};
  const add = (name: string, value: string): void => {
    const key = name.toLowerCase();
    result[key] = result[key] === undefined ? value : `${result[key]}, ${value}`;
  };
  if (isObject(headers)) {
    for (const [name, value] of Object.entries(headers)) {
      if (typeof value === 'string') add(name, value);
    }
  }
  if (isArray(headers)) {
    for (const header of headers) {
      if (!isObject(header)) continue;
      const { name, value } = header;
      if (typeof name === 'string' && typeof value === 'string') add(name, value);
    }
  }
  return result;
}
