/** The errors of a call that got no response, or none that says how it ended. */
import type { Book, Operation } from '../contract.ts';
import { DistributionError, setName, type ErrorOrigin } from './distribution-error.ts';

/** The details of every connection error. */
export interface ConnectionOrigin extends ErrorOrigin {
  readonly operation: Operation;
  readonly attempts: number;
}

/** A connection that failed. */
export interface NetworkFailure extends ConnectionOrigin {
  readonly sent: boolean | undefined;
  readonly code: string | undefined;
  /** Replaces the usual message. */
  readonly explanation?: string | undefined;
}

/** The connection failed before the request was sent, or before the whole response was received. */
export class NetworkError extends DistributionError {
  declare readonly type: 'network';
  declare readonly operation: Operation;
  /**
   * False when the request certainly never reached the service; true when it may have; undefined when the `fetch`
   * that was given failed in a way that does not say.
   */
  readonly sent: boolean | undefined;
  /** The system's code, for example `ECONNREFUSED`; undefined when the runtime gives none. */
  readonly code: string | undefined;

  static {
    setName(this, 'NetworkError');
  }

  constructor(failure: NetworkFailure) {
    const { operation, sent, code, explanation } = failure;
    const what =
      sent === false ? 'never reached the service' : 'was sent, but its response was lost';
    const next = sent === false ? ' Check baseUrl and the network.' : '';
    const suffix = code === undefined ? '' : ` (${code})`;
    super('network', explanation ?? `${operation} ${what}${suffix}.${next}`, failure);
    this.sent = sent;
    this.code = code;
  }
}

/** The whole response was not received in time. The service may have done what it was asked. */
export class TimeoutError extends DistributionError {
  declare readonly type: 'timeout';
  /** The limit that ended the call: that of one request, or that of the whole call. */
  readonly limit: 'timeoutMs' | 'deadlineMs';
  /** The limit, in milliseconds. */
  readonly afterMs: number;

  static {
    setName(this, 'TimeoutError');
  }

  constructor(limit: 'timeoutMs' | 'deadlineMs', afterMs: number, origin: ErrorOrigin) {
    const what = `${origin.operation ?? 'The call'} had no whole response within ${afterMs} ms.`;
    super('timeout', `${what} Raise ${limit}, or check whether the service is slow.`, origin);
    this.limit = limit;
    this.afterMs = afterMs;
  }
}

/** The caller's signal ended the call. Its `cause` is the signal's reason. */
export class AbortedError extends DistributionError {
  declare readonly type: 'aborted';

  static {
    setName(this, 'AbortedError');
  }

  constructor(origin: ErrorOrigin) {
    super('aborted', `${origin.operation ?? 'The call'} was aborted by its signal.`, origin);
  }
}

/** A call whose outcome is not known. */
export interface UnknownOutcome extends ConnectionOrigin {
  /** The part that is unknown, and what to do now. */
  readonly reason: string;
  /** Looks at the service again; undefined when there is nothing to look by. */
  readonly look?: (() => Promise<Book | null>) | undefined;
}

/**
 * It is not known whether the call did its work, and repeating it could do it twice. Its `cause` is the failure that
 * left it open.
 */
export class AmbiguousOutcomeError extends DistributionError {
  declare readonly type: 'ambiguous-outcome';
  declare readonly operation: Operation;
  readonly #look: (() => Promise<Book | null>) | undefined;

  static {
    setName(this, 'AmbiguousOutcomeError');
  }

  constructor(outcome: UnknownOutcome) {
    const message = `${outcome.operation} may or may not have worked: ${outcome.reason}`;
    super('ambiguous-outcome', message, outcome);
    this.#look = outcome.look;
  }

  /**
   * Looks now. Returns the book as the service shows it, or null when it has none. A null shortly after a lost create
   * does not prove that the book will not appear yet.
   *
   * @throws this same error when there is nothing to look by: a create without an `externalId`
   */
  async reconcile(): Promise<Book | null> {
    if (this.#look === undefined) throw this;
    return this.#look();
  }
}
