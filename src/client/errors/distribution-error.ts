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
  /** The contract's `operationId`, for example `createBook`; undefined when nothing was to be sent. */
  readonly operation: Operation | undefined;
  /** The HTTP status of the response; undefined when there was none. */
  readonly status: number | undefined;
  /** How many requests were sent for this call. */
  readonly attempts: number = 0;
  /** True when the same call may succeed later, and repeating it does no harm. */
  readonly retryable: boolean = false;
  /** The id the service or its gateway gave the request. Quote it to support. */
  readonly requestId: string | undefined;
  /** The id of the requirement the service enforced, for example `isbn.valid-on-create`, when it is known. */
  readonly requirement: string | undefined;
  /** The response headers that are known to be harmless, in lower case, their values masked. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly #response: Response | undefined;

  /** @param facts also the fields that the class of the error adds */
  constructor(
    type: DistributionErrorType,
    message: string,
    { cause, response, ...shown }: ErrorContext,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.type = type;
    this.#response = response;
    Object.assign(this, shown);
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

/** Returns the type of an error of this client, also of another copy of the package; undefined for anything else. */
export function getErrorType(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, brand) : undefined;
}

/** Puts the names on the prototypes, where stack traces find them and minifiers leave them alone. */
export function nameErrors(classes: Readonly<Record<string, { readonly prototype: Error }>>): void {
  for (const [name, { prototype }] of Object.entries(classes)) {
    Object.defineProperty(prototype, 'name', { value: name, configurable: true });
  }
}

nameErrors({ DistributionError });
