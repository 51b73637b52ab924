/** The calls that look at the book when a response leaves open what happened: create, release and attach. */
import type { Book, BookCreate } from '../contract.ts';
import { isMessageError, isProblemError } from '../errors/index.ts';
import type { Call } from '../requests/index.ts';
import type { CallResult, Service } from '../transport/index.ts';
import { doOnce, type Finding } from './once.ts';
import { bookOrNull, noContent, savedBook, type SavedBook } from './readers.ts';
import {
  sendAttach,
  sendCreate,
  sendLookUp,
  sendRead,
  sendRelease,
  type ReleaseOperation,
  type UploadedFile,
} from './requests.ts';

/** A book that was just created. */
export interface CreatedBook extends SavedBook {
  /** True when the response was lost and the book was found by its external id. */
  readonly reconciled: boolean;
}

/** Looks a book up within the time of another call. */
const lookUp = (service: Service, externalId: string) => async (call: Call) =>
  service.ask(
    { ...call, operation: 'lookUpBook', attempts: 0 },
    bookOrNull,
    sendLookUp(externalId),
  );

/** Reads a book within the time of another call. */
const read = (service: Service, id: string) => async (call: Call) =>
  service.ask({ ...call, operation: 'readBook', attempts: 0 }, bookOrNull, sendRead(id));

/**
 * A book without an external id cannot be looked up, so it is sent again only when the first request certainly never
 * left.
 *
 * @param settleMs how long the book may take to show when the response is lost, in milliseconds
 * @throws AmbiguousOutcomeError when neither a response nor a look tells whether the book was made
 */
export async function createBook(
  service: Service,
  body: BookCreate,
  { call, settleMs }: { readonly call: Call; readonly settleMs: number },
): Promise<CallResult<CreatedBook>> {
  const { externalId, format, title } = body;
  const judge = (book: Book | null): Finding<CreatedBook> => {
    if (book === null) return 'undone';
    const { attributes, id } = book;
    const same = attributes.format === format && attributes.title.trim() === title.trim();
    if (same) return { done: { id, book, reconciled: true } };
    return { unknown: 'its externalId names a book of another format or title.' };
  };
  const look = externalId ? lookUp(service, externalId) : undefined;
  const send = async () => {
    const { data, ...rest } = await service.ask(call, savedBook, sendCreate(body));
    return { ...rest, data: { ...data, reconciled: false } };
  };
  return doOnce({ service, call, settleMs, judge, look, send });
}

/** @throws AmbiguousOutcomeError when neither a response nor a look tells whether it was done */
export async function releaseBook(
  service: Service,
  operation: ReleaseOperation,
  { call, id }: { readonly call: Call; readonly id: string },
): Promise<CallResult<void>> {
  return doOnce<void>({
    service,
    call,
    // Twice does no harm here, so one look is enough.
    settleMs: 0,
    judge: (book) => judgeRelease(operation, book),
    look: read(service, id),
    send: async () => {
      const sent = await service.ask(call, noContent, sendRelease(operation, id));
      return { ...sent, data: undefined };
    },
  });
}

/** In the shops, or on the way there. */
const released: readonly string[] = ['published', 'in_review'];

/** Judges by the status. One that the book may have had before tells nothing. */
function judgeRelease(operation: ReleaseOperation, book: Book | null): Finding<void> {
  if (operation === 'deleteBook') return book === null ? { done: undefined } : 'undone';
  const status = book?.attributes.status ?? '';
  const [done, undone] =
    operation === 'publishBook' ? [released, ['draft']] : [['withdrawn'], released];
  if (done.includes(status)) return { done: undefined };
  return undone.includes(status) ? 'undone' : { unknown: 'its status does not tell.' };
}

/**
 * Attaching twice is as good as once, but a service may refuse the second time, when the first response was lost. So a
 * refusal is checked against the book.
 */
export async function attachFile(
  service: Service,
  file: UploadedFile,
  { call, id }: { readonly call: Call; readonly id: string },
): Promise<CallResult<void>> {
  try {
    const attached = await service.ask(call, noContent, sendAttach(id, file));
    return { ...attached, data: undefined };
  } catch (refusal) {
    if (!isProblemError(refusal) && !isMessageError(refusal)) throw refusal;
    const { data: book, response } = await read(service, id)(call);
    // The fields of an entry are not shown (document: Book), so the id is searched for in all of them.
    const shown = JSON.stringify(book?.attributes.files ?? []);
    if (!shown.includes(JSON.stringify(file.fileId))) throw refusal;
    return { data: undefined, response, attempts: call.attempts };
  }
}
