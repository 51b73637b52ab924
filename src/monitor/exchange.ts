/** The one form of an exchange in memory: runs create it, recordings are turned into it, and reports are written from it. */
import type { OperationId } from '../contract/operations.ts';

/** What is known about the API key of a request. */
export type KeyState =
  /** No `apikey` header was sent, or an empty one. */
  | 'none'
  /** A key the caller knows to be valid for `account`. */
  | 'own'
  /** A key the caller knows to be invalid. */
  | 'wrong'
  /** Any other key. The monitor learns from responses whether it is valid. */
  | 'unknown';

/** The body of a request. */
export type SentBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Text that is not JSON, or may not be. */
  | { readonly kind: 'text'; readonly text: string }
  /** The bytes of an upload, as far as the recording has them. */
  | {
      readonly kind: 'bytes';
      readonly size?: number;
      /** Lower-case hex. */
      readonly sha256?: string;
      /** The first bytes, which show the format of the file. 64 of them are enough. */
      readonly beginning?: Uint8Array;
      /** What reports may show of a file that a run made up itself: all its bytes if they are few, else the first 64. */
      readonly sample?: Uint8Array;
    }
  /** There was a body, but the recording does not have it. */
  | { readonly kind: 'unknown' };

/** A request without secrets: keys, presigned queries and unknown headers are masked. */
export interface SentRequest {
  readonly method: string;
  /** The address; for a presigned PUT without its query. */
  readonly url: string;
  /** The path below `/v2/distribution` with its query; for a presigned PUT the same as `url`. */
  readonly path: string;
  /** True for a presigned PUT. */
  readonly toStorage: boolean;
  /** The digest of the presigned URL. Grants with the same URL have the same one. */
  readonly urlDigest?: string;
  /** Names in lower case. Values may be masked. */
  readonly headers: Readonly<Record<string, string>>;
  readonly key: KeyState;
  /** An opaque label for the API key; requests with the same key have the same label. */
  readonly account: string;
  readonly body: SentBody;
  /** The ids in the path, in lower case, that the caller made up, so that nothing has them. */
  readonly madeUpIds?: readonly string[];
}

export interface ReceivedResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; undefined if the recording does not have it. */
  readonly text: string | undefined;
  /** The parsed body, or undefined if it is empty, missing or not JSON. */
  readonly body: unknown;
}

/** A call that was sent but not yet answered when another exchange was judged. */
export type CallInFlight = Pick<
  SentRequest,
  'method' | 'path' | 'toStorage' | 'urlDigest' | 'account'
> &
  Partial<Pick<SentRequest, 'body'>>;

/** A call that was sent, whether a response arrived or not. */
export interface ObservedExchange {
  /** The position in the history, to which judgements refer. Runs count from 1 in the order of sending. */
  readonly number: number;
  /** The contract's operation of the request; undefined for a route that is not in the contract. */
  readonly operation?: OperationId | undefined;
  /** True if calls before this one may be missing from the history. A jump in the numbers means the same. */
  readonly afterGap?: boolean;
  /** Epoch milliseconds by the observer's clock. */
  readonly sentAt: number;
  /** Epoch milliseconds of the last byte, or of the moment when the caller gave up. */
  readonly answeredAt: number;
  readonly request: SentRequest;
  /** Undefined if no complete response arrived. */
  readonly response: ReceivedResponse | undefined;
  /**
   * Calls that overlapped with this one and that the monitor has not judged yet.
   * Pass exchanges in the order of `answeredAt`, and list here the calls that were unanswered then.
   */
  readonly inFlight?: readonly CallInFlight[];
}

/** A call with its response. Cases get nothing else, and reports show nothing else. */
export interface Exchange extends ObservedExchange {
  readonly response: ReceivedResponse;
}

export function isAnswered(exchange: ObservedExchange): exchange is Exchange {
  return exchange.response !== undefined;
}

/** Returns the media type of a response in lower case, without parameters; empty if there is none. */
export function readMediaType({ headers }: Pick<ReceivedResponse, 'headers'>): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Parses JSON; undefined if the text is empty or not JSON. */
export function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Returns the JSON that a request sent; undefined for any other body. */
export function getSentJson({
  body,
}: {
  readonly body: SentBody | { readonly kind: 'malformed' };
}): unknown {
  return body.kind === 'json' ? body.value : undefined;
}

/** Returns the body of a request as it was sent; empty if it is not text. */
export function getSentText({ body }: Pick<SentRequest, 'body'>): string {
  if (body.kind === 'text') return body.text;
  return body.kind === 'json' ? JSON.stringify(body.value) : '';
}
