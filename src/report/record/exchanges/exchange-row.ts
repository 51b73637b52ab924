/** Converts exchanges into the rows that a report shows: redacted, with long bodies truncated. */
import type { Count } from '../../../contract/numbers.ts';
import { omitUndefined } from '../../../contract/omit-undefined.ts';
import { readContract } from '../../../contract/spec.ts';
import { type Exchange, formatInstant } from '../../../harness/evidence/index.ts';
import {
  digestUrl,
  readMediaType,
  type SentBody,
  type SentRequest,
} from '../../../monitor/index.ts';
import { type Redactor, formatSignedUrl } from '../../redact.ts';

/** The most characters of a body in a report; a full page of books has about 40,000. */
const defaultBodyLength = 8000;

/**
 * Returns the redacted row of an exchange.
 * @param maxLength the most characters of a body
 */
export function toExchangeRow(
  exchange: Exchange,
  redact: Redactor,
  maxLength = defaultBodyLength,
): ExchangeRow {
  const { request, response, sentAt } = exchange;
  const upload = request.body.kind === 'bytes' ? request.body : undefined;
  const prepareBody = (body: unknown): unknown =>
    redact.bodies ? truncateBody(redact.value(body), maxLength) : undefined;
  return omitUndefined({
    number: exchange.number,
    startedAt: formatInstant(sentAt),
    operation: exchange.operation,
    method: request.method,
    url: redactUrl(request, redact),
    requestHeaders: showKeyOwner(redact.headers(request.headers), request),
    requestBody: prepareBody(showSentBody(request.body)),
    requestSha256: upload?.sha256,
    requestBeginning: upload?.sample && encodeBeginning(upload.sample),
    status: response.status,
    responseHeaders: redact.headers(response.headers),
    mediaType: redact.text(readMediaType(response)),
    responseBody: prepareBody(response.body ?? (response.text || undefined)),
    took: Math.round((exchange.answeredAt - sentAt) * 1000) / 1000,
  });
}

/** Returns the JSON or the text of a body, and otherwise a description of it. */
function showSentBody(body: SentBody): unknown {
  if (body.kind === 'json') return body.value;
  if (body.kind === 'text') return body.text;
  if (body.kind === 'bytes') return `${body.size ?? 'unknown'} bytes`;
  return body.kind === 'unknown' ? 'a body that the recording does not have' : undefined;
}

function encodeBeginning(sample: Uint8Array): string {
  return Buffer.from(sample.subarray(0, 64)).toString('base64');
}

/** Returns which key a request had: that of the run or of its second account, another one, or none. */
export function nameKey({ key, account }: SentRequest): 'own' | 'second' | 'other' | 'none' {
  if (key === 'none') return 'none';
  if (key === 'wrong') return 'other';
  return account === 'second' ? 'second' : 'own';
}

/** The masks of keys. They show which key a request had, and `bookdist judge` reads them. */
export const keyMasks = { own: '[key]', second: '[second key]', other: '[wrong key]' } as const;

function showKeyOwner(headers: Record<string, string>, request: SentRequest) {
  const name = nameKey(request);
  const { keyHeader } = readContract();
  if (name === 'none' || headers[keyHeader] === undefined) return headers;
  return { ...headers, [keyHeader]: keyMasks[name] };
}

/** Returns the redacted URL of a request; for an upload, only its origin and digest. */
export function redactUrl({ toStorage, url, urlDigest }: SentRequest, redact: Redactor): string {
  if (!toStorage || !URL.canParse(url)) return redact.text(url);
  return formatSignedUrl(new URL(url).origin, urlDigest ?? digestUrl(url));
}

/** Truncates a body after redaction, because the redactor does not recognise half a secret. */
function truncateBody(body: unknown, maxLength: number): unknown {
  if (body === undefined || body === null) return body;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (text.length <= maxLength) return body;
  return `${text.slice(0, maxLength)}… cut, ${text.length} characters in all`;
}

/** The short form of one call of a case; the number identifies its exchange. */
export interface CallRow {
  readonly number: Count;
  /** ISO 8601 in UTC. */
  readonly startedAt?: string;
  readonly operation?: string;
  readonly method: string;
  /** The redacted address without its origin. */
  readonly path: string;
  readonly status: Count;
  /** Milliseconds. */
  readonly took: Count;
  /** The expected response; absent if the call only prepared something. */
  readonly expected?: string;
}

/** One request and its response, redacted. */
export interface ExchangeRow {
  readonly number: Count;
  /** ISO 8601 in UTC. */
  readonly startedAt?: string;
  readonly operation?: string;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody?: unknown;
  /** For an upload: the hash of its bytes, as 64 lower-case hex digits. */
  readonly requestSha256?: string;
  /** The first bytes of an upload in base64. */
  readonly requestBeginning?: string;
  readonly status: Count;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly mediaType: string;
  /** The parsed JSON, or the text of another body; a long body is truncated, with a note. */
  readonly responseBody?: unknown;
  /**
   * Milliseconds, to the microsecond.
   * @minimum 0
   */
  readonly took: number;
}

/** Milliseconds from sending a request to the last byte of its response. */
export interface Timing {
  readonly median: Count;
  /** 95 of 100 calls took at most this long. */
  readonly p95: Count;
  readonly longest: Count;
}

export interface OperationRow {
  readonly operation: string;
  readonly method: string;
  /** The path template below `/v2/distribution`. */
  readonly path: string;
  readonly calls: Count;
  readonly statuses: readonly {
    readonly status: Count;
    readonly times: Count;
    /** True if the contract has this status for this operation. */
    readonly documented: boolean;
  }[];
  /** Every status that the contract has for the operation, whether it occurred or not. */
  readonly inContract?: readonly Count[];
  readonly timing?: Timing;
}
