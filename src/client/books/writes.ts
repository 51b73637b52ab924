/** The calls that must be done once: create, publish, unpublish and delete. */
import type { Book, BookCreate } from '../contract.ts';
import type { CallResult, Service } from '../transport/index.ts';
import type { Call } from '../requests/index.ts';
import { doOnce, type Finding } from './once.ts';
import { bookOrNull, noContent, savedBook, type SavedBook } from './readers.ts';
import { lookUpBook, readBook } from './requests.ts';

/** A book that was just created. */
export interface CreatedBook extends SavedBook {
  /** True when the response was lost and the book was found by its external id. */
  readonly reconciled: boolean;
}

/** A book to create, and how long it may take to show when the response is lost, in milliseconds. */
export interface Creation {
  readonly body: BookCreate;
  readonly call: Call;
  readonly settleMs: number;
}

/**
 * Sends POST `/books`. A book without an external id cannot be looked up, so it is sent again only when the first
 * request certainly never left.
 *
 * @throws AmbiguousOutcomeError when neither a response nor a look tells whether the book was made
 */
export async function createBook(
  service: Service,
  { body, call, settleMs }: Creation,
): Promise<CallResult<CreatedBook>> {
  const { externalId, format, title } = body;
  const judge = (book: Book | null): Finding<CreatedBook> => {
    if (book === null) return 'undone';
    const { attributes, id } = book;
    const same = attributes.format === format && attributes.title.trim() === title.trim();
    if (same) return { done: { id, book, reconciled: true } };
    return { unknown: 'its externalId names a book of another format or title.' };
  };
  return doOnce({
    service,
    operation: 'createBook',
    call,
    settleMs,
    judge,
    look: externalId
      ? async (looking) => lookUpBook(service, externalId, { call: looking, reader: bookOrNull })
      : undefined,
    send: async (trace) => {
      const { data, ...rest } = await service.ask({
        operation: 'createBook',
        call,
        trace,
        reader: savedBook,
        send: (raw, init) => raw.POST('/books', { body, ...init }),
      });
      return { ...rest, data: { ...data, reconciled: false } };
    },
  });
}

/** The operations that decide where a book is sold. */
export type ReleaseOperation = 'publishBook' | 'unpublishBook' | 'deleteBook';

/** @throws AmbiguousOutcomeError when neither a response nor a look tells whether it was done */
export async function releaseBook(
  service: Service,
  { operation, id, call }: { operation: ReleaseOperation; id: string; call: Call },
): Promise<CallResult<void>> {
  const params = { path: { bookPublicId: id } };
  return doOnce<void>({
    service,
    operation,
    call,
    // Twice does no harm here, so one look is enough.
    settleMs: 0,
    judge: (book) => judgeRelease(operation, book),
    look: async (looking) => readBook(service, id, { call: looking, reader: bookOrNull }),
    send: async (trace) => {
      const sent = await service.ask({
        operation,
        call,
        trace,
        reader: noContent,
        send: (raw, init) => {
          const request = { params, body: {}, ...init };
          if (operation === 'deleteBook') return raw.DELETE('/books/{bookPublicId}', request);
          if (operation === 'publishBook')
            return raw.POST('/books/{bookPublicId}/publish', request);
          return raw.POST('/books/{bookPublicId}/unpublish', request);
        },
      });
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
