/** The base class of every error of this client. */
import type { Operation } from '../contract.ts';

/** The class of an error as a string. Unlike `instanceof` it survives bundling and two copies of this package. */
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

/** The facts about a failed call. An error shows all of them when it is printed, except `response`. */
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

/** Every error of this client is one of these. None shows the key or a signed query, in any form. */
export class DistributionError extends Error {
  readonly type: DistributionErrorType;
  /** The contract's `operationId`, for example `createBook`; undefined if there was no request to send. */
  readonly operation: Operation | undefined;
  /** The HTTP status of the response; undefined if there was none. */
  readonly status: number | undefined;
  /** How many requests were sent for this call. */
  readonly attempts: number = 0;
  /** True if the same call may succeed later and can safely be repeated. */
  readonly retryable: boolean = false;
  /** The request id from the service or its gateway. Quote it to support. */
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
   * The response as it was received; undefined if there was none. Its body can still be read (of a refusal, at most
   * the first 64 kB). Nothing in it is masked, so do not log it.
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

/** Returns the type of an error of this client, including one from another copy of the package; undefined for anything else. */
export function getErrorType(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, brand) : undefined;
}

/** Sets the names on the prototypes: stack traces find them there, and minifiers do not change them. */
export function nameErrors(classes: Readonly<Record<string, { readonly prototype: Error }>>): void {
  for (const [name, { prototype }] of Object.entries(classes)) {
    prototype.name = name;
  }
}

nameErrors({ DistributionError });
