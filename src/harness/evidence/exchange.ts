/** One recorded request with its answer: the only thing a verdict may rest on. */
import type { OperationId } from '../../contract/operations.ts';

/** What was sent, as it went over the wire. `path` is below `/v2/distribution` and starts with a slash. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON when the body was JSON, otherwise the text, or the byte count of an upload. */
  readonly body: unknown;
  /** Whose key went along, since its value is kept nowhere. */
  readonly key: 'own' | 'other' | 'none';
  /** The bytes of an upload, as far as they are few enough to be told again. */
  readonly bytes?: Uint8Array;
  /** The SHA-256 of an upload, as 64 lower-case hex digits. */
  readonly sha256?: string;
  /** Names the whole presigned URL of an upload, which `url` masks. */
  readonly urlDigest?: string;
}

/** A request with its answer. Secrets are already masked in `request.headers` and in signed queries. */
export interface Exchange {
  /** Counts up from 1 over a run, in the order of sending. */
  readonly number: number;
  /** The contract's operation this request belongs to; undefined for routes the contract does not have. */
  readonly operation: OperationId | undefined;
  readonly request: SentRequest;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The media type alone, lower case, without parameters; empty when there is none. */
  readonly mediaType: string;
  readonly text: string;
  /** The parsed body, or undefined when it is empty or does not parse as JSON. */
  readonly body: unknown;
  /** When it was sent, in epoch milliseconds of our clock. */
  readonly sentAt?: number;
  /** Milliseconds from sending to the last byte. */
  readonly took: number;
}
