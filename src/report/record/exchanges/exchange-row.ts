/** Converts exchanges into the rows that a report shows: redacted, with long bodies truncated. */
import { omitUndefined } from '../../../contract/omit-undefined.ts';
import { digestUrl, type Exchange, formatInstant } from '../../../harness/evidence/index.ts';
import { type Redactor, formatSignedUrl } from '../../redact/index.ts';

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
  const { request, sentAt } = exchange;
  const prepareBody = (body: unknown): unknown =>
    redact.bodies ? truncateBody(redact.value(body), maxLength) : undefined;
  return omitUndefined({
    number: exchange.number,
    startedAt: sentAt === undefined ? undefined : formatInstant(sentAt),
    operation: exchange.operation,
    method: request.method,
    url: redactUrl(exchange, redact),
    requestHeaders: showKeyOwner(redact.headers(request.headers), request.key),
    requestBody: prepareBody(request.body),
    requestSha256: request.sha256,
    requestBeginning: request.beginning,
    status: exchange.status,
    responseHeaders: redact.headers(exchange.headers),
    mediaType: redact.text(exchange.mediaType),
    responseBody: prepareBody(exchange.body ?? (exchange.text || undefined)),
    took: Math.round(exchange.took * 1000) / 1000,
  });
}

/** The masks of keys. They show which key a request had, and `bookdist judge` reads them. */
const keyMasks = { own: '[key]', second: '[second key]', other: '[wrong key]' } as const;

function showKeyOwner(headers: Record<string, string>, key: Exchange['request']['key']) {
  if (key === 'none' || headers['apikey'] === undefined) return headers;
  return { ...headers, apikey: keyMasks[key] };
}

/** Returns the redacted URL of a request; for an upload, only its origin and digest. */
export function redactUrl({ operation, request }: Exchange, redact: Redactor): string {
  if (operation !== 'putFile' || !URL.canParse(request.url)) return redact.text(request.url);
  return formatSignedUrl(new URL(request.url).origin, request.urlDigest ?? digestUrl(request.url));
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
  readonly number: number;
  /** ISO 8601 in UTC. */
  readonly startedAt?: string;
  readonly operation?: string;
  readonly method: string;
  /** The redacted address without its origin. */
  readonly path: string;
  readonly status: number;
  /** Milliseconds. */
  readonly took: number;
  /** The expected response; absent if the call only prepared something. */
  readonly expected?: string;
}

/** One request and its response, redacted. */
export interface ExchangeRow {
  readonly number: number;
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
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly mediaType: string;
  /** The parsed JSON, or the text of another body; a long body is truncated, with a note. */
  readonly responseBody?: unknown;
  /** Milliseconds. */
  readonly took: number;
}

/** Milliseconds from sending a request to the last byte of its response. */
export interface Timing {
  readonly median: number;
  /** 95 of 100 calls took at most this long. */
  readonly p95: number;
  readonly longest: number;
}

export interface OperationRow {
  readonly operation: string;
  readonly method: string;
  /** The path template below `/v2/distribution`. */
  readonly path: string;
  readonly calls: number;
  readonly statuses: readonly {
    readonly status: number;
    readonly times: number;
    /** True if the contract has this status for this operation. */
    readonly documented: boolean;
  }[];
  /** Every status that the contract has for the operation, whether it occurred or not. */
  readonly inContract?: readonly number[];
  readonly timing?: Timing;
}
