/** The errors of a response that is not the success the call needed. */
import type { Operation } from '../contract.ts';
import {
  DistributionError,
  setName,
  type DistributionErrorType,
  type ErrorOrigin,
} from './distribution-error.ts';
import type { Problem } from './problem.ts';

/** The details of every response error. */
export interface ResponseOrigin extends ErrorOrigin {
  readonly operation: Operation;
  readonly status: number;
  /** Milliseconds the service asks to wait, from `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
}

/** The service answered, but not with the success the call needed. */
export class ResponseError extends DistributionError {
  declare readonly operation: Operation;
  declare readonly status: number;
  /** Milliseconds the service asks to wait before another try; undefined when it does not say. */
  readonly retryAfterMs: number | undefined;

  static {
    setName(this, 'ResponseError');
  }

  constructor(type: DistributionErrorType, message: string, origin: ResponseOrigin) {
    super(type, message, origin);
    this.retryAfterMs = origin.retryAfterMs;
  }
}

/** The service explained itself with a Problem object (document: Errors; mostly 400, 409 and 422). */
export class ProblemError extends ResponseError {
  declare readonly type: 'problem';
  readonly problem: Problem;

  static {
    setName(this, 'ProblemError');
  }

  constructor(problem: Problem, origin: ResponseOrigin) {
    const reasons = problem.invalidParams.map(({ name, reason }) =>
      reason === '' ? name : `${name}: ${reason}`,
    );
    super('problem', describe(origin, [problem.title, problem.detail, ...reasons]), origin);
    this.problem = problem;
  }

  /** The fields the service named, each with its reason; empty when it named none. */
  get invalidParams(): Problem['invalidParams'] {
    return this.problem.invalidParams;
  }

  /**
   * Returns why one field was refused, or undefined when the service did not name it.
   * @param name as the service spells it, for example `isbn`; `0.role` is the role of the first entry of a batch
   */
  param(name: string): string | undefined {
    return this.invalidParams.find((param) => param.name === name)?.reason;
  }
}

/** The service answered `{ message }` (document: Errors; a 404, or a checksum that did not match). */
export class MessageError extends ResponseError {
  declare readonly type: 'message';
  /** The service's own words, without the operation and the status that `message` adds. */
  readonly serviceMessage: string;

  static {
    setName(this, 'MessageError');
  }

  constructor(serviceMessage: string, origin: ResponseOrigin) {
    super('message', describe(origin, [serviceMessage]), origin);
    this.serviceMessage = serviceMessage;
  }
}

/** The key is missing or was not accepted: a 401 with any body (document: Authentication). */
export class UnauthorizedError extends ResponseError {
  declare readonly type: 'unauthorized';
  declare readonly status: 401;

  static {
    setName(this, 'UnauthorizedError');
  }

  constructor(origin: ResponseOrigin) {
    const next = 'the key was not accepted. Check apiKey; keys come from support.';
    super('unauthorized', describe(origin, [next]), origin);
  }
}

/** A 429 without a Problem or a message. `isRateLimited` recognises every 429. */
export class RateLimitedError extends ResponseError {
  declare readonly type: 'rate-limited';
  declare readonly status: 429;

  static {
    setName(this, 'RateLimitedError');
  }

  constructor(origin: ResponseOrigin) {
    super('rate-limited', describe(origin, ['too many requests. Send fewer or wait.']), origin);
  }
}

/** A 5xx without a Problem or a message. `isServerFailure` recognises every 5xx. */
export class ServerError extends ResponseError {
  declare readonly type: 'server-error';

  static {
    setName(this, 'ServerError');
  }

  constructor(origin: ResponseOrigin, note = '') {
    super('server-error', describe(origin, [`the service or a gateway failed.${note}`]), origin);
  }
}

/** A response the document does not describe, in words that repeat no value of its body. */
export interface UnexpectedResponse extends ResponseOrigin {
  /** The response that the document describes for this call. */
  readonly expected: string;
  /** The actual response: its media type and the outline of its body. */
  readonly received: string;
  readonly body?: unknown;
}

/** Any other response: a success without the expected content, a redirect, a proxy's page. */
export class UnexpectedResponseError extends ResponseError {
  declare readonly type: 'unexpected-response';
  readonly expected: string;
  readonly received: string;
  readonly #body: unknown;

  static {
    setName(this, 'UnexpectedResponseError');
  }

  constructor(unexpected: UnexpectedResponse) {
    const { operation, status, expected, received, body } = unexpected;
    const message = `${operation} expected ${expected}; received ${status} with ${received}.`;
    super('unexpected-response', `${message} Check baseUrl and proxies.`, unexpected);
    this.expected = expected;
    this.received = received;
    this.#body = body;
  }

  /** The body as it was received. It may hold signed URLs: look into it, but do not log it. */
  get body(): unknown {
    return this.#body;
  }
}

/** Joins the parts to one sentence. A part that an earlier one contains is left out. */
function describe(
  { operation, status }: ResponseOrigin,
  parts: readonly (string | undefined)[],
): string {
  const words: string[] = [];
  for (const part of parts) {
    if (part === undefined || part === '') continue;
    const plain = part.replace(/\.$/, '');
    if (!words.some((word) => word.includes(plain))) words.push(part);
  }
  return `${operation} was answered ${status}: ${words.join('; ')}`;
}
