/** The answer to reading one book: `{ data }` with the whole book. */
import type { Book } from './book.ts';
import { isObject } from './json-object.ts';
import type { Normaliser } from './line.ts';

/** Looks at what this client itself relies on; the rest of a book is the service's word. */
export function isBook(value: unknown): value is Book {
  if (!isObject(value)) return false;
  const { id, attributes } = value;
  return typeof id === 'string' && id !== '' && isObject(attributes);
}

/** The envelope of a book (document: Book). */
export const wholeBook: Normaliser<Book> = {
  expected: '{ data } with a book',
  read: (body) => (isObject(body) && isBook(body['data']) ? body['data'] : undefined),
};
