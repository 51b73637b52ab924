/** One exchange as the monitor takes it, from a run, a HAR entry, a proxy or a log. */

/** The knowledge about the API key of a request. */
export type KeyState =
  /** No `apikey` header was sent, or an empty one. */
  | 'none'
  /** A key the caller knows to be valid for `account`. */
  | 'own'
  /** A key the caller knows to be invalid. */
  | 'wrong'
  /** A key of which nothing is known; the monitor learns from responses whether it is valid. */
  | 'unknown';

/** The body of a request. */
export type SentBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Text that is not JSON, or is not known to be. */
  | { readonly kind: 'text'; readonly text: string }
  /** Bytes of an upload, with what the recording has of them. */
  | {
      readonly kind: 'bytes';
      readonly size?: number;
      /** Lower-case hex. */
      readonly sha256?: string;
      /** The first bytes, 64 are enough: they show what kind of file it is. */
      readonly beginning?: Uint8Array;
    }
  /** There was a body, but the recording does not have it. */
  | { readonly kind: 'unknown' };

export interface SentRequest {
  readonly method: string;
  /** Path below `/v2/distribution` with its query; for a presigned PUT the whole URL. */
  readonly path: string;
  /** True if `path` is the URL of a presigned PUT. */
  readonly toStorage: boolean;
  /** Names in lower case. Values may be masked. */
  readonly headers: Readonly<Record<string, string>>;
  readonly key: KeyState;
  /** An opaque label for the API key; requests with the same key have the same label. */
  readonly account: string;
  readonly body: SentBody;
  /** Lower-case ids of the path that the caller made up, so that they name nothing anywhere. */
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

/** A call that had been sent and not answered when another exchange was judged. */
export type CallInFlight = Pick<SentRequest, 'method' | 'path' | 'toStorage' | 'account'>;

export interface ObservedExchange {
  /** Position in the history; judgements refer to it. */
  readonly number: number;
  /** True if calls before this one may be missing from the history. A jump in the numbers means the same. */
  readonly afterGap?: boolean;
  /** Epoch milliseconds by the observer's clock. */
  readonly sentAt: number;
  /** Epoch milliseconds of the last byte, or of the moment the caller gave up. */
  readonly answeredAt: number;
  readonly request: SentRequest;
  /** Undefined if no complete response arrived. */
  readonly response: ReceivedResponse | undefined;
  /**
   * Calls that were under way while this one was, and have not been given to the monitor yet.
   * Give exchanges in the order of `answeredAt` and list here what was still unanswered then.
   */
  readonly inFlight?: readonly CallInFlight[];
}
