/** The requests and responses that a report shows. */

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
  /** Parsed if it is JSON, otherwise its text; long texts are cut, with a note. */
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
