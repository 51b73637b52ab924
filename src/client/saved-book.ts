/** The answer to a create or an update, whichever of its two documented forms the service gives. */
import type { Book } from './book.ts';
import { isBook } from './whole-book.ts';
import { isObject } from './json-object.ts';
import type { Normaliser } from './line.ts';

/** A book that was just saved. */
export interface SavedBook {
  readonly id: string;
  /** The book as saved, where the service shows it; undefined where it gave the id alone. */
  readonly book: Book | undefined;
}

/**
 * `{ bookId }` as in the walkthroughs, `{ data }` as in the reference, or both at once
 * (document: Endpoints, notes 1 and 2). Two ids that differ are no answer.
 */
export const savedBook: Normaliser<SavedBook> = {
  expected: '{ bookId } or { data } with a book',
  read: (body) => {
    if (!isObject(body)) return undefined;
    const { bookId, data } = body;
    const book = isBook(data) ? data : undefined;
    if (book === undefined && data !== undefined) return undefined;
    const id = bookId ?? book?.id;
    if (typeof id !== 'string' || id === '') return undefined;
    return book === undefined || book.id === id ? { id, book } : undefined;
  },
};
