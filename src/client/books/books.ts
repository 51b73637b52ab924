/** The calls of `books` that are one question to the service, with their documentation. */
import type { Book, BookCreate, BookQuery, BookUpdate, UploadDescriptor } from '../contract.ts';
import { createCall, type CallPromise, type Service } from '../transport/index.ts';
import { type CallOptions } from '../requests/index.ts';
import { listBooks, type BookList } from './list-books.ts';
import {
  bookOrNull,
  savedBook,
  uploadGrants,
  wholeBook,
  type SavedBook,
  type UploadGrant,
} from './readers.ts';
import {
  sendLookUp,
  sendRead,
  sendUpdate,
  sendUploads,
  type ReleaseOperation,
  type UploadedFile,
} from './requests.ts';
import { attachFile, createBook, releaseBook, type CreatedBook } from './writes.ts';

/**
 * Each call returns a promise of its content; `.withResponse()` and `.safe()` take the same result in other ways. The
 * last argument is an options bag: `signal`, `timeoutMs`, `deadlineMs`, `maxRetries` and `headers`.
 *
 * Besides the errors each call names, every call may throw UnauthorizedError for a key that is not accepted,
 * UnexpectedResponseError for a response the document does not describe, AbortedError when its signal aborts, and
 * NetworkError, TimeoutError, RateLimitedError or ServerError when repeating did not help.
 */
export interface BookCalls {
  /**
   * Creates a book, as a draft.
   *
   * Sends POST `/books`. Returns the id, and the whole book when the service shows it: the document gives two forms of
   * this response, and both are understood.
   *
   * Give an `externalId`: when the response is lost, the book is looked up by it and returned with `reconciled: true`.
   * The request is sent again only if the book did not show within `settleMs`, ten seconds by default, and the service
   * cannot still be at work on it.
   *
   * @throws ProblemError 400 for a missing or malformed property, 422 for an invalid ISBN or date
   * @throws AmbiguousOutcomeError when the response was lost and no look tells whether the book was made
   * @see document: Endpoints, 1 and note 1
   * @example
   * const { id } = await distribution.books.create({ format: 'ebook', title: 'Tides', … });
   */
  readonly create: (book: BookCreate, options?: CallOptions) => CallPromise<CreatedBook>;

  /**
   * Changes the given fields of a book and keeps the others. A book that was not a draft becomes one again: publish it
   * again when all edits are done.
   *
   * Sends PATCH `/books/{id}`. `chapters` can be part of it: a chapter whose `sequence` exists is replaced, any other is
   * added. Returns the id, and the whole book when the service shows it.
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
   * Reads a book by the id the service gave it. Sends GET `/books/{id}`.
   *
   * @throws MessageError or ProblemError 404 when there is no such book
   * @see document: Endpoints, 3
   * @example
   * const { attributes } = await distribution.books.get(id);
   */
  readonly get: (id: string, options?: CallOptions) => CallPromise<Book>;

  /**
   * Looks a book up by your own id for it. Returns null when no book has that id: a 422 whose `invalidParams` name
   * `bookExternalId`, or a documented 404. Sends GET `/books/external-id/{externalId}`.
   *
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
   * Lists books. Nothing is sent before the first step of the iteration.
   *
   * Sends GET `/books` once per page, 100 books a page unless `perPage` says otherwise, counting up from `page` (1 by
   * default): the links of a response are never followed. Iterating returns each book once, `byPage()` whole pages,
   * `toArray({ limit })` the first books, `page(n)` one page. The list ends after the page whose `links.next` is null.
   * When the service ends it before as many books were received as `meta.total` counts, the iteration throws. The
   * options apply to each page.
   *
   * @throws ProblemError 400 for a query the service does not take, such as `perPage` above 100
   * @throws UnexpectedResponseError when the list ends early; books deleted meanwhile can cause that too
   * @see document: Endpoints, 2 and note 6; Book list item; Limits
   * @example
   * for await (const book of distribution.books.list({ format: 'audio' })) {
   *   console.log(book.attributes.title);
   * }
   */
  readonly list: (query?: BookQuery, options?: CallOptions) => BookList;

  /**
   * Requests one upload URL per file. The status of the book does not change. `upload` does this and the rest.
   *
   * Sends POST `/books/{id}/upload`. Returns one grant per descriptor, in their order when the service repeats
   * `referenceId`, otherwise in the order of the response: then request one file at a time, because another order would
   * go unnoticed. PUT the bytes with a plain fetch, before `expiresAt`, once, and without the key.
   *
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws ProblemError 400 for a malformed descriptor or a role that does not fit the format of the book
   * @throws UnexpectedResponseError when there are more or fewer grants than files
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
   * Makes an uploaded file part of the book. A book that was not a draft becomes one again.
   *
   * Sends PATCH `/books/{id}/file/{fileId}/attach` with the name and hash of the descriptor; the service compares the
   * hash with the bytes it received.
   *
   * @throws ProblemError or MessageError 422 when the bytes have another hash
   * @throws MessageError or ProblemError 404 when there is no such book or file
   * @see document: Endpoints, 8 and note 4; States and transitions
   * @example
   * await distribution.books.attach(id, { fileId: grant.id, filename: 'tides.epub', hashSha256 });
   */
  readonly attach: (id: string, file: UploadedFile, options?: CallOptions) => CallPromise<void>;

  /**
   * Publishes a book: it is queued for all stores that the account's territory settings enable.
   *
   * Sends POST `/books/{id}/publish`. The document does not show the status afterwards, so read it if it matters. When
   * the publication date is past or at most 14 days away, the book must be a final version; an audiobook needs its
   * chapters and a contributor `Narrated by`.
   *
   * After a lost response the book is read: a draft is published once more, a book `published` or `in_review` is
   * taken as done.
   *
   * @throws ProblemError 422 when the book is not ready; it keeps its status
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws AmbiguousOutcomeError when the response was lost and the book does not tell what happened
   * @see document: Endpoints, 9; States and transitions
   * @example
   * await distribution.books.publish(id);
   */
  readonly publish: (id: string, options?: CallOptions) => CallPromise<void>;

  /**
   * Withdraws a book from the stores.
   *
   * Sends POST `/books/{id}/unpublish`. The document shows neither the success status nor a body nor the status of the
   * book afterwards, so every success is accepted. After a lost response the book is read: one still `published` or
   * `in_review` is unpublished once more, one `withdrawn` is taken as done.
   *
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws ProblemError for a refusal the service explains
   * @throws AmbiguousOutcomeError when the response was lost and the book does not tell what happened
   * @see document: Endpoints, 10 and note 5
   * @example
   * await distribution.books.unpublish(id);
   */
  readonly unpublish: (id: string, options?: CallOptions) => CallPromise<void>;

  /**
   * Deletes a book.
   *
   * Sends DELETE `/books/{id}`. The document shows neither the success status nor a body, so every success is accepted.
   * After a lost response the book is read: one that is gone was deleted, one that is there is deleted again.
   *
   * @throws ProblemError 409 when the book's current state does not allow it
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws AmbiguousOutcomeError when the response was lost and the book does not tell what happened
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
      createCall(async () =>
        releaseBook(service, operation, { call: begin(operation, options), id }),
      );
  return {
    create: (body, options) =>
      createCall(async () =>
        createBook(service, body, { call: begin('createBook', options), settleMs }),
      ),
    update: (id, changes, options) =>
      createCall(async () => ask(begin('updateBook', options), savedBook, sendUpdate(id, changes))),
    get: (id, options) =>
      createCall(async () => ask(begin('readBook', options), wholeBook, sendRead(id))),
    findByExternalId: (id, options) =>
      createCall(async () => ask(begin('lookUpBook', options), bookOrNull, sendLookUp(id))),
    list: (query, options) => listBooks(service, query, options),
    requestUploads: (id, files, options) =>
      createCall(async () =>
        ask(begin('requestUploads', options), uploadGrants(files), sendUploads(id, files)),
      ),
    attach: (id, file, options) =>
      createCall(async () => attachFile(service, file, { call: begin('attachFile', options), id })),
    publish: release('publishBook'),
    unpublish: release('unpublishBook'),
    delete: release('deleteBook'),
  };
}
