/** What a call throws when it may or may not have done its work, and a repetition could do it twice. */
import type { Book, Operation } from './book.ts';
import { DistributionError, named } from './errors.ts';
import type { Unanswered } from './no-answer-errors.ts';

/** What an unclear outcome knows besides its call. */
export interface Unclear extends Unanswered {
  /** What is not known, and what to do now. */
  readonly why: string;
  /** Looks at the service again; undefined where there is nothing to look by. */
  readonly look?: (() => Promise<Book | null>) | undefined;
}

/**
 * Whether the call did its work is not known, and repeating it could do it twice. Its `cause` is the
 * failure that left it open.
 */
export class AmbiguousOutcomeError extends DistributionError {
  declare readonly kind: 'ambiguous-outcome';
  declare readonly operation: Operation;
  readonly #look: (() => Promise<Book | null>) | undefined;

  static {
    named(this, 'AmbiguousOutcomeError');
  }

  constructor(unclear: Unclear) {
    super(
      'ambiguous-outcome',
      `${unclear.operation} may or may not have worked: ${unclear.why}`,
      unclear,
    );
    this.#look = unclear.look;
  }

  /**
   * Looks now: the book as the service shows it, or null when it has none.
   *
   * A null short after a lost create is no proof that the book will not appear yet.
   *
   * @throws this same error when there is nothing to look by: a create without an `externalId`
   */
  async reconcile(): Promise<Book | null> {
    if (this.#look === undefined) throw this;
    return this.#look();
  }
}
