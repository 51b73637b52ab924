/** The calls that look at the book when a response does not say what happened: create, publish, unpublish, delete and attach. */
import type { Attachment, Book, BookCreate } from '../contract.ts';
import { isMessageError, isProblemError } from '../errors/index.ts';
import type { Call, CallResult, Send, Service } from '../transport/index.ts';
import { writeOnce, type Finding } from './write-once.ts';
import { noContent, nullIfUnknown, savedBook, wholeBook, type SavedBook } from './readers.ts';

export const bookPath = (bookPublicId: string) => ({ path: { bookPublicId } });

export const readById =
  (id: string): Send =>
  (raw, init) =>
    raw.GET('/books/{bookPublicId}', { params: bookPath(id), ...init });

export const lookUp =
  (bookExternalId: string): Send =>
  (raw, init) =>
    raw.GET('/books/external-id/{bookExternalId}', {
      params: { path: { bookExternalId } },
      ...init,
    });

/** Returns a function that reads a book within the time limits of another call. */
const createLook =
  ({ ask }: Service, operation: 'readBook' | 'lookUpBook', send: Send) =>
  async (call: Call) =>
    nullIfUnknown(ask({ ...call, operation, attempts: 0 }, wholeBook, send));

/** A book that was just created. */
export interface CreatedBook extends SavedBook {
  /** True when the response was lost and the book was found by its external id. */
  readonly reconciled: boolean;
}

/**
 * A book without an external id cannot be looked up, so it is sent again only if the first request was certainly never
 * sent.
 *
 * @param settleMs how long the book may take to show when the response is lost, in milliseconds
 * @throws AmbiguousOutcomeError if neither a response nor a lookup shows whether the book was created
 */
export async function createBook(
  service: Service,
  body: BookCreate,
  { call, settleMs }: { readonly call: Call; readonly settleMs: number },
): Promise<CallResult<CreatedBook>> {
  const { externalId, format, title } = body;
  const judge = (book: Book | null): Finding<CreatedBook> => {
    if (book === null) return undefined;
    const { attributes, id } = book;
    const isSame = attributes.format === format && attributes.title.trim() === title.trim();
    if (isSame) return { done: { id, book, reconciled: true } };
    return 'its externalId belongs to a book of another format or title.';
  };
  const look = externalId ? createLook(service, 'lookUpBook', lookUp(externalId)) : undefined;
  const send = async () => {
    const post: Send = (raw, init) => raw.POST('/books', { body, ...init });
    const { data, ...rest } = await service.ask(call, savedBook, post);
    return { ...rest, data: { ...data, reconciled: false } };
  };
  return writeOnce({ service, call, settleMs, judge, look, send });
}

/** The operations that decide where a book is sold. */
export type ReleaseOperation = 'publishBook' | 'unpublishBook' | 'deleteBook';

const sendRelease =
  (operation: string, id: string): Send =>
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
  call: Call,
): Promise<CallResult<void>> {
  return writeOnce<void>({
    service,
    call,
    // A second request does no harm here, so one look is enough.
    settleMs: 0,
    judge: (book) => judgeRelease(call.operation, book),
    look: createLook(service, 'readBook', readById(id)),
    send: async () => {
      const result = await service.ask(call, noContent, sendRelease(call.operation, id));
      return { ...result, data: undefined };
    },
  });
}

/** The statuses of a book that is in shops, or on its way there. */
const releasedStatuses: readonly string[] = ['published', 'in_review'];

/** Decides by the status. A status that the book may have had before the call proves nothing. */
function judgeRelease(operation: string, book: Book | null): Finding<void> {
  if (operation === 'deleteBook') return book === null ? { done: undefined } : undefined;
  const status = book?.attributes.status ?? '';
  const [done, pending] =
    operation === 'publishBook' ? [releasedStatuses, ['draft']] : [['withdrawn'], releasedStatuses];
  if (done.includes(status)) return { done: undefined };
  return pending.includes(status) ? undefined : 'its status does not show it.';
}

/** A file that was PUT, by the id of its grant, with the name and hash of its descriptor. */
export interface UploadedFile extends Attachment {
  readonly fileId: string;
}

/**
 * Attaching twice has the same effect as once, but after a lost response a service may refuse the second attempt. So a
 * refusal is checked against the book.
 */
export async function attachFile(
  service: Service,
  { fileId, ...body }: UploadedFile,
  { call, id }: { readonly call: Call; readonly id: string },
): Promise<CallResult<void>> {
  const params = { path: { bookPublicId: id, fileId } };
  try {
    const attachResult = await service.ask(call, noContent, (raw, init) =>
      raw.PATCH('/books/{bookPublicId}/file/{fileId}/attach', { params, body, ...init }),
    );
    return { ...attachResult, data: undefined };
  } catch (refusal) {
    if (!isProblemError(refusal) && !isMessageError(refusal)) throw refusal;
    const { data: book, response } = await createLook(service, 'readBook', readById(id))(call);
    // The fields of an entry are not shown (document: Book), so the id is searched for in all of them.
    const files = JSON.stringify(book?.attributes.files ?? []);
    if (!files.includes(JSON.stringify(fileId))) throw refusal;
    return { data: undefined, response, attempts: call.attempts };
  }
}
