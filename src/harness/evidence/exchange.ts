/** One recorded request with its response, without secrets. A verdict may rest on nothing else. */
import { createHash } from 'node:crypto';
import type { OperationId } from '../../contract/operations.ts';

/** The request as it was sent. `path` is below `/v2/distribution` and starts with a slash. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body if it was JSON; otherwise its text, or for an upload the number of bytes in words. */
  readonly body: unknown;
  /** The key that was sent, without its value. `other` is a key that the service does not know. */
  readonly key: 'own' | 'second' | 'other' | 'none';
  /** The bytes of an upload, if they are few enough to be sent again. */
  readonly bytes?: Uint8Array;
  /** The SHA-256 of an upload, as 64 lower-case hex digits. */
  readonly sha256?: string;
  /** The first bytes of an upload in base64, which show what kind of file it is. */
  readonly beginning?: string;
  /** Identifies the presigned URL of an upload, which `url` masks. */
  readonly urlDigest?: string;
}

/** A request with its response. Secrets are already masked in `request.headers` and in signed queries. */
export interface Exchange {
  /** Counts up from 1 over a run, in the order of sending. */
  readonly number: number;
  /** The contract's operation of this request; undefined for a route that is not in the contract. */
  readonly operation: OperationId | undefined;
  readonly request: SentRequest;
  readonly status: number;
  /** With lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The media type in lower case, without parameters; empty if there is none. */
  readonly mediaType: string;
  readonly text: string;
  /** The parsed body, or undefined when it is empty or does not parse as JSON. */
  readonly body: unknown;
  /** When it was sent, in epoch milliseconds of our clock. */
  readonly sentAt?: number;
  /** Milliseconds from sending to the last byte. */
  readonly took: number;
}

const expectations = new WeakMap<Exchange, string>();

/** Records which response a case expected, such as `404` or `2xx`. Only the first record counts. */
export function noteExpectedResponse(exchange: Exchange, expected: string): void {
  if (!expectations.has(exchange)) expectations.set(exchange, expected);
}

/** Returns which response a case expected; undefined for a request that only prepared something. */
export function getExpectedResponse(exchange: Exchange): string | undefined {
  return expectations.get(exchange);
}

/** Only the values of these headers are recorded. All others are replaced. */
const recordedHeaders = new Set(['accept', 'content-type', 'content-length', 'prefer']);

/** Returns the headers of a request. Masks every value that is not known to be harmless. */
export function maskHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      recordedHeaders.has(name.toLowerCase()) ? value : '***',
    ]),
  );
}

/** Returns a presigned address without its query, which is a secret. */
export function maskUrl(url: string): string {
  const [address, query] = url.split('?');
  return query === undefined ? url : `${address}?***`;
}

/** Identifies a presigned URL without disclosing it: twelve hexadecimal digits, the same for the same URL. */
export function digestUrl(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 12);
}
