/** The calls that read the book if no response shows their effect: create, publish, unpublish, delete and attach. */
import type { Attachment, Book, BookCreate } from '../contract.ts';
import { isMessageError, isProblemError, isRateLimited } from '../errors/index.ts';
import { copyJson, toText } from '../json.ts';
import type { ActiveCall, CallResult, Reader, SendOperation, Service } from '../transport/index.ts';
import { writeOnce, type WriteEvidence } from './write-once.ts';
import {
  createBookReader,
  createSavedBookReader,
  mayShow,
  noContentReader,
  nullIfNotFound,
  type SavedBook,
} from './readers.ts';

export const bookPath = (bookPublicId: string) => ({ path: { bookPublicId } });

/** The last arguments of `ask` for a read of one book. */
type BookRead = readonly [Reader<Book>, SendOperation];

export const readById = (id: string): BookRead => [
  createBookReader((book) => mayShow(book.id, id)),
  (raw, init) => raw.GET('/books/{bookPublicId}', { params: bookPath(id), ...init }),
];

export const readByExternalId = (bookExternalId: string): BookRead => [
  // Not `mayShow`: ids that differ only in case or in a hyphen may name two books.
  createBookReader(
    ({ attributes: { externalId = bookExternalId } }) => externalId === bookExternalId,
  ),
  (raw, init) => {
    const params = { path: { bookExternalId } };
    return raw.GET('/books/external-id/{bookExternalId}', { params, ...init });
  },
];

/** Creates the `readBook` of a write, which reads the book within the time limits of the write. */
const createReadBook =
  ({ ask }: Service, operation: 'readBook' | 'lookUpBook', read: BookRead) =>
  async (call: ActiveCall) =>
    nullIfNotFound(ask({ ...call, operation, attempts: 0 }, ...read));

/** A book that was just created. */
export interface CreatedBook extends SavedBook {
  /** True if the response was lost and the book was found by its external id. */
  readonly reconciled: boolean;
}

/**
 * Creates a book. A book without an external id cannot be looked up, so its request is repeated only if the first request
 * was certainly never sent.
 *
 * @param settleMs how long the book may take to appear after a lost response, in milliseconds
 * @throws AmbiguousOutcomeError if neither a response nor a lookup shows whether the book was created
 */
export async function createBook(
  service: Service,
  body: BookCreate,
  { call, settleMs }: { readonly call: ActiveCall; readonly settleMs: number },
): Promise<CallResult<CreatedBook>> {
  const fields = copyJson(body, 'book');
  const { externalId } = fields;
  const judge = (book: Book | null): WriteEvidence<CreatedBook> => {
    if (book === null) return undefined;
    const { attributes, id } = book;
    // A new book is a draft (document: Book).
    const sentFields = Object.entries({ ...fields, status: 'draft' });
    const difference = sentFields.find(
      ([name, value]) => !mayShow(Reflect.get(attributes, name), value),
    );
    if (difference === undefined) return { result: { id, book, reconciled: true } };
    return `the externalId belongs to a book with another ${difference[0]}.`;
  };
  const readBook = externalId
    ? createReadBook(service, 'lookUpBook', readByExternalId(externalId))
    : undefined;
  const send = async () => {
    const post: SendOperation = (raw, init) => raw.POST('/books', { body: fields, ...init });
    const { data, ...rest } = await service.ask(call, createSavedBookReader(), post);
    return { ...rest, data: { ...data, reconciled: false } };
  };
  return writeOnce({ service, call, settleMs, judge, readBook, send });
}

/** The operations that decide where a book is sold. */
export type ReleaseOperation = 'publishBook' | 'unpublishBook' | 'deleteBook';

const sendRelease =
  (operation: string, id: string): SendOperation =>
  (raw, init) => {
    const request = { params: bookPath(id), body: {}, ...init };
    if (operation === 'deleteBook') return raw.DELETE('/books/{bookPublicId}', request);
    if (operation === 'publishBook') return raw.POST('/books/{bookPublicId}/publish', request);
    return raw.POST('/books/{bookPublicId}/unpublish', request);
  };

/** @throws AmbiguousOutcomeError if neither a response nor the book shows whether the call took effect */
export async function releaseBook(
  service: Service,
  id: string,
  call: ActiveCall,
): Promise<CallResult<void>> {
  return writeOnce<void>({
    service,
    call,
    // A second request does no harm here, so there is no need to wait until the effect of the first one is visible.
    settleMs: 0,
    judge: (book) => judgeRelease(call.operation, book),
    readBook: createReadBook(service, 'readBook', readById(id)),
    send: async () => {
      const result = await service.ask(call, noContentReader, sendRelease(call.operation, id));
      return { ...result, data: undefined };
    },
  });
}

/** The statuses of a book that is in shops, or on its way there. */
const releasedStatuses: readonly string[] = ['published', 'in_review'];

/**
 * Decides by the book's status whether the call took effect. Returns undefined if it had no effect, and a sentence if
 * the status does not show it.
 */
function judgeRelease(operation: string, book: Book | null): WriteEvidence<void> {
  if (operation === 'deleteBook') return book === null ? { result: undefined } : undefined;
  const status = book?.attributes.status ?? '';
  const [doneStatuses, pendingStatuses] =
    operation === 'publishBook' ? [releasedStatuses, ['draft']] : [['withdrawn'], releasedStatuses];
  if (doneStatuses.includes(status)) return { result: undefined };
  return pendingStatuses.includes(status) ? undefined : "the book's status does not show it.";
}

/** A file whose bytes were sent: the id of its grant, with the name and hash of its descriptor. */
export interface UploadedFile extends Attachment {
  readonly fileId: string;
}

/**
 * Attaches a file. If an earlier response was lost, the service may refuse the second request, so after a refusal the
 * book shows whether it has the file.
 */
export async function attachFile(
  service: Service,
  { fileId, ...body }: UploadedFile,
  { call, id }: { readonly call: ActiveCall; readonly id: string },
): Promise<CallResult<void>> {
  const params = { path: { bookPublicId: id, fileId } };
  try {
    const attachResult = await service.ask(call, noContentReader, (raw, init) =>
      raw.PATCH('/books/{bookPublicId}/file/{fileId}/attach', { params, body, ...init }),
    );
    return { ...attachResult, data: undefined };
  } catch (refusal) {
    if (!isProblemError(refusal) && !isMessageError(refusal)) throw refusal;
    if (isRateLimited(refusal)) throw refusal;
    const readBook = createReadBook(service, 'readBook', readById(id));
    // The refusal says more than an error of this read.
    const found = await readBook(call).catch(() => undefined);
    // The document does not name the fields of a file (document: Book), so all of them are searched for the id.
    const files = toText(found?.data?.attributes.files);
    if (found === undefined || !files.includes(JSON.stringify(fileId))) throw refusal;
    return { data: undefined, response: found.response, attempts: call.attempts };
  }
}
