/** The errors of calls that were not sent, or got no response that shows their outcome. */
import type { Book, Operation } from '../contract.ts';
import { DistributionError, nameErrors, type ErrorContext } from './distribution-error.ts';

/** The connection failed before the whole response was received. */
export class NetworkError extends DistributionError {
  declare readonly type: 'network';
  declare readonly operation: Operation;
  /**
   * False if the request certainly never reached the service, true if it may have; undefined if a custom `fetch` failed
   * in a way that does not show it.
   */
  declare readonly sent: boolean | undefined;
  /** The system's code, for example `ECONNREFUSED`; undefined if the runtime gives none. */
  declare readonly code: string | undefined;

  constructor(
    message: string,
    facts: ErrorContext & Pick<NetworkError, 'operation' | 'sent' | 'code'>,
  ) {
    super('network', message, facts);
  }
}

/** No complete response was received in time. The request may have taken effect. */
export class TimeoutError extends DistributionError {
  declare readonly type: 'timeout';
  /** The option that ended the call: the limit for one request or for the whole call. */
  declare readonly limit: 'timeoutMs' | 'deadlineMs';
  /** The limit, in milliseconds. */
  declare readonly afterMs: number;

  constructor(facts: ErrorContext & Pick<TimeoutError, 'limit' | 'afterMs'>) {
    const { operation = 'The call', limit, afterMs } = facts;
    const message = `${operation} got no complete response within ${afterMs} ms.`;
    super('timeout', `${message} Raise ${limit}, or check the service.`, facts);
  }
}

/** The caller's signal aborted the call. The `cause` is the signal's reason. */
export class AbortedError extends DistributionError {
  declare readonly type: 'aborted';

  constructor(facts: ErrorContext) {
    super('aborted', `${facts.operation ?? 'The call'} was aborted by its signal.`, facts);
  }
}

/**
 * It is unknown whether the call took effect, and a retry could make it take effect twice. The `cause` is the failure
 * that left the outcome unclear.
 */
export class AmbiguousOutcomeError extends DistributionError {
  declare readonly type: 'ambiguous-outcome';
  declare readonly operation: Operation;
  readonly #readBook: (() => Promise<Book | null>) | undefined;

  /** @param readBook reads the book again; undefined if it cannot be looked up */
  constructor(
    reason: string,
    facts: ErrorContext & Pick<AmbiguousOutcomeError, 'operation'>,
    readBook: (() => Promise<Book | null>) | undefined,
  ) {
    const advice = readBook === undefined ? '' : ' Look again with reconcile() before a retry.';
    const message = `${facts.operation} may or may not have worked: ${reason}${advice}`;
    super('ambiguous-outcome', message, facts);
    this.#readBook = readBook;
  }

  /**
   * Reads the book again. Returns it, or null if the service does not have it. Shortly after a lost create, null does not
   * prove that the book will not appear later.
   *
   * @throws this same error if the book cannot be looked up: a create without an `externalId`
   */
  async reconcile(): Promise<Book | null> {
    if (this.#readBook === undefined) throw this;
    return this.#readBook();
  }
}

/** A value that the service refuses or may refuse, or that the document advises against. */
export interface PreflightIssue {
  /** The name of the rule that found the issue, which the option `off` of the pre-flight switches off. */
  readonly rule: string;
  /** The id of the requirement in the ledger. */
  readonly requirement: string;
  /** The sentence of that requirement. */
  readonly statement: string;
  /** `error` if every service that follows the document refuses the value, otherwise `warning`. */
  readonly severity: 'error' | 'warning';
  /** The place of the value in the arguments, as a JSON Pointer: `/isbn`, `/files/0/role`. */
  readonly pointer: string;
  /** The value. */
  readonly received: string;
}

/** A pre-flight found errors, so nothing was sent. */
export interface PreflightError extends DistributionError {
  readonly type: 'preflight';
  /** All issues, first the errors and then the warnings. */
  readonly issues: readonly PreflightIssue[];
}

nameErrors({ NetworkError, TimeoutError, AbortedError, AmbiguousOutcomeError });
