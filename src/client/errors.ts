/** What every error of this client has in common: its kind, its call, and that it shows no secret. */
import type { Operation } from './book.ts';

/** Which class an error is of; survives bundling and two copies of this package, unlike `instanceof`. */
export type DistributionErrorKind =
  | 'problem'
  | 'message'
  | 'unauthorized'
  | 'rate-limited'
  | 'server-error'
  | 'unexpected-answer'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'ambiguous-outcome'
  | 'preflight'
  | 'upload'
  | 'upload-batch';

const brand: unique symbol = Symbol.for('book-distribution.error');

/** Where an error arose: in which call, at which answer, after how many requests. */
export interface ErrorOrigin {
  readonly operation?: Operation | undefined;
  readonly status?: number | undefined;
  readonly attempts?: number | undefined;
  /** Shown when the error is inspected, so it may hold no secret. */
  readonly cause?: unknown;
}

/**
 * The class above all errors of this client. None of them shows the key or a signed query: not in
 * its message, not as JSON, not when inspected.
 */
export class DistributionError extends Error {
  readonly kind: DistributionErrorKind;
  /** The contract's `operationId`, for example `createBook`; undefined where nothing was to be sent. */
  readonly operation: Operation | undefined;
  /** The HTTP status of the answer; undefined where none came. */
  readonly status: number | undefined;
  /** How many requests were sent for this call. */
  readonly attempts: number;

  static {
    named(this, 'DistributionError');
  }

  constructor(kind: DistributionErrorKind, message: string, origin: ErrorOrigin) {
    super(message, origin.cause === undefined ? undefined : { cause: origin.cause });
    this.kind = kind;
    this.operation = origin.operation;
    this.status = origin.status;
    this.attempts = origin.attempts ?? 0;
  }

  get [brand](): DistributionErrorKind {
    return this.kind;
  }

  /** The error as plain data: name, message and its own fields. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }
}

/** Whether something caught is an error of this client, whichever copy of it made the error. */
export function isDistributionError(error: unknown): error is DistributionError {
  return kindOf(error) !== undefined;
}

/** The kind of an error of this client, or undefined for anything else. */
export function kindOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, brand) : undefined;
}

/** The name lies on the prototype, where a stack trace finds it and a minifier does not. */
export function named(errorClass: { readonly prototype: Error }, name: string): void {
  Object.defineProperty(errorClass.prototype, 'name', { value: name, configurable: true });
}
