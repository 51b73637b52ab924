/** What a call throws when the service answered, but not with success: by body first, then by status. */
import type { Operation } from './book.ts';
import { DistributionError, named, type DistributionErrorKind } from './errors.ts';
import type { Problem } from './problem.ts';

/** An answer that is no success, as far as every class needs it. */
export interface Refused {
  readonly operation: Operation;
  readonly status: number;
  readonly attempts: number;
  /** How long the service asks to wait, from `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
}

/** The service answered, whatever it said. */
export class AnswerError extends DistributionError {
  declare readonly operation: Operation;
  declare readonly status: number;
  /** Milliseconds the service asks to wait before another try; undefined where it does not say. */
  readonly retryAfterMs: number | undefined;

  static {
    named(this, 'AnswerError');
  }

  constructor(kind: DistributionErrorKind, message: string, refused: Refused) {
    super(kind, message, refused);
    this.retryAfterMs = refused.retryAfterMs;
  }
}

/** The service explained itself with a Problem object (document: Errors; mostly 400, 409 and 422). */
export class ProblemError extends AnswerError {
  declare readonly kind: 'problem';
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
export class MessageError extends AnswerError {
  declare readonly kind: 'message';
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
export class UnauthorizedError extends AnswerError {
  declare readonly kind: 'unauthorized';
  declare readonly status: 401;

  static {
    named(this, 'UnauthorizedError');
  }

  constructor(refused: Refused) {
    const next = 'the key was not accepted. Check apiKey; keys come from support.';
    super('unauthorized', sentence(refused, [next]), refused);
  }
}

/** A 429 with neither a Problem nor a message. `isRateLimited` tells every 429, whatever came with it. */
export class RateLimitedError extends AnswerError {
  declare readonly kind: 'rate-limited';
  declare readonly status: 429;

  static {
    named(this, 'RateLimitedError');
  }

  constructor(refused: Refused) {
    super('rate-limited', sentence(refused, ['too many requests. Send fewer or wait.']), refused);
  }
}

/** A 5xx with neither a Problem nor a message. `isServerFailure` tells every 5xx. */
export class ServerError extends AnswerError {
  declare readonly kind: 'server-error';

  static {
    named(this, 'ServerError');
  }

  constructor(refused: Refused) {
    super('server-error', sentence(refused, ['the service or a gateway failed.']), refused);
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
export class UnexpectedAnswerError extends AnswerError {
  declare readonly kind: 'unexpected-answer';
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
        'Check baseUrl and proxies.',
      unexpected,
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

function sentence({ operation, status }: Refused, parts: readonly (string | undefined)[]): string {
  return `${operation} was answered ${status}: ${parts.filter(Boolean).join('; ')}`;
}
