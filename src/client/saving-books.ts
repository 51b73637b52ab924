/** The two calls that save a book: create and update. */
import type { BookCreate, BookUpdate } from './book.ts';
import { sentWith, type CallOptions, type Line } from './line.ts';
import { savedBook, type SavedBook } from './saved-book.ts';

export interface SavingBooks {
  /**
   * Creates a book, as a draft.
   *
   * Sends POST `/books` with the book. Returns its id, and the whole book where the service shows it: the
   * document gives two forms of this answer, and either is understood.
   *
   * A call repeated after a lost answer makes a second book. Give an `externalId` and look it up first.
   *
   * @throws ProblemError 400 for a missing or malformed property, 422 for an ISBN or a date that is none
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer
   * @see document: Endpoints, 1 and note 1
   * @example
   * const { id } = await distribution.books.create({ format: 'ebook', title: 'Tides', … });
   */
  readonly create: (book: BookCreate, options?: CallOptions) => Promise<SavedBook>;

  /**
   * Changes the given keys of a book and keeps the others. A book that was not a draft becomes one again:
   * publish it anew when all edits are done.
   *
   * Sends PATCH `/books/{id}` with the keys to change. `chapters` is part of this: a chapter whose
   * `sequence` exists is replaced, any other is added. Returns the id, and the whole book where the
   * service shows it.
   *
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws ProblemError 400 for a malformed property, 422 for an ISBN, a date or a chapter's file
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer
   * @see document: Endpoints, 5 and note 2; States and transitions
   * @example
   * await distribution.books.update(id, { isFinalVersion: true });
   */
  readonly update: (id: string, changes: BookUpdate, options?: CallOptions) => Promise<SavedBook>;
}

export function savingBooks({ raw, read }: Line): SavingBooks {
  return {
    create: async (body, options = {}) => {
      const answer = await raw.POST('/books', { ...sentWith(options), body });
      return read('createBook', answer, savedBook);
    },
    update: async (bookPublicId, body, options = {}) => {
      const answer = await raw.PATCH('/books/{bookPublicId}', {
        ...sentWith(options),
        params: { path: { bookPublicId } },
        body,
      });
      return read('updateBook', answer, savedBook);
    },
  };
}
