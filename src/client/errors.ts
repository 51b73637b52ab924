/** What a call throws when the service answered, but not with success: one class per kind of answer. */
import type { KeyedOperation } from './book.ts';
import type { Problem } from './problem.ts';

/** Which class an error is of; survives bundling and two copies of this package, unlike `instanceof`. */
export type DistributionErrorKind = 'problem' | 'message' | 'unauthorized' | 'unexpected-answer';

const brand: unique symbol = Symbol.for('book-distribution.error');

interface Refused {
  readonly operation: KeyedOperation;
  readonly status: number;
}

/**
 * What every error of this client has in common. None of them shows the key or a signed query: not in
 * its message, not as JSON, not when inspected.
 */
export class DistributionError extends Error {
  readonly kind: DistributionErrorKind;
  /** The contract's `operationId`, for example `createBook`. */
  readonly operation: KeyedOperation;
  /** The HTTP status of the answer. */
  readonly status: number | undefined;

  static {
    named(this, 'DistributionError');
  }

  constructor(kind: DistributionErrorKind, message: string, { operation, status }: Refused) {
    super(message);
    this.kind = kind;
    this.operation = operation;
    this.status = status;
  }

  get [brand](): DistributionErrorKind {
    return this.kind;
  }

  /** The error as plain data: name, message and its own fields. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }
}

/** The service explained itself with a Problem object (document: Errors; mostly 400, 409 and 422). */
export class ProblemError extends DistributionError {
  declare readonly kind: 'problem';
  declare readonly status: number;
  readonly problem: Problem;

  static {
    named(this, 'ProblemError');
  }

  constructor(problem: Problem, refused: Refused) {
    const why = [problem.detail, ...problem.invalidParams.map((p) => `${p.name}: ${p.reason}`)];
    super('problem', sentence(refused, [problem.title, ...why]), refused);
    this.problem = problem;
  }

  /** The fields the service named, each with its reason; empty when it named none. */
  get invalidParams(): Problem['invalidParams'] {
    return this.problem.invalidParams;
  }

  /**
   * Why one field was refused, or undefined when it was not named.
   * @param name in the spelling of the service, for example `isbn`; `0.role` is the role of a batch's first entry
   */
  param(name: string): string | undefined {
    return this.invalidParams.find((param) => param.name === name)?.reason;
  }
}

/** The service answered `{ message }` (document: Errors; a 404, or a checksum that did not match). */
export class MessageError extends DistributionError {
  declare readonly kind: 'message';
  declare readonly status: number;
  /** The service's own words; `message` says them together with the call and the status. */
  readonly said: string;

  static {
    named(this, 'MessageError');
  }

  constructor(said: string, refused: Refused) {
    super('message', sentence(refused, [said]), refused);
    this.said = said;
  }
}

/** The key is missing or was not accepted: a 401, whatever came with it (document: Authentication). */
export class UnauthorizedError extends DistributionError {
  declare readonly kind: 'unauthorized';
  declare readonly status: 401;

  static {
    named(this, 'UnauthorizedError');
  }

  constructor(operation: KeyedOperation) {
    const next = 'the service did not accept the key. Check apiKey; keys come from support.';
    super('unauthorized', `${operation} was answered 401: ${next}`, { operation, status: 401 });
  }
}

/** What made an answer an unexpected one, in words without any value of its body. */
export interface Unexpected extends Refused {
  /** What the document describes for this call. */
  readonly expected: string;
  /** What came instead: its media type and the outline of its body. */
  readonly came: string;
  readonly body: unknown;
}

/** Anything else: a success without what it should hold, a redirect, a page of a proxy between. */
export class UnexpectedAnswerError extends DistributionError {
  declare readonly kind: 'unexpected-answer';
  declare readonly status: number;
  readonly expected: string;
  readonly came: string;
  readonly #body: unknown;

  static {
    named(this, 'UnexpectedAnswerError');
  }

  constructor(unexpected: Unexpected) {
    const { operation, status, expected, came, body } = unexpected;
    super(
      'unexpected-answer',
      `${operation} expected ${expected}; came ${status} with ${came}. ` +
        'If something between you and the service answered, check baseUrl and proxies.',
      { operation, status },
    );
    this.expected = expected;
    this.came = came;
    this.#body = body;
  }

  /** The body as it came, which may hold signed URLs: for looking into, not for logging. */
  get body(): unknown {
    return this.#body;
  }
}

/** Whether something caught is an error of this client, whichever copy of it made the error. */
export function isDistributionError(error: unknown): error is DistributionError {
  return kindOf(error) !== undefined;
}

/** Whether the service explained itself with a Problem object. */
export function isProblemError(error: unknown): error is ProblemError {
  return kindOf(error) === 'problem';
}

/** Whether the service answered `{ message }`. */
export function isMessageError(error: unknown): error is MessageError {
  return kindOf(error) === 'message';
}

/** Whether the key was not accepted. */
export function isUnauthorizedError(error: unknown): error is UnauthorizedError {
  return kindOf(error) === 'unauthorized';
}

/** Whether the answer was none the document describes. */
export function isUnexpectedAnswerError(error: unknown): error is UnexpectedAnswerError {
  return kindOf(error) === 'unexpected-answer';
}

function kindOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, brand) : undefined;
}

/** The name lies on the prototype, where a stack trace finds it and a minifier does not. */
function named(errorClass: { readonly prototype: Error }, name: string): void {
  Object.defineProperty(errorClass.prototype, 'name', { value: name, configurable: true });
}

function sentence({ operation, status }: Refused, parts: readonly (string | undefined)[]): string {
  const said = parts.filter((part) => part !== undefined && part !== '').join('; ');
  return `${operation} was answered ${status}: ${said}`;
}
