/** The base class of all errors of the client, and the errors of calls without a response that shows their outcome. */
import type { Operation, Book } from '../contract.ts';
import { readProperty } from '../json.ts';

/** The class of an error as a string. Compare it where `instanceof` fails: after bundling, or with two copies of this package. */
export type DistributionErrorType =
  | 'problem'
  | 'message'
  | 'response'
  | 'unexpected-response'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'ambiguous-outcome'
  | 'preflight'
  | 'upload'
  | 'upload-batch';

const brand: unique symbol = Symbol.for('book-distribution.error');

/** The facts about a failed call. A printed error shows all of them except `response`. */
export interface ErrorContext {
  readonly operation?: Operation | undefined;
  readonly status?: number | undefined;
  readonly attempts?: number;
  readonly retryable?: boolean;
  readonly requestId?: string | undefined;
  readonly requirement?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly response?: Response | undefined;
  readonly cause?: unknown;
}

const maxMessageLength = 2_000;

/** The base class of this client's errors. No error shows the key or the query of a signed URL, in any form. */
export class DistributionError extends Error {
  readonly type: DistributionErrorType;
  /** The contract's `operationId`, for example `createBook`; undefined if there was no request to send. */
  declare readonly operation: Operation | undefined;
  /** The HTTP status of the response; undefined if there was none. */
  declare readonly status: number | undefined;
  /** The number of requests that were sent for this call. */
  readonly attempts: number = 0;
  /** True if the same call may succeed later and can safely be repeated. */
  readonly retryable: boolean = false;
  /** The request id from the service or its gateway, to quote to support. */
  declare readonly requestId: string | undefined;
  /** The id of the requirement that the service enforced, for example `isbn.valid-on-create`, if it is known. */
  declare readonly requirement: string | undefined;
  /** The response headers that are known to be harmless. Names are lowercase, and secrets in values are masked. */
  declare readonly headers: Readonly<Record<string, string>> | undefined;
  readonly #response: Response | undefined;

  constructor(
    type: DistributionErrorType,
    message: string,
    { cause, response, ...facts }: ErrorContext,
  ) {
    // Bounded, because a service decides how long its texts are.
    super(message.slice(0, maxMessageLength), cause === undefined ? undefined : { cause });
    this.type = type;
    this.#response = response;
    Object.assign(this, facts);
  }

  /**
   * The response as received; undefined if there was none. Its body can still be read. The body of a refusal
   * is cut after 64 kB. It is not masked, so do not log it.
   */
  get response(): Response | undefined {
    return this.#response;
  }

  get [brand](): DistributionErrorType {
    return this.type;
  }

  /** Returns the error as plain data: its name, its message and its other fields. */
  toJSON(): Record<string, unknown> {
    const facts: Record<string, unknown> = { name: this.name, message: this.message };
    return Object.assign(facts, this);
  }
}

/** Returns the type of a client error, including one from another copy of the package, or undefined for other values. */
export const getErrorType = (error: unknown): unknown => readProperty(error, brand);

/** The connection failed before the whole response was received. */
export class NetworkError extends DistributionError {
  declare readonly type: 'network';
  declare readonly operation: Operation;
  /** False if the request certainly never reached the service, true if it may have. */
  declare readonly sent: boolean;
  /** The system's code, for example `ECONNREFUSED`; undefined if the runtime gives none. */
  declare readonly code: string | undefined;

  constructor(
    message: string,
    facts: ErrorContext & Pick<NetworkError, 'operation' | 'sent' | 'code'>,
  ) {
    super('network', message, facts);
  }
}

/** No complete response was received in time. The request may have taken effect. */
export class TimeoutError extends DistributionError {
  declare readonly type: 'timeout';
  /** The option that ended the call: the limit for one request or for the whole call. */
  declare readonly limit: 'timeoutMs' | 'deadlineMs';
  /** The limit, in milliseconds. */
  declare readonly afterMs: number;
  /** False if the last request was certainly never sent, because it waited for `maxConcurrency` or its deadline was over. */
  declare readonly sent: boolean;

  /** @param failure by default, no complete response */
  constructor(
    facts: ErrorContext & Pick<TimeoutError, 'limit' | 'afterMs' | 'sent'>,
    failure = 'got no complete response within',
  ) {
    const { operation = 'The call', limit, afterMs } = facts;
    const message = `${operation} ${failure} ${afterMs} ms.`;
    super('timeout', `${message} Raise ${limit}, or check the service.`, facts);
  }
}

/** The caller's signal aborted the call. The `cause` is the signal's reason. */
export class AbortedError extends DistributionError {
  declare readonly type: 'aborted';

  constructor(facts: ErrorContext) {
    super('aborted', `${facts.operation ?? 'The call'} was aborted by its signal.`, facts);
  }
}

/**
 * It is unknown whether the call took effect, and a retry could make it take effect twice. The `cause` is the failure
 * that left the outcome unclear.
 */
export class AmbiguousOutcomeError extends DistributionError {
  declare readonly type: 'ambiguous-outcome';
  declare readonly operation: Operation;
  readonly #readBook: (() => Promise<Book | null>) | undefined;

  /** @param readBook reads the book again; undefined if it cannot be looked up */
  constructor(
    reason: string,
    facts: ErrorContext & Pick<AmbiguousOutcomeError, 'operation'>,
    readBook: (() => Promise<Book | null>) | undefined,
  ) {
    const advice = readBook === undefined ? '' : ' Look again with reconcile() before a retry.';
    const message = `${facts.operation} may or may not have worked: ${reason}${advice}`;
    super('ambiguous-outcome', message, facts);
    this.#readBook = readBook;
  }

  /**
   * Reads the book again. Returns it, or null if the service does not have it. Shortly after a lost create, null does not
   * prove that the book will not appear later.
   *
   * @throws this same error if the book cannot be looked up: a create without an `externalId`
   */
  async reconcile(): Promise<Book | null> {
    if (this.#readBook === undefined) throw this;
    return this.#readBook();
  }
}

/** A value that the service refuses or may refuse, or that the document advises against. */
export interface PreflightIssue {
  /** The name of the rule that found the issue, which the option `off` of the pre-flight switches off. */
  readonly rule: string;
  /** The id of the requirement in the ledger. */
  readonly requirement: string;
  /** The sentence of that requirement. */
  readonly statement: string;
  /** `error` if every service that follows the document refuses the value, otherwise `warning`. */
  readonly severity: 'error' | 'warning';
  /** The place of the value in the arguments, as a JSON Pointer: `/isbn`, `/files/0/role`. */
  readonly pointer: string;
  /** The value. */
  readonly received: string;
}

/** A pre-flight found errors, so nothing was sent. */
export interface PreflightError extends DistributionError {
  readonly type: 'preflight';
  /** All issues, first the errors and then the warnings. */
  readonly issues: readonly PreflightIssue[];
}
