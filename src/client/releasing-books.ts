/** The calls that decide where a book stands in the shops: publish, unpublish and delete. */
import type { CallOptions } from './call-options.ts';
import { callPromise, type CallPromise } from './call-promise.ts';
import type { Line } from './line.ts';
import { lookBeforeRepeating, type CarefulCall } from './look-before-repeating.ts';

export interface ReleasingBooks {
  /**
   * Publishes a book: it is queued for all stores that the account's territory settings enable.
   *
   * Sends POST `/books/{id}/publish` with `{}`. Returns nothing; which status the book has then is not in
   * the document, so read it where it matters. Once the publication date is less than 15 days away or
   * gone, the book must be a final version; an audiobook needs its chapters and a contributor `Narrated by`.
   *
   * After a lost answer the book is looked at: a draft is published once more, a book `published` or
   * `in_review` is taken for done.
   *
   * @throws ProblemError 422 when the book is not ready; it keeps its status
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws AmbiguousOutcomeError when the answer was lost and the book does not tell what happened
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer
   * @throws NetworkError, TimeoutError, RateLimitedError or ServerError where repeating did not help
   * @see document: Endpoints, 9; States and transitions
   * @example
   * await distribution.books.publish(id);
   */
  readonly publish: (id: string, options?: CallOptions) => CallPromise<void>;

  /**
   * Withdraws a book from the stores.
   *
   * Sends POST `/books/{id}/unpublish` with `{}`. Returns nothing: the document shows neither the success
   * status nor a body nor the book's status afterwards, so every success is taken.
   *
   * After a lost answer the book is looked at: one still `published` or `in_review` is unpublished once
   * more, one `withdrawn` is taken for done.
   *
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws ProblemError for a refusal the service explains
   * @throws AmbiguousOutcomeError when the answer was lost and the book does not tell what happened
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer
   * @throws NetworkError, TimeoutError, RateLimitedError or ServerError where repeating did not help
   * @see document: Endpoints, 10 and note 5
   * @example
   * await distribution.books.unpublish(id);
   */
  readonly unpublish: (id: string, options?: CallOptions) => CallPromise<void>;

  /**
   * Deletes a book.
   *
   * Sends DELETE `/books/{id}` with `{}`. Returns nothing: the document shows neither the success status
   * nor a body, so every success is taken. After a lost answer the book is looked for: one that is gone
   * was deleted, one that is there is deleted again.
   *
   * @throws ProblemError 409 when the book's current state does not allow it
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws AmbiguousOutcomeError when the answer was lost and the book does not tell what happened
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer
   * @throws NetworkError, TimeoutError, RateLimitedError or ServerError where repeating did not help
   * @see document: Endpoints, 11 and note 5; Errors
   * @example
   * await distribution.books.delete(id);
   */
  readonly delete: (id: string, options?: CallOptions) => CallPromise<void>;
}

export function releasingBooks(line: Line): ReleasingBooks {
  const careful =
    (operation: CarefulCall['operation']) =>
    (id: string, options?: CallOptions): CallPromise<void> =>
      callPromise<void>(async () =>
        lookBeforeRepeating(line, { operation, id, call: line.begin(options) }),
      );
  return {
    publish: careful('publishBook'),
    unpublish: careful('unpublishBook'),
    delete: careful('deleteBook'),
  };
}
