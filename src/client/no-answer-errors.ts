/** What a call throws when no answer came, or none that tells how the call ended. */
import type { Operation } from './book.ts';
import { DistributionError, named } from './errors.ts';

/** A call without an answer, as far as every class needs it. */
export interface Unanswered {
  readonly operation: Operation;
  readonly attempts: number;
  readonly cause?: unknown;
}

/** The connection failed: before anything was sent, or before the whole answer came. */
export class NetworkError extends DistributionError {
  declare readonly kind: 'network';
  declare readonly operation: Operation;
  /** False when the request surely never reached the service; true when it may have. */
  readonly sent: boolean;
  /** The system's word for it, for example `ECONNREFUSED`; undefined where the runtime gives none. */
  readonly code: string | undefined;

  static {
    named(this, 'NetworkError');
  }

  constructor(failure: Unanswered & { readonly sent: boolean; readonly code: string | undefined }) {
    const { operation, sent, code } = failure;
    const what = sent ? 'was sent, but its answer was lost' : 'never reached the service';
    const next = sent ? '' : ' Check baseUrl and the network.';
    super(
      'network',
      `${operation} ${what}${code === undefined ? '' : ` (${code})`}.${next}`,
      failure,
    );
    this.sent = sent;
    this.code = code;
  }
}

/** The whole answer did not come in time; the service may have done what it was asked. */
export class TimeoutError extends DistributionError {
  declare readonly kind: 'timeout';
  declare readonly operation: Operation;
  /** Which limit ended it: the time of one request, or the time of the whole call. */
  readonly limit: 'timeoutMs' | 'deadlineMs';
  /** That limit, in milliseconds. */
  readonly afterMs: number;

  static {
    named(this, 'TimeoutError');
  }

  constructor(limit: 'timeoutMs' | 'deadlineMs', afterMs: number, late: Unanswered) {
    const next = `Raise ${limit}, or look whether the service is slow.`;
    super('timeout', `${late.operation} had no whole answer within ${afterMs} ms. ${next}`, late);
    this.limit = limit;
    this.afterMs = afterMs;
  }
}

/** The caller's signal ended the call; its `cause` is the signal's reason. */
export class AbortedError extends DistributionError {
  declare readonly kind: 'aborted';

  static {
    named(this, 'AbortedError');
  }

  constructor(ended: {
    readonly operation: Operation | undefined;
    readonly attempts: number;
    readonly cause: unknown;
  }) {
    super('aborted', `${ended.operation ?? 'The call'} was ended by its signal.`, ended);
  }
}
