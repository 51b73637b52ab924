/** The base class of every error of this client. */
import type { Operation } from '../contract.ts';

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

/** The base class of this client's errors. No error shows the key or the query of a signed URL, in any form. */
export class DistributionError extends Error {
  readonly type: DistributionErrorType;
  /** The contract's `operationId`, for example `createBook`; undefined if there was no request to send. */
  readonly operation: Operation | undefined;
  /** The HTTP status of the response; undefined if there was none. */
  readonly status: number | undefined;
  /** The number of requests that were sent for this call. */
  readonly attempts: number = 0;
  /** True if the same call may succeed later and can safely be repeated. */
  readonly retryable: boolean = false;
  /** The request id from the service or its gateway, to quote to support. */
  readonly requestId: string | undefined;
  /** The id of the requirement that the service enforced, for example `isbn.valid-on-create`, if it is known. */
  readonly requirement: string | undefined;
  /** The response headers that are known to be harmless. Names are lowercase, and secrets in values are masked. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly #response: Response | undefined;

  constructor(
    type: DistributionErrorType,
    message: string,
    { cause, response, ...facts }: ErrorContext,
  ) {
    super(message, cause === undefined ? undefined : { cause });
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
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }
}

/** Returns the type of a client error, including one from another copy of the package, or undefined for other values. */
export function getErrorType(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, brand) : undefined;
}

/** Sets each name as a string on the prototype, because stack traces read it there and minifiers rename classes. */
export function nameErrors(classes: Readonly<Record<string, { readonly prototype: Error }>>): void {
  for (const [name, { prototype }] of Object.entries(classes)) {
    prototype.name = name;
  }
}

nameErrors({ DistributionError });
