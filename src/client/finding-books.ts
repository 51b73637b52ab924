/** The calls that find books: by id, by external id, and page by page. */
import { bookList, bookPage, type BookList } from './book-pages.ts';
import type { Book, BookQuery } from './book.ts';
import { isMessageError, isProblemError } from './errors.ts';
import { sentWith, type CallOptions, type Line } from './line.ts';
import { wholeBook } from './whole-book.ts';

/** The most a page holds (document: Limits); a walk over everything asks for as much. */
const largestPage = 100;

export interface FindingBooks {
  /**
   * Reads a book by the id the service gave it.
   *
   * Sends GET `/books/{id}`. Returns the whole book as documented: `{ id, type, attributes }`.
   *
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer
   * @see document: Endpoints, 3
   * @example
   * const { attributes } = await distribution.books.get(id);
   */
  readonly get: (id: string, options?: CallOptions) => Promise<Book>;

  /**
   * Looks a book up by your own id for it, where having none is an answer too.
   *
   * Sends GET `/books/external-id/{externalId}`. Returns the whole book, or null when no book has that id:
   * a 422 whose `invalidParams` name `bookExternalId`, or a documented 404.
   *
   * @throws ProblemError, UnauthorizedError or UnexpectedAnswerError as `getByExternalId`, but for the above
   * @see document: Endpoints, 4; Errors
   * @example
   * const known = await distribution.books.findByExternalId('backlist-0042');
   * const id = known?.id ?? (await distribution.books.create(book)).id;
   */
  readonly findByExternalId: (externalId: string, options?: CallOptions) => Promise<Book | null>;

  /**
   * Looks a book up by your own id for it, where having none is a mistake.
   *
   * Sends GET `/books/external-id/{externalId}`. Returns the whole book.
   *
   * @throws ProblemError 422 for an id no book has; its parameter is `bookExternalId`
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer
   * @see document: Endpoints, 4; Errors
   * @example
   * const book = await distribution.books.getByExternalId('backlist-0042');
   */
  readonly getByExternalId: (externalId: string, options?: CallOptions) => Promise<Book>;

  /**
   * Lists books. Nothing is sent before the first step of the iteration.
   *
   * Sends GET `/books`, once per page, 100 books a page unless `perPage` says otherwise, counting up from
   * `page` (1 by default). Iterating gives the items; `byPage()` gives `{ data, meta, links }`. It ends
   * after the last page (`links.next` is null), or before a page that is empty or came already. Books
   * created or deleted meanwhile shift the pages: an item may then come twice, or be passed over.
   *
   * @throws ProblemError 400 for a query the service does not take, such as `perPage` above 100
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer
   * @see document: Endpoints, 2 and note 6; Book list item; Limits
   * @example
   * for await (const book of distribution.books.list({ format: 'audio' })) {
   *   console.log(book.attributes.title);
   * }
   */
  readonly list: (query?: BookQuery, options?: CallOptions) => BookList;
}

export function findingBooks({ raw, read }: Line): FindingBooks {
  const getByExternalId: FindingBooks['getByExternalId'] = async (bookExternalId, options = {}) => {
    const answer = await raw.GET('/books/external-id/{bookExternalId}', {
      ...sentWith(options),
      params: { path: { bookExternalId } },
    });
    return read('lookUpBook', answer, wholeBook);
  };
  return {
    get: async (bookPublicId, options = {}) => {
      const answer = await raw.GET('/books/{bookPublicId}', {
        ...sentWith(options),
        params: { path: { bookPublicId } },
      });
      return read('readBook', answer, wholeBook);
    },
    getByExternalId,
    findByExternalId: async (externalId, options) => {
      try {
        return await getByExternalId(externalId, options);
      } catch (error) {
        if (saysNone(error)) return null;
        throw error;
      }
    },
    list: ({ page: first = 1, perPage = largestPage, ...query } = {}, options = {}) =>
      bookList(first, async (page) => {
        const params = { query: { ...query, perPage, page } };
        const answer = await raw.GET('/books', { ...sentWith(options), params });
        return read('listBooks', answer, bookPage);
      }),
  };
}

/** A 404 of a proxy is no such word: only the bodies the document describes say that a book does not exist. */
function saysNone(error: unknown): boolean {
  if (isMessageError(error)) return error.status === 404;
  if (!isProblemError(error)) return false;
  return (
    error.status === 404 || (error.status === 422 && error.param('bookExternalId') !== undefined)
  );
}
