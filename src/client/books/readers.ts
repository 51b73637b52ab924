/** Reads the service's responses in every form that the document describes. */
import type { Book, BookPageBody, UploadDescriptor } from '../contract.ts';
import { isMessageError, isProblemError } from '../errors/index.ts';
import { asObject, isObject, toText, type JsonObject } from '../json.ts';
import type { CallResult, Reader } from '../transport/index.ts';

/** Checks only the fields that this client relies on. */
function isBook(value: unknown): value is Book {
  const { id, attributes } = asObject(value);
  return typeof id === 'string' && id !== '' && isObject(attributes);
}

/**
 * Returns a reader of `{ data }` with a whole book (document: Book).
 * @param isAsked returns false for another book than the one that was asked for
 */
export function createBookReader(isAsked: (book: Book) => boolean): Reader<Book> {
  const expected = '{ data } with the book';
  const read = (body: unknown) => {
    const { data: book } = asObject(body);
    return isBook(book) && isAsked(book) ? book : undefined;
  };
  return { expected, read };
}

/**
 * Returns true if a service may show a sent value in this way. It may leave a field out, have another order, and change
 * case, spaces and hyphens, because the document shows a language in both cases and does not forbid the rest. The case
 * of a UUID means nothing.
 */
export function mayShow(shown: unknown, sent: unknown): boolean {
  if (shown === undefined || shown === sent) return true;
  if (Array.isArray(sent)) {
    const entries: readonly unknown[] = Array.isArray(shown) ? shown : [];
    const isShown = (value: unknown) => entries.some((entry) => mayShow(entry, value));
    return entries.length === sent.length && sent.every(isShown);
  }
  if (isObject(sent)) {
    const isShown = ([name, value]: [string, unknown]) =>
      isObject(shown) && mayShow(shown[name], value);
    return Object.entries(sent).every(isShown);
  }
  return simplify(shown) === simplify(sent);
}

function simplify(value: unknown): string {
  return toText(value ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '');
}

/**
 * Returns the book, or null if a documented response says that there is none: a 404, or for a lookup a 422 that names
 * `bookExternalId`. A proxy's 404 does not count.
 */
export async function nullIfNotFound(
  request: Promise<CallResult<Book>>,
): Promise<CallResult<Book | null>> {
  try {
    return await request;
  } catch (error) {
    if (!isProblemError(error) && !isMessageError(error)) throw error;
    const { status, attempts, response } = error;
    const isUnknownId = isProblemError(error) && error.param('bookExternalId') !== undefined;
    if (response === undefined || (status !== 404 && !(status === 422 && isUnknownId))) throw error;
    return { data: null, response, attempts };
  }
}

export interface SavedBook {
  readonly id: string;
  /** The book as saved; undefined if the service returned only the id. */
  readonly book: Book | undefined;
}

/**
 * Returns a reader of `{ bookId }`, `{ data }` or both (document: Endpoints, notes 1 and 2). It refuses two different ids.
 * @param expectedId the id of an updated book; undefined for a new one
 */
export function createSavedBookReader(expectedId?: string): Reader<SavedBook> {
  const read = (body: unknown) => {
    const { bookId, data } = asObject(body);
    const book = isBook(data) ? data : undefined;
    if (book !== data) return undefined;
    const id = bookId ?? book?.id;
    if (typeof id !== 'string' || id === '') return undefined;
    const ids = [book?.id ?? id, expectedId ?? id];
    return ids.every((other) => mayShow(other, id)) ? { id, book } : undefined;
  };
  return { expected: '{ bookId } or { data } with the book', read };
}

/**
 * Accepts no body and any object, because the document shows few of these bodies. Refuses a Problem, `{ message }` and
 * `{ error }`, which say that the call failed.
 */
export const noContentReader: Reader<true> = {
  expected: 'no body or a JSON object',
  read: (body = {}) =>
    isObject(body) && !['title', 'message', 'error'].some((key) => key in body) ? true : undefined,
};

/** Reads one page of the list (document: Book list item). */
export const pageReader: Reader<BookPageBody> = {
  expected: '{ data, meta, links } with a list of books',
  read: (body) => (isPage(body) ? body : undefined),
};

function isPage(body: unknown): body is BookPageBody {
  const { data, links, meta } = asObject(body);
  const { total = 0 } = asObject(meta);
  const isList = Array.isArray(data) && data.every(isBook) && isObject(links) && isObject(meta);
  return isList && Number.isSafeInteger(total) && Number(total) >= 0;
}

/** The permission to PUT one file to one URL, once and before it expires. The URL is a secret until then. */
export interface UploadGrant {
  /** The file's id, for attach and for chapters. */
  readonly id: string;
  /** The URL for the bytes. The PUT must not contain the key. */
  readonly url: string;
  /** ISO 8601, UTC; undefined if the service leaves it out. */
  readonly expiresAt: string | undefined;
  /** The label and role of the descriptor. Only the enveloped form repeats them. */
  readonly referenceId: string | undefined;
  readonly role: string | undefined;
}

/**
 * Returns a reader of `{ data: [grant] }` as in the walkthroughs, or of the bare list of the reference (document:
 * Endpoints, note 3). It returns one grant per descriptor: in the order of the descriptors if the grants repeat their
 * referenceIds, otherwise in the order of the response. It refuses labels of other files, and an id that is repeated.
 */
export function createGrantsReader(
  descriptors: readonly UploadDescriptor[],
): Reader<readonly UploadGrant[]> {
  return {
    expected: `{ data } or a list with ${descriptors.length} grant(s) of these files`,
    read: (body) => {
      const list = isObject(body) ? body['data'] : body;
      if (!Array.isArray(list) || list.length !== descriptors.length) return undefined;
      return sortGrants(
        descriptors,
        list.flatMap((item) => readGrant(item) ?? []),
      );
    },
  };
}

function readGrant(value: unknown): UploadGrant | undefined {
  const item = asObject(value);
  // A grant may have the same field twice, flat and in `attributes`. The latter wins.
  const fields = { ...item, ...asObject(item['attributes']) };
  const read = (source: JsonObject, name: string) =>
    typeof source[name] === 'string' ? source[name] : undefined;
  const [id, url] = [read(item, 'id'), read(fields, 'url')];
  if (!id || url === undefined) return undefined;
  return {
    id,
    url,
    expiresAt: read(fields, 'expiresAt'),
    referenceId: read(fields, 'referenceId'),
    role: read(fields, 'role'),
  };
}

function sortGrants(descriptors: readonly UploadDescriptor[], grants: readonly UploadGrant[]) {
  const isLabelled = grants.some(({ referenceId }) => referenceId !== undefined);
  const sorted = descriptors.flatMap(({ referenceId }, index) => {
    const labelled = grants.find((grant) => grant.referenceId === referenceId);
    return (isLabelled ? labelled : grants[index]) ?? [];
  });
  return new Set(sorted.map(({ id }) => id)).size === descriptors.length ? sorted : undefined;
}
