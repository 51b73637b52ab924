/** The calls that decide where a book stands in the shops: publish, unpublish and delete. */
import { sentWith, type CallOptions, type Line } from './line.ts';
import { noContent } from './no-content.ts';

export interface ReleasingBooks {
  /**
   * Publishes a book: it is queued for all stores that the account's territory settings enable.
   *
   * Sends POST `/books/{id}/publish` with `{}`. Returns nothing; which status the book has then is not in
   * the document, so read it where it matters. Once the publication date is less than 15 days away or
   * gone, the book must be a final version; an audiobook needs its chapters and a contributor `Narrated by`.
   *
   * @throws ProblemError 422 when the book is not ready; it keeps its status
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer
   * @see document: Endpoints, 9; States and transitions
   * @example
   * await distribution.books.publish(id);
   */
  readonly publish: (id: string, options?: CallOptions) => Promise<void>;

  /**
   * Withdraws a book from the stores.
   *
   * Sends POST `/books/{id}/unpublish` with `{}`. Returns nothing: the document shows neither the success
   * status nor a body nor the book's status afterwards, so every success is taken.
   *
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws ProblemError for a refusal the service explains
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer
   * @see document: Endpoints, 10 and note 5
   * @example
   * await distribution.books.unpublish(id);
   */
  readonly unpublish: (id: string, options?: CallOptions) => Promise<void>;

  /**
   * Deletes a book.
   *
   * Sends DELETE `/books/{id}` with `{}`. Returns nothing: the document shows neither the success status
   * nor a body, so every success is taken.
   *
   * @throws ProblemError 409 when the book's current state does not allow it
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer
   * @see document: Endpoints, 11 and note 5; Errors
   * @example
   * await distribution.books.delete(id);
   */
  readonly delete: (id: string, options?: CallOptions) => Promise<void>;
}

export function releasingBooks({ raw, read }: Line): ReleasingBooks {
  return {
    publish: async (bookPublicId, options = {}) => {
      const answer = await raw.POST('/books/{bookPublicId}/publish', {
        ...sentWith(options),
        params: { path: { bookPublicId } },
        body: {},
      });
      read('publishBook', answer, noContent);
    },
    unpublish: async (bookPublicId, options = {}) => {
      const answer = await raw.POST('/books/{bookPublicId}/unpublish', {
        ...sentWith(options),
        params: { path: { bookPublicId } },
        body: {},
      });
      read('unpublishBook', answer, noContent);
    },
    delete: async (bookPublicId, options = {}) => {
      const answer = await raw.DELETE('/books/{bookPublicId}', {
        ...sentWith(options),
        params: { path: { bookPublicId } },
        body: {},
      });
      read('deleteBook', answer, noContent);
    },
  };
}
