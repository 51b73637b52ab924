/** The two calls that save a book: create and update. */
import type { BookCreate, BookUpdate } from './book.ts';
import type { CallOptions } from './call-options.ts';
import { callPromise, type CallPromise } from './call-promise.ts';
import { createOnce, type CreatedBook } from './create-once.ts';
import type { Line } from './line.ts';
import { savedBook, type SavedBook } from './saved-book.ts';

export interface SavingBooks {
  /**
   * Creates a book, as a draft.
   *
   * Sends POST `/books` with the book. Returns its id, and the whole book where the service shows it: the
   * document gives two forms of this answer, and either is understood.
   *
   * Give an `externalId`: when the answer is lost, the book is looked for by it and returned with
   * `reconciled: true`, and only if it is nowhere, and the service not still at work on it, sent once more.
   *
   * @throws ProblemError 400 for a missing or malformed property, 422 for an ISBN or a date that is none
   * @throws AmbiguousOutcomeError when the answer was lost and no look tells whether there is a book
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer
   * @throws NetworkError, TimeoutError, RateLimitedError or ServerError where repeating did not help
   * @see document: Endpoints, 1 and note 1
   * @example
   * const { id } = await distribution.books.create({ format: 'ebook', title: 'Tides', … });
   */
  readonly create: (book: BookCreate, options?: CallOptions) => CallPromise<CreatedBook>;

  /**
   * Changes the given keys of a book and keeps the others. A book that was not a draft becomes one again:
   * publish it anew when all edits are done. Repeated after a lost answer: it says the same twice.
   *
   * Sends PATCH `/books/{id}` with the keys to change. `chapters` is part of this: a chapter whose
   * `sequence` exists is replaced, any other is added. Returns the id, and the whole book where the
   * service shows it.
   *
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws ProblemError 400 for a malformed property, 422 for an ISBN, a date or a chapter's file
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer
   * @throws NetworkError, TimeoutError, RateLimitedError or ServerError where repeating did not help
   * @see document: Endpoints, 5 and note 2; States and transitions
   * @example
   * await distribution.books.update(id, { isFinalVersion: true });
   */
  readonly update: (
    id: string,
    changes: BookUpdate,
    options?: CallOptions,
  ) => CallPromise<SavedBook>;
}

export function savingBooks(line: Line): SavingBooks {
  return {
    create: (body, options) => callPromise(async () => createOnce(line, body, line.begin(options))),
    update: (bookPublicId, body, options) =>
      callPromise(async () => {
        const path = { bookPublicId };
        const call = line.begin(options);
        return line.ask({ operation: 'updateBook', path, body, as: savedBook, call });
      }),
  };
}
