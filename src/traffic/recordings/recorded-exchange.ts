/** One recorded exchange, independent of the format of the file. */
import { parseInstant } from '../../harness/evidence/index.ts';
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';

export interface RecordedRequest {
  readonly method: string;
  /** The absolute URL. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; absent if there was none, if it was binary, or if the recording left it out. */
  readonly text?: string | undefined;
  /** The number of bytes of a body that the recording left out, or of an upload. */
  readonly size?: number | undefined;
  /** SHA-256 of an upload as 64 lower-case hex digits. */
  readonly sha256?: string | undefined;
  /** The first bytes of an upload in base64, which show what kind of file it is. */
  readonly beginning?: string | undefined;
  /** True if there may have been a key that the recorder left out. */
  readonly hidesKey?: true | undefined;
}

export interface RecordedResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, empty if there was none; absent if the recording left it out. */
  readonly text?: string | undefined;
}

export interface RecordedExchange {
  /** Counts the exchanges of one recording from 1: a number that is missing was not recorded. */
  readonly number?: number | undefined;
  /** Counts the recordings that are judged together. */
  readonly recording?: number | undefined;
  /** False if the recording has whole seconds only, which cannot put calls in order. */
  readonly ordered?: false | undefined;
  /** Epoch milliseconds, with fractions if the recorder wrote them. */
  readonly sentAt: number;
  /** Milliseconds from sending the request to the last byte of the response. */
  readonly took: number;
  readonly request: RecordedRequest;
  /** False if the request is certain never to have reached the service; such a call is not judged. */
  readonly sent?: false | undefined;
  /** Absent if no complete response arrived. */
  readonly response?: RecordedResponse | undefined;
}

/** Why an entry of a recording cannot be used. */
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

/** Reads the number of an exchange; undefined for any other value. */
export function parseNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}

function parseResponse(response: JsonObject): RecordedResponse {
  const { status, body } = response;
  if (typeof status !== 'number') throw new UnreadableEntry('`response.status` is not a number');
  const headers = parseHeaders(response['headers']);
  return { status, headers, text: readBodyText(body, headers) };
}

/** A JSON body is recorded as JSON, any other body as a string. */
function readBodyText(body: unknown, headers: RecordedRequest['headers']): string | undefined {
  if (typeof body === 'string') return textIfComplete(body, readContentLength(headers));
  return body === undefined ? undefined : JSON.stringify(body);
}

/**
 * Returns a text that was recorded completely; undefined if it is truncated or compressed. Complete
 * JSON may be shorter than its size, since some recorders count the bytes before they are unpacked.
 * @param sizes numbers of bytes in the recording; NaN and negative numbers are ignored
 */
export function textIfComplete(text: string, ...sizes: readonly number[]): string | undefined {
  const length = Buffer.byteLength(text);
  const isCut = sizes.some((size) => size > length);
  const isUnsized = sizes.every((size) => !(size >= 0)) && /^\s*[[{]/.test(text);
  const isDoubtful = isCut || isUnsized || controlCharacters.test(text);
  return isDoubtful && parseJson(text) === undefined ? undefined : text;
}

/** Characters of packed bytes that a recorder took for text; JSON cannot have them. */
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\0-\x08\x0e-\x1f]/;

/** Parses JSON; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Reads the Content-Length; NaN without one. */
export function readContentLength(headers: RecordedRequest['headers']): number {
  return Number(headers['content-length'] ?? Number.NaN);
}

/** @throws UnreadableEntry for a path without scheme and host */
export function assertAbsoluteUrl(text: string): string {
  if (URL.canParse(text)) return text;
  throw new UnreadableEntry(
    '`request.url` is not an absolute URL, such as https://api.example.com/v2/distribution/books',
  );
}

function readObject(value: JsonObject, name: string): JsonObject {
  const found = value[name];
  if (!isObject(found)) throw new UnreadableEntry(`\`${name}\` is not an object`);
  return found;
}

function readString(value: JsonObject, name: string): string {
  const found = value[name];
  if (typeof found !== 'string') throw new UnreadableEntry(`\`${name}\` is not a string`);
  return found;
}

/** Reads headers from an object or from a list of `{ name, value }`; repeated ones are joined. */
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
