/** The calls of `books` that map to one operation of the service, with their documentation. */
import type { Book, BookCreate, BookQuery, BookUpdate, UploadDescriptor } from '../contract.ts';
import {
  createCall,
  type CallOptions,
  type CallPromise,
  type Service,
} from '../transport/index.ts';
import { listBooks, type BookList } from './list-books.ts';
import {
  nullIfUnknown,
  savedBook,
  uploadGrants,
  wholeBook,
  type SavedBook,
  type UploadGrant,
} from './readers.ts';
import {
  attachFile,
  createBook,
  lookUp,
  bookPath,
  readById,
  releaseBook,
  type CreatedBook,
  type ReleaseOperation,
  type UploadedFile,
} from './writes.ts';

/**
 * Each call returns a promise of its content; `.withResponse()` and `.safe()` take the same result in other ways. The
 * last argument is an options bag: `signal`, `timeoutMs`, `deadlineMs`, `maxRetries` and `headers`.
 *
 * Besides the errors each call names, every call may throw a ResponseError for a key that is not accepted or when
 * repeating did not help, UnexpectedResponseError for a response the document does not describe, NetworkError,
 * TimeoutError and AbortedError.
 */
export interface BookCalls {
  /**
   * Creates a book, as a draft (POST `/books`). Returns the id, and the whole book when the service shows it.
   *
   * Give an `externalId`: when the response is lost, the book is looked up by it and returned with `reconciled: true`.
   * The request is sent again only if the book did not show within `settleMs`.
   *
   * @throws ProblemError 400 for a missing or malformed property, 422 for an invalid ISBN or date
   * @throws AmbiguousOutcomeError when the response was lost and no lookup shows whether the book was created
   * @see document: Endpoints, 1 and note 1
   * @example
   * const { id } = await distribution.books.create({ format: 'ebook', title: 'Tides', … });
   */
  readonly create: (book: BookCreate, options?: CallOptions) => CallPromise<CreatedBook>;

  /**
   * Changes the given fields of a book and keeps the others (PATCH `/books/{id}`). A book that was not a draft becomes
   * one again. A chapter whose `sequence` exists is replaced, any other is added.
   *
   * @throws MessageError or ProblemError 404 when there is no such book
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
   * Reads a book by the id the service gave it (GET `/books/{id}`).
   *
   * @throws MessageError or ProblemError 404 when there is no such book
   * @see document: Endpoints, 3
   * @example
   * const { attributes } = await distribution.books.get(id);
   */
  readonly get: (id: string, options?: CallOptions) => CallPromise<Book>;

  /**
   * Looks a book up by your own id for it (GET `/books/external-id/{externalId}`). Returns null when no book has that
   * id: a 422 whose `invalidParams` name `bookExternalId`, or a documented 404.
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
   * Lists books (GET `/books`), 100 a page unless `perPage` says otherwise. Pages are requested when the iteration needs them and
   * counted here: links of the service are not followed. Each book is returned once. The options apply to each page.
   *
   * @throws ProblemError 400 for a query the service does not take, such as `perPage` above 100
   * @throws UnexpectedResponseError when the service ends the list before as many books were received as `meta.total`
   *   counts; books deleted meanwhile can cause that too
   * @see document: Endpoints, 2 and note 6; Book list item; Limits
   * @example
   * for await (const book of distribution.books.list({ format: 'audio' })) {
   *   console.log(book.attributes.title);
   * }
   */
  readonly list: (query?: BookQuery, options?: CallOptions) => BookList;

  /**
   * Requests one upload URL per file (POST `/books/{id}/upload`), for a PUT of your own; `upload` does all of it. Returns one grant per descriptor,
   * in their order if the service repeats `referenceId`; if it does not, request one file at a time.
   *
   * @throws MessageError or ProblemError 404 when there is no such book
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
   * Makes a file that was PUT part of the book (PATCH `/books/{id}/file/{fileId}/attach`), by the id of its grant and
   * the name and hash of its descriptor. A book that was not a draft becomes one again.
   *
   * @throws ProblemError or MessageError 422 when the bytes have another hash
   * @throws MessageError or ProblemError 404 when there is no such book or file
   * @see document: Endpoints, 8 and note 4; States and transitions
   * @example
   * await distribution.books.attach(id, { fileId: grant.id, filename: 'tides.epub', hashSha256 });
   */
  readonly attach: (id: string, file: UploadedFile, options?: CallOptions) => CallPromise<void>;

  /**
   * Publishes a book (POST `/books/{id}/publish`): it is queued for all stores that the account's territory settings
   * enable. After a lost response the book is read: a draft is published once more, a book `published` or `in_review` is taken as done.
   *
   * @throws ProblemError 422 when the book is not ready; it keeps its status
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws AmbiguousOutcomeError when the response was lost and the book does not show what happened
   * @see document: Endpoints, 9; States and transitions
   * @example
   * await distribution.books.publish(id);
   */
  readonly publish: (id: string, options?: CallOptions) => CallPromise<void>;

  /**
   * Withdraws a book from the stores (POST `/books/{id}/unpublish`). After a lost response the book is read: one still
   * `published` or `in_review` is unpublished once more, one `withdrawn` is taken as done.
   *
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws AmbiguousOutcomeError when the response was lost and the book does not show what happened
   * @see document: Endpoints, 10 and note 5
   * @example
   * await distribution.books.unpublish(id);
   */
  readonly unpublish: (id: string, options?: CallOptions) => CallPromise<void>;

  /**
   * Deletes a book (DELETE `/books/{id}`). After a lost response the book is read: one that is gone was deleted, one
   * that is there is deleted again.
   *
   * @throws ProblemError 409 when the book's current state does not allow it
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws AmbiguousOutcomeError when the response was lost and the book does not show what happened
   * @see document: Endpoints, 11 and note 5; Errors
   * @example
   * await distribution.books.delete(id);
   */
  readonly delete: (id: string, options?: CallOptions) => CallPromise<void>;
}

/** @param settleMs how long the service may take to show a book whose create failed, in milliseconds */
export function createBookCalls(service: Service, settleMs: number): BookCalls {
  const { ask, begin } = service;
  const release =
    (operation: ReleaseOperation): BookCalls['publish'] =>
    (id, options) =>
      createCall(() => releaseBook(service, id, begin(operation, options)));
  return {
    create: (body, options) =>
      createCall(() => createBook(service, body, { call: begin('createBook', options), settleMs })),
    update: (id, body, options) =>
      createCall(() =>
        ask(begin('updateBook', options), savedBook, (raw, init) =>
          raw.PATCH('/books/{bookPublicId}', { params: bookPath(id), body, ...init }),
        ),
      ),
    get: (id, options) =>
      createCall(() => ask(begin('readBook', options), wholeBook, readById(id))),
    findByExternalId: (id, options) =>
      createCall(() => nullIfUnknown(ask(begin('lookUpBook', options), wholeBook, lookUp(id)))),
    list: (query, options) => listBooks(service, query, options),
    requestUploads: (id, files, options) =>
      createCall(() =>
        ask(begin('requestUploads', options), uploadGrants(files), (raw, init) => {
          const params = bookPath(id);
          return raw.POST('/books/{bookPublicId}/upload', { params, body: [...files], ...init });
        }),
      ),
    attach: (id, file, options) =>
      createCall(() => attachFile(service, file, { call: begin('attachFile', options), id })),
    publish: release('publishBook'),
    unpublish: release('unpublishBook'),
    delete: release('deleteBook'),
  };
}
