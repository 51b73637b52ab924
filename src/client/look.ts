/** Looks for one book, where having none is an answer or a mistake, as the reader says. */
import type { Book } from './book.ts';
import { isMessageError, isProblemError } from './error-guards.ts';
import type { Answered, Begun, Line, Normaliser } from './line.ts';
import { wholeBook } from './whole-book.ts';

/**
 * The whole book, or null where one of the bodies the document describes says that there is none: a 404,
 * or for a look-up a 422 that names `bookExternalId`. A 404 of a proxy is no such word.
 */
export const bookOrNull: Normaliser<Book | null> = {
  ...wholeBook,
  refusal: (error) => {
    const problem = isProblemError(error) ? error : undefined;
    if (problem?.status === 404 || (isMessageError(error) && error.status === 404)) return null;
    return problem?.status === 422 && problem.param('bookExternalId') !== undefined
      ? null
      : undefined;
  },
};

export interface Look<T> {
  readonly call: Begun;
  readonly as: Normaliser<T>;
}

/** GET `/books/{id}` */
export async function readBook<T>(
  { ask }: Line,
  bookPublicId: string,
  look: Look<T>,
): Promise<Answered<T>> {
  return ask({ operation: 'readBook', path: { bookPublicId }, ...look });
}

/** GET `/books/external-id/{externalId}` */
export async function lookUpBook<T>(
  { ask }: Line,
  bookExternalId: string,
  look: Look<T>,
): Promise<Answered<T>> {
  return ask({ operation: 'lookUpBook', path: { bookExternalId }, ...look });
}
