/** The calls of `books`. Each maps to one operation of the service. */
import type {
  Book,
  BookCreate,
  BookQuery,
  BookStatus,
  BookUpdate,
  UploadDescriptor,
} from '../contract.ts';
import { copyJson } from '../json.ts';
import {
  createCall,
  type CallOptions,
  type CallPromise,
  type Service,
} from '../transport/index.ts';
import { listBooks, type BookList } from './list-books.ts';
import {
  nullIfNotFound,
  createGrantsReader,
  createSavedBookReader,
  type SavedBook,
  type UploadGrant,
} from './readers.ts';
import { waitForStatus, type WaitOptions } from './wait-for-status.ts';
import {
  attachFile,
  createBook,
  readByExternalId,
  bookPath,
  readById,
  releaseBook,
  type CreatedBook,
  type ReleaseOperation,
  type UploadedFile,
} from './writes.ts';

/**
 * Each call returns a promise of its content. `.withResponse()` and `.safe()` return the same result in other forms. The
 * last argument contains the options: `signal`, `timeoutMs`, `deadlineMs`, `maxRetries` and `headers`.
 *
 * In addition to the errors that it names, every call may throw a ResponseError if the key is not accepted or retries
 * did not help, an UnexpectedResponseError for a response that the document does not describe, and a NetworkError,
 * TimeoutError or AbortedError.
 */
export interface BookCalls {
  /**
   * Creates a book as a draft (POST `/books`). Returns the id, and the whole book if the service shows it.
   *
   * Give the book an `externalId`. If the response is lost, the client looks the book up by this id and returns it with
   * `reconciled: true`. It sends the request again only if the book did not appear within `settleMs`.
   *
   * @throws ProblemError 400 for a missing or malformed property, 422 for an invalid ISBN or date
   * @throws AmbiguousOutcomeError if the response was lost and no lookup shows whether the book was created
   * @see document: Endpoints, 1 and note 1
   * @example
   * const { id } = await distribution.books.create({ format: 'ebook', title: 'Tides', … });
   */
  readonly create: (book: BookCreate, options?: CallOptions) => CallPromise<CreatedBook>;

  /**
   * Changes the given fields of a book and keeps the others (PATCH `/books/{id}`). The book becomes a draft again. A
   * chapter replaces the one with the same `sequence`, or is added if there is none.
   *
   * @throws MessageError or ProblemError 404 if there is no such book
   * @throws ProblemError 400 for a malformed property, 422 for an invalid ISBN, date or chapter file
   * @see document: Endpoints, 5 and note 2; States and transitions
   * @example
   * await distribution.books.update(id, { isFinalVersion: true });
   */
  readonly update: (
    id: string,
    changes: BookUpdate,
    options?: CallOptions,
  ) => CallPromise<SavedBook>;

  /**
   * Reads a book by the service's id for it (GET `/books/{id}`).
   *
   * @throws MessageError or ProblemError 404 if there is no such book
   * @see document: Endpoints, 3
   * @example
   * const { attributes } = await distribution.books.get(id);
   */
  readonly get: (id: string, options?: CallOptions) => CallPromise<Book>;

  /**
   * Looks a book up by your own id for it (GET `/books/external-id/{externalId}`). Returns null if no book has that id,
   * which the service says by a 422 whose `invalidParams` name `bookExternalId`, or by a documented 404.
   *
   * @see document: Endpoints, 4; Errors
   * @example
   * const known = await distribution.books.findByExternalId('backlist-0042');
   */
  readonly findByExternalId: (
    externalId: string,
    options?: CallOptions,
  ) => CallPromise<Book | null>;

  /**
   * Lists books (GET `/books`), by default 100 per page. Each page is requested when the iteration reaches it. The client
   * counts the pages and does not follow the service's links. Each book is returned once. If `meta.total` falls, the client
   * reads earlier pages again, because their books have moved. The options apply to each page, but a `deadlineMs` among
   * them to the whole iteration.
   *
   * @throws ProblemError 400 for a query that the service does not accept, such as `perPage` above 100
   * @throws UnexpectedResponseError if the list ends with fewer books than `meta.total` says; this also happens if books
   *   are deleted meanwhile
   * @see document: Endpoints, 2 and note 6; Book list item; Limits
   * @example
   * for await (const book of distribution.books.list({ format: 'audio' })) {
   *   console.log(book.attributes.title);
   * }
   */
  readonly list: (query?: BookQuery, options?: CallOptions) => BookList;

  /**
   * Requests one upload URL per file (POST `/books/{id}/upload`), for a PUT of your own; `upload` does all steps. Returns
   * one grant per descriptor, in the same order if the service repeats `referenceId`. If it does not, request one file at
   * a time.
   *
   * @throws MessageError or ProblemError 404 if there is no such book
   * @throws ProblemError 400 for a malformed descriptor or a role that does not fit the format of the book
   * @see document: Endpoints, 6 and note 3; File upload descriptor; File upload grant
   * @example
   * const [grant] = await distribution.books.requestUploads(id, [
   *   { referenceId: 'text', role: 'ebook_content', filename: 'tides.epub', hashSha256 },
   * ]);
   */
  readonly requestUploads: (
    id: string,
    files: readonly UploadDescriptor[],
    options?: CallOptions,
  ) => CallPromise<readonly UploadGrant[]>;

  /**
   * Makes an uploaded file part of the book (PATCH `/books/{id}/file/{fileId}/attach`), by the id of its grant and the
   * name and hash of its descriptor. The book becomes a draft again.
   *
   * @throws ProblemError or MessageError 422 if the bytes have another hash
   * @throws MessageError or ProblemError 404 if there is no such book or file
   * @see document: Endpoints, 8 and note 4; States and transitions
   * @example
   * await distribution.books.attach(id, { fileId: grant.id, filename: 'tides.epub', hashSha256 });
   */
  readonly attach: (id: string, file: UploadedFile, options?: CallOptions) => CallPromise<void>;

  /**
   * Publishes a book (POST `/books/{id}/publish`): it is queued for all stores that the account's territory settings
   * enable. After a lost response the client reads the book. If it is still a draft, the client publishes it again. If it
   * is `published` or `in_review`, the call has succeeded. A book that is dated within the next 14 days or earlier needs
   * `isFinalVersion: true`, which only `update` and the flows set.
   *
   * @throws ProblemError 422 if the book is not ready; it keeps its status
   * @throws MessageError or ProblemError 404 if there is no such book
   * @throws AmbiguousOutcomeError if the response was lost and the book does not show what happened
   * @see document: Endpoints, 9; States and transitions
   * @example
   * await distribution.books.publish(id);
   */
  readonly publish: (id: string, options?: CallOptions) => CallPromise<void>;

  /**
   * Withdraws a book from the stores (POST `/books/{id}/unpublish`). After a lost response the client reads the book. If
   * it is still `published` or `in_review`, the client unpublishes it again. If it is `withdrawn`, the call has succeeded.
   *
   * @throws MessageError or ProblemError 404 if there is no such book
   * @throws AmbiguousOutcomeError if the response was lost and the book does not show what happened
   * @see document: Endpoints, 10 and note 5
   * @example
   * await distribution.books.unpublish(id);
   */
  readonly unpublish: (id: string, options?: CallOptions) => CallPromise<void>;

  /**
   * Deletes a book (DELETE `/books/{id}`). After a lost response the client reads the book. If it still exists, the client
   * deletes it again. If it does not, the call has succeeded.
   *
   * @throws ProblemError 409 if the book's current state does not allow it
   * @throws MessageError or ProblemError 404 if there is no such book
   * @throws AmbiguousOutcomeError if the response was lost and the book does not show what happened
   * @see document: Endpoints, 11 and note 5; Errors
   * @example
   * await distribution.books.delete(id);
   */
  readonly delete: (id: string, options?: CallOptions) => CallPromise<void>;

  /**
   * Reads a book again and again until it has one of the statuses, and returns it. The pauses grow from a second to a
   * minute. Failures that may pass do not end the wait. By default the wait has no deadline, and a review may end with
   * another status than you hope for, so name all statuses that should end it.
   *
   * @throws TimeoutError if the book has none of the statuses after `deadlineMs`
   * @throws MessageError or ProblemError 404 if there is no such book
   * @see document: States and transitions
   * @example
   * const { attributes } = await distribution.books.waitForStatus(id, ['published', 'action_needed'], {
   *   deadlineMs: 3_600_000,
   *   onStatus: ({ status, waitedMs }) => console.log(status, waitedMs),
   * });
   */
  readonly waitForStatus: (
    id: string,
    statuses: BookStatus | readonly BookStatus[],
    options?: WaitOptions,
  ) => CallPromise<Book>;
}

/** @param settleMs how long the service may take to show a book after a lost response to its create, in milliseconds */
export function createBookCalls(service: Service, settleMs: number): BookCalls {
  const { ask, begin } = service;
  const createReleaseCall =
    (operation: ReleaseOperation): BookCalls['publish'] =>
    (id, options) =>
      createCall(() => releaseBook(service, id, begin(operation, options)));
  return {
    create: (body, options) =>
      createCall(() => createBook(service, body, { call: begin('createBook', options), settleMs })),
    update: (id, changes, options) =>
      createCall(() => {
        const body = copyJson(changes, 'changes');
        return ask(begin('updateBook', options), createSavedBookReader(id), (raw, init) =>
          raw.PATCH('/books/{bookPublicId}', { params: bookPath(id), body, ...init }),
        );
      }),
    get: (id, options) => createCall(() => ask(begin('readBook', options), ...readById(id))),
    findByExternalId: (id, options) =>
      createCall(() => nullIfNotFound(ask(begin('lookUpBook', options), ...readByExternalId(id)))),
    list: (query, options) => listBooks(service, query, options),
    requestUploads: (id, files, options) =>
      createCall(() => {
        const [...body] = copyJson(files, 'files', 'array');
        return ask(begin('requestUploads', options), createGrantsReader(body), (raw, init) =>
          raw.POST('/books/{bookPublicId}/upload', { params: bookPath(id), body, ...init }),
        );
      }),
    attach: (id, file, options) =>
      createCall(() => attachFile(service, file, { call: begin('attachFile', options), id })),
    publish: createReleaseCall('publishBook'),
    unpublish: createReleaseCall('unpublishBook'),
    delete: createReleaseCall('deleteBook'),
    waitForStatus: (id, statuses, options) =>
      createCall(() => waitForStatus(service, { id, statuses }, options)),
  };
}
