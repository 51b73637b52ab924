/** Creates exchanges from what was recorded, without secrets: decodes bodies, and describes the bytes of uploads. */
import { createHash, randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import {
  digestUrl,
  findOperation,
  type KeyState,
  maskHeaders,
  maskUrl,
  type ObservedExchange,
  parseJson,
  type SentBody,
  type SentRequest,
} from '../../monitor/index.ts';
import { readContract } from '../../contract/spec.ts';
import { isSentElsewhere, type Destination } from './destinations.ts';
import { removeCredentials } from './mask-secrets.ts';
import {
  readContentLength,
  type RecordedExchange,
  type RecordedRequest,
} from './recorded-exchange.ts';

/** Gives each account a label, so that no key has to be stored. */
export interface AccountLabels {
  readonly getLabel: (key: string) => string;
}

/**
 * Creates salted labels, so that a key cannot be guessed from a report.
 * @param noteKey receives every key before its label is used
 */
export function createAccountLabels(
  noteKey: (key: string) => void = () => undefined,
): AccountLabels {
  const salt = randomBytes(16);
  return {
    getLabel: (key) => {
      noteKey(key);
      return createHash('sha256').update(salt).update(key).digest('hex').slice(0, 8);
    },
  };
}

/** What a recorded exchange does not say itself. */
export interface ExchangeContext {
  readonly number: number;
  readonly destination: Destination;
  readonly labels: AccountLabels;
}

/** Creates an exchange; the calls in flight are left to add. */
export function createExchange(
  recorded: RecordedExchange,
  context: ExchangeContext,
): ObservedExchange {
  const { sentAt, took } = recorded;
  const request = createSentRequest(recorded.request, context);
  // An upload that was redirected to another storage has an unknown outcome, like one without a response.
  const response = isSentElsewhere(recorded) ? undefined : recorded.response;
  return {
    number: context.number,
    operation: findOperation(request),
    sentAt,
    answeredAt: sentAt + took,
    request,
    response: response && {
      status: response.status,
      headers: response.headers,
      text: response.text,
      body: parseJson(response.text ?? ''),
    },
  };
}

/** Creates the request of an exchange, without its key and without the signature of its URL. */
export function createSentRequest(
  request: RecordedRequest,
  { destination, labels }: Pick<ExchangeContext, 'destination' | 'labels'>,
): SentRequest {
  const { method, url, headers } = request;
  const key = headers[readContract().keyHeader];
  const { toStorage, path } = destination;
  return {
    method,
    url: toStorage ? maskUrl(url) : removeCredentials(url),
    path: toStorage ? maskUrl(path) : path,
    toStorage,
    ...(toStorage && { urlDigest: digestUrl(url) }),
    headers: maskHeaders(headers),
    key: request.hidesKey === true ? 'unknown' : readKeyState(key),
    account: key === undefined || key === '' ? '' : labels.getLabel(key),
    body: readSentBody(request, toStorage),
  };
}

/**
 * Recordings do not show whether a key is valid; the monitor learns it from the responses. Only our
 * own archives name a key that the service does not know.
 */
function readKeyState(key: string | undefined): KeyState {
  if (key === '[wrong key]') return 'wrong';
  return key === undefined || key.trim() === '' ? 'none' : 'unknown';
}

function readSentBody(request: RecordedRequest, isUpload: boolean): SentBody {
  const { method, text, size, sha256, beginning, headers } = request;
  if (isUpload) {
    return {
      kind: 'bytes',
      ...(size !== undefined && { size }),
      ...(sha256 !== undefined && { sha256 }),
      ...(beginning !== undefined && { beginning: Buffer.from(beginning, 'base64') }),
    };
  }
  if (text === undefined) {
    // Without any size, the method decides whether there was a body.
    const length = size ?? readContentLength(headers);
    const isEmpty = length === 0 || (Number.isNaN(length) && !/^(POST|PATCH)$/.test(method));
    return isEmpty ? { kind: 'none' } : { kind: 'unknown' };
  }
  if (text === '') return { kind: 'none' };
  const value = parseJson(text);
  return value === undefined ? { kind: 'text', text } : { kind: 'json', value };
}

/** In bytes; larger bodies are not judged. */
export const largestBody = 16 * 1024 * 1024;

const unpackers = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
} as const;

/**
 * Returns the text of a body; undefined if it cannot be decompressed or is too large. Many recorders
 * write bodies that are already decompressed, but keep the Content-Encoding.
 * @param encoding the Content-Encoding, if there is one
 */
export function unpackBody(bytes: Uint8Array, encoding = ''): string | undefined {
  if (encoding === '' || encoding === 'identity') return new TextDecoder().decode(bytes);
  const plainText = decodeUtf8(bytes);
  if (plainText !== undefined && parseJson(plainText) !== undefined) return plainText;
  if (!isSupported(encoding)) return plainText;
  try {
    return new TextDecoder().decode(unpackers[encoding](bytes, { maxOutputLength: largestBody }));
  } catch {
    return plainText;
  }
}

function isSupported(encoding: string): encoding is keyof typeof unpackers {
  return Object.hasOwn(unpackers, encoding);
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export type UploadedBytes = Pick<RecordedRequest, 'size' | 'sha256' | 'beginning'>;

/** In bytes; enough to show the type of the file. */
const beginningLength = 64;

/** Creates a describer that receives an upload piece by piece. */
export function createUploadDescriber() {
  const hash = createHash('sha256');
  let size = 0;
  let beginning = Buffer.alloc(0);
  return {
    add: (piece: Uint8Array): void => {
      size += piece.length;
      hash.update(piece);
      const missingBytes = beginningLength - beginning.length;
      if (missingBytes > 0) beginning = Buffer.concat([beginning, piece.subarray(0, missingBytes)]);
    },
    /** Call it once, after the last piece. */
    end: (): UploadedBytes => ({
      size,
      sha256: hash.digest('hex'),
      beginning: beginning.toString('base64'),
    }),
  };
}

/** Describes an upload whose bytes are all in memory. */
export function describeUpload(bytes: Uint8Array): UploadedBytes {
  const description = createUploadDescriber();
  description.add(bytes);
  return description.end();
}
