/** An exchange from a run, a recording or a proxy, in the form that the monitor judges. */

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
    }
  /** There was a body, but the recording does not have it. */
  | { readonly kind: 'unknown' };

export interface SentRequest {
  readonly method: string;
  /** The path below `/v2/distribution` with its query; for a presigned PUT the complete URL. */
  readonly path: string;
  /** True if `path` is the URL of a presigned PUT. */
  readonly toStorage: boolean;
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
export type CallInFlight = Pick<SentRequest, 'method' | 'path' | 'toStorage' | 'account'>;

export interface ObservedExchange {
  /** The position in the history, to which judgements refer. */
  readonly number: number;
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
