/** The errors of calls that were not made, or whose outcome no response shows. */
import type { Book, Operation } from '../contract.ts';
import { DistributionError, nameErrors, type ErrorContext } from './distribution-error.ts';

/** The connection failed before the whole response was received. */
export class NetworkError extends DistributionError {
  declare readonly type: 'network';
  declare readonly operation: Operation;
  /**
   * False when the request certainly never reached the service; true when it may have; undefined when the
   * custom `fetch` failed in a way that does not show it.
   */
  declare readonly sent: boolean | undefined;
  /** The system's code, for example `ECONNREFUSED`; undefined when the runtime gives none. */
  declare readonly code: string | undefined;

  constructor(
    message: string,
    facts: ErrorContext & Pick<NetworkError, 'operation' | 'sent' | 'code'>,
  ) {
    super('network', message, facts);
  }
}

/** The response was not received completely in time. The request may have taken effect. */
export class TimeoutError extends DistributionError {
  declare readonly type: 'timeout';
  /** The limit that ended the call: that of one request, or that of the whole call. */
  declare readonly limit: 'timeoutMs' | 'deadlineMs';
  /** The limit, in milliseconds. */
  declare readonly afterMs: number;

  constructor(facts: ErrorContext & Pick<TimeoutError, 'limit' | 'afterMs'>) {
    const { operation = 'The call', limit, afterMs } = facts;
    const what = `${operation} had no whole response within ${afterMs} ms.`;
    super('timeout', `${what} Raise ${limit}, or check the service.`, facts);
  }
}

/** The caller's signal ended the call. Its `cause` is the signal's reason. */
export class AbortedError extends DistributionError {
  declare readonly type: 'aborted';

  constructor(facts: ErrorContext) {
    super('aborted', `${facts.operation ?? 'The call'} was aborted by its signal.`, facts);
  }
}

/**
 * It is not known whether the call took effect, and a retry could make it take effect twice. Its `cause` is the failure
 * that left this unclear.
 */
export class AmbiguousOutcomeError extends DistributionError {
  declare readonly type: 'ambiguous-outcome';
  declare readonly operation: Operation;
  readonly #look: (() => Promise<Book | null>) | undefined;

  /** @param look reads the book again; undefined when there is nothing to find it by */
  constructor(
    reason: string,
    facts: ErrorContext & Pick<AmbiguousOutcomeError, 'operation'>,
    look: (() => Promise<Book | null>) | undefined,
  ) {
    const next = look === undefined ? '' : ' Look again with reconcile() before you retry it.';
    const message = `${facts.operation} may or may not have worked: ${reason}${next}`;
    super('ambiguous-outcome', message, facts);
    this.#look = look;
  }

  /**
   * Reads the book again. Returns it, or null if the service does not have it. Shortly after a lost create, null does not
   * prove that the book will not appear later.
   *
   * @throws this same error if the book cannot be looked up: a create without an `externalId`
   */
  async reconcile(): Promise<Book | null> {
    if (this.#look === undefined) throw this;
    return this.#look();
  }
}

/** Something the service refuses or may refuse, or that the document advises against. */
export interface PreflightIssue {
  /** The name of its rule, which also switches the rule off. */
  readonly rule: string;
  /** The requirement it rests on, by its id in the ledger. */
  readonly requirement: string;
  /** The sentence of that requirement. */
  readonly statement: string;
  /** Every service that follows the document refuses an error. A warning is less certain. */
  readonly severity: 'error' | 'warning';
  /** The place in the arguments, as a JSON Pointer: `/isbn`, `/files/0/role`. */
  readonly pointer: string;
  /** The value found there. */
  readonly received: string;
}

/** A pre-flight found errors, so nothing was sent. Rules can be switched off by name. */
export interface PreflightError extends DistributionError {
  readonly type: 'preflight';
  /** Every issue that was found, warnings included, errors first. */
  readonly issues: readonly PreflightIssue[];
}

nameErrors({ NetworkError, TimeoutError, AbortedError, AmbiguousOutcomeError });
