/** The base class of every error of this client. */
import type { Operation } from '../contract.ts';

/** The class of an error as a string. Unlike `instanceof` it survives bundling and two copies of this package. */
export type DistributionErrorType =
  | 'problem'
  | 'message'
  | 'unauthorized'
  | 'rate-limited'
  | 'server-error'
  | 'unexpected-response'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'ambiguous-outcome'
  | 'preflight'
  | 'upload'
  | 'upload-batch';

const brand: unique symbol = Symbol.for('book-distribution.error');

/** Where an error arose. Everything in it is shown when the error is printed, except `response`. */
export interface ErrorOrigin {
  readonly operation?: Operation | undefined;
  readonly status?: number | undefined;
  readonly attempts?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly requestId?: string | undefined;
  readonly retryable?: boolean | undefined;
  readonly requirement?: string | undefined;
  readonly response?: Response | undefined;
  readonly cause?: unknown;
}

/**
 * Every error of this client is one of these. None shows the key or a signed query: not in its message, not as
 * JSON, not when inspected.
 */
export class DistributionError extends Error {
  readonly type: DistributionErrorType;
  /** The contract's `operationId`, for example `createBook`; undefined when nothing was to be sent. */
  readonly operation: Operation | undefined;
  /** The HTTP status of the response; undefined when there was none. */
  readonly status: number | undefined;
  /** How many requests were sent for this call. */
  readonly attempts: number;
  /** True when the same call may succeed later, and repeating it does no harm. */
  readonly retryable: boolean;
  /** The id the service or its gateway gave the request. Quote it to support. */
  readonly requestId: string | undefined;
  /** The id of the requirement the service enforced, for example `isbn.valid-on-create`, when it is known. */
  readonly requirement: string | undefined;
  /** The response headers that are known to be harmless, in lower case, their values masked. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly #response: Response | undefined;

  static {
    setName(this, 'DistributionError');
  }

  constructor(type: DistributionErrorType, message: string, origin: ErrorOrigin) {
    super(message, origin.cause === undefined ? undefined : { cause: origin.cause });
    this.type = type;
    this.operation = origin.operation;
    this.status = origin.status;
    this.attempts = origin.attempts ?? 0;
    this.retryable = origin.retryable ?? false;
    this.requestId = origin.requestId;
    this.requirement = origin.requirement;
    this.headers = origin.headers;
    this.#response = origin.response;
  }

  /**
   * The response as it was received; undefined when there was none. Its body can still be read, at most the first
   * 64 kB of a refusal. Nothing in it is masked, so do not log it.
   */
  get response(): Response | undefined {
    return this.#response;
  }

  get [brand](): DistributionErrorType {
    return this.type;
  }

  /** The error as plain data: name, message and its own fields. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }
}

/** Returns the type of an error of this client, or undefined for anything else. */
export function getErrorType(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, brand) : undefined;
}

/** True for an error of this client, whichever copy of the package made it. */
export function isDistributionError(error: unknown): error is DistributionError {
  return getErrorType(error) !== undefined;
}

/** Puts the name on the prototype, where stack traces find it and minifiers leave it alone. */
export function setName(errorClass: { readonly prototype: Error }, name: string): void {
  Object.defineProperty(errorClass.prototype, 'name', { value: name, configurable: true });
}
