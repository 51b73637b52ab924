/** The requests and responses that a report shows: redacted, and cut where they are very long. */
import { digestUrl, type Exchange, formatInstant } from '../../../harness/evidence/index.ts';
import { type Redactor, formatSignedUrl } from '../../redact/index.ts';

/** Characters of a body that a report keeps; a full page of books is about 40,000. */
const defaultBodyLength = 8000;

/**
 * Redacts and truncates one exchange.
 * @param maxLength characters of a body that stay
 */
export function toExchangeRow(
  exchange: Exchange,
  redact: Redactor,
  maxLength = defaultBodyLength,
): ExchangeRow {
  const { request, sentAt } = exchange;
  const prepareBody = (body: unknown): unknown =>
    redact.bodies ? truncateBody(redact.value(body), maxLength) : undefined;
  const requestBody = prepareBody(request.body);
  const responseBody = prepareBody(exchange.body ?? (exchange.text || undefined));
  return {
    number: exchange.number,
    ...(sentAt !== undefined && { startedAt: formatInstant(sentAt) }),
    ...(exchange.operation !== undefined && { operation: exchange.operation }),
    method: request.method,
    url: redactUrl(exchange, redact),
    requestHeaders: showKeyOwner(redact.headers(request.headers), request.key),
    ...(requestBody !== undefined && { requestBody }),
    ...(request.sha256 !== undefined && { requestSha256: request.sha256 }),
    ...(request.beginning !== undefined && { requestBeginning: request.beginning }),
    status: exchange.status,
    responseHeaders: redact.headers(exchange.headers),
    mediaType: redact.text(exchange.mediaType),
    ...(responseBody !== undefined && { responseBody }),
    took: Math.round(exchange.took * 1000) / 1000,
  };
}

/** Keys are masked. Whose key it was stays visible, and `bookdist judge` reads it again. */
const keyMasks = { own: '[key]', second: '[second key]', other: '[wrong key]' } as const;

function showKeyOwner(
  headers: ExchangeRow['requestHeaders'],
  key: Exchange['request']['key'],
): ExchangeRow['requestHeaders'] {
  return key === 'none' || headers['apikey'] === undefined
    ? headers
    : { ...headers, apikey: keyMasks[key] };
}

/** The address of a request, redacted: of an upload only the origin and the digest. */
export function redactUrl({ operation, request }: Exchange, redact: Redactor): string {
  if (operation !== 'putFile' || !URL.canParse(request.url)) return redact.text(request.url);
  return formatSignedUrl(new URL(request.url).origin, request.urlDigest ?? digestUrl(request.url));
}

/** Cut after redaction, because the redactor does not recognise half a secret. */
function truncateBody(body: unknown, longest: number): unknown {
  if (body === undefined || body === null) return body;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (text.length <= longest) return body;
  return `${text.slice(0, longest)}… cut, ${text.length} characters in all`;
}

/** One call of a case, in short; its number leads to the whole exchange. */
export interface CallRow {
  readonly number: number;
  /** ISO 8601 in UTC. */
  readonly startedAt?: string;
  readonly operation?: string;
  readonly method: string;
  /** Address without its origin, redacted. */
  readonly path: string;
  readonly status: number;
  /** Milliseconds. */
  readonly took: number;
  /** The expected answer; absent if the call only prepared something. */
  readonly expected?: string;
}

/** One request and its answer, redacted. */
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
  /** Parsed if it is JSON, otherwise its text; long texts are truncated, with a note. */
  readonly responseBody?: unknown;
  /** Milliseconds. */
  readonly took: number;
}

/** Milliseconds from sending a request to the last byte of its answer. */
export interface Timing {
  readonly median: number;
  /** 95 of 100 calls took at most this long. */
  readonly p95: number;
  readonly longest: number;
}

export interface OperationRow {
  readonly operation: string;
  readonly method: string;
  /** Template below `/v2/distribution`. */
  readonly path: string;
  readonly calls: number;
  readonly statuses: readonly {
    readonly status: number;
    readonly times: number;
    /** True if the contract has this status for this operation. */
    readonly documented: boolean;
  }[];
  /** Every status that the contract has for it, seen or not. */
  readonly inContract?: readonly number[];
  readonly timing?: Timing;
}
