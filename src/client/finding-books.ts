/** The calls that find books: by id, by external id, and page by page. */
import { bookList, bookPage, type BookList } from './book-pages.ts';
import type { Book, BookQuery } from './book.ts';
import type { CallOptions } from './call-options.ts';
import { callPromise, type CallPromise } from './call-promise.ts';
import type { Line } from './line.ts';
import { bookOrNull, lookUpBook, readBook } from './look.ts';
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
   * @throws NetworkError, TimeoutError, RateLimitedError or ServerError where repeating did not help
   * @see document: Endpoints, 3
   * @example
   * const { attributes } = await distribution.books.get(id);
   */
  readonly get: (id: string, options?: CallOptions) => CallPromise<Book>;

  /**
   * Looks a book up by your own id for it, where having none is an answer too.
   *
   * Sends GET `/books/external-id/{externalId}`. Returns the whole book, or null when no book has that id:
   * a 422 whose `invalidParams` name `bookExternalId`, or a documented 404.
   *
   * @throws what `getByExternalId` throws, but for the above
   * @see document: Endpoints, 4; Errors
   * @example
   * const known = await distribution.books.findByExternalId('backlist-0042');
   * const id = known?.id ?? (await distribution.books.create(book)).id;
   */
  readonly findByExternalId: (
    externalId: string,
    options?: CallOptions,
  ) => CallPromise<Book | null>;

  /**
   * Looks a book up by your own id for it, where having none is a mistake.
   *
   * Sends GET `/books/external-id/{externalId}`. Returns the whole book.
   *
   * @throws ProblemError 422 for an id no book has; its parameter is `bookExternalId`
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer
   * @throws NetworkError, TimeoutError, RateLimitedError or ServerError where repeating did not help
   * @see document: Endpoints, 4; Errors
   * @example
   * const book = await distribution.books.getByExternalId('backlist-0042');
   */
  readonly getByExternalId: (externalId: string, options?: CallOptions) => CallPromise<Book>;

  /**
   * Lists books. Nothing is sent before the first step of the iteration.
   *
   * Sends GET `/books`, once per page, 100 books a page unless `perPage` says otherwise, counting up from
   * `page` (1 by default): the links of an answer are never followed. Iterating gives each book once,
   * `byPage()` whole pages, `toArray({ limit })` the first ones, `page(n)` one page. It ends after the last
   * page (`links.next` is null), or before a page that is empty or came already. Books deleted meanwhile
   * shift the pages, and one may then be passed over. The options hold for each page.
   *
   * @throws ProblemError 400 for a query the service does not take, such as `perPage` above 100
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer
   * @throws NetworkError, TimeoutError, RateLimitedError or ServerError where repeating did not help
   * @see document: Endpoints, 2 and note 6; Book list item; Limits
   * @example
   * for await (const book of distribution.books.list({ format: 'audio' })) {
   *   console.log(book.attributes.title);
   * }
   */
  readonly list: (query?: BookQuery, options?: CallOptions) => BookList;
}

export function findingBooks(line: Line): FindingBooks {
  const { begin, ask } = line;
  return {
    get: (id, options) =>
      callPromise(async () => readBook(line, id, { call: begin(options), as: wholeBook })),
    getByExternalId: (externalId, options) =>
      callPromise(async () =>
        lookUpBook(line, externalId, { call: begin(options), as: wholeBook }),
      ),
    findByExternalId: (externalId, options) =>
      callPromise(async () =>
        lookUpBook(line, externalId, { call: begin(options), as: bookOrNull }),
      ),
    list: ({ page: first = 1, perPage = largestPage, ...query } = {}, options) =>
      bookList(first, (page) =>
        callPromise(async () => {
          const asked = { ...query, perPage, page };
          return ask({ operation: 'listBooks', query: asked, as: bookPage, call: begin(options) });
        }),
      ),
  };
}
