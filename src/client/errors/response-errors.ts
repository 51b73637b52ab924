/** The errors for responses without the success that a call expects. */
import type { BookListItem, Operation } from '../contract.ts';
import {
  DistributionError,
  type DistributionErrorType,
  type ErrorContext,
} from './distribution-error.ts';

/** The facts about a response. */
export interface ResponseContext extends ErrorContext {
  readonly operation: Operation;
  readonly status: number;
  readonly retryAfterMs?: number | undefined;
}

/** The most parts of a message, because a service decides how many fields it names. */
const maxParts = 20;

/**
 * The response is not the success that the call expects. A 401 always has this class, and so does a 429 or 5xx without a
 * Problem or a message. `isUnauthorizedError`, `isRateLimited` and `isServerFailure` distinguish them.
 */
export class ResponseError extends DistributionError {
  declare readonly operation: Operation;
  declare readonly status: number;
  /** How long the service asks to wait before a retry, in milliseconds; undefined if it does not say. */
  declare readonly retryAfterMs: number | undefined;

  /** @param parts the parts of the message, without repetitions of earlier parts */
  constructor(
    type: DistributionErrorType,
    parts: readonly (string | undefined)[],
    facts: ResponseContext,
  ) {
    let words = '';
    for (const part of parts.slice(0, maxParts)) {
      if (part && !words.includes(part.replace(/\.$/, ''))) words += `${words && '; '}${part}`;
    }
    // Line breaks and escape sequences of a service could forge lines of a log, or steer a terminal.
    const oneLine = words.replaceAll(/\p{Cc}+/gu, ' ');
    super(type, `${facts.operation} got ${facts.status}: ${oneLine}`, facts);
  }
}

export interface InvalidParam {
  /** The field, for example `isbn`; `0.role` is the role of the first entry of a batch. */
  readonly name: string;
  readonly reason: string;
}

/** A Problem object (document: Problem object). Only title and status are always present. */
export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly type: string | undefined;
  readonly detail: string | undefined;
  /** The path of the request. */
  readonly instance: string | undefined;
  readonly invalidParams: readonly InvalidParam[];
}

/** The service refused the call with a Problem object (document: Errors; mostly 400, 409 and 422). */
export class ProblemError extends ResponseError {
  declare readonly type: 'problem';
  declare readonly problem: Problem;

  constructor(problem: Problem, facts: ResponseContext) {
    const { title, detail, invalidParams } = problem;
    const reasons = invalidParams.map(({ name, reason }) => (reason ? `${name}: ${reason}` : name));
    const allFacts = { ...facts, problem };
    super('problem', [title, detail, ...reasons], allFacts);
  }

  /** The fields that the service named, each with its reason; empty if it named none. */
  get invalidParams(): readonly InvalidParam[] {
    return this.problem.invalidParams;
  }

  /** Returns why a field such as `isbn` or `0.role` was refused, or undefined if the service did not name it. */
  param(name: string): string | undefined {
    return this.invalidParams.find((param) => param.name === name)?.reason;
  }
}

/** The service responded with `{ message }` (document: Errors; a 404, or a checksum that did not match). */
export class MessageError extends ResponseError {
  declare readonly type: 'message';
  /** The service's message, without the operation and the status that `message` adds. */
  declare readonly serviceMessage: string;

  constructor(serviceMessage: string, facts: ResponseContext) {
    const allFacts = { ...facts, serviceMessage };
    super('message', [serviceMessage], allFacts);
  }
}

interface UnexpectedResponse {
  readonly expected: string;
  readonly received: string;
  readonly books?: readonly BookListItem[] | undefined;
}

/** Any other response: a success without the expected content, a redirect or a proxy's page. */
export class UnexpectedResponseError extends ResponseError {
  declare readonly type: 'unexpected-response';
  /** The response that the document describes for this call. */
  declare readonly expected: string;
  /** The media type and an outline of the actual response, without any value of its body. */
  declare readonly received: string;
  readonly #body: unknown;
  readonly #books: readonly BookListItem[] | undefined;

  constructor({ books, ...facts }: ResponseContext & UnexpectedResponse, body?: unknown) {
    const { expected, received } = facts;
    const words = [`expected ${expected}`, `received ${received}. Check baseUrl and proxies.`];
    super('unexpected-response', words, facts);
    this.#body = body;
    this.#books = books;
  }

  /** The books that `toArray` received before the list ended too early; undefined in other cases. */
  get books(): readonly BookListItem[] | undefined {
    return this.#books;
  }

  /** The body as received. It may contain signed URLs, so do not log it. */
  get body(): unknown {
    return this.#body;
  }
}
