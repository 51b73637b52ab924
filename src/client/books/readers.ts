/** Reads the service's responses in every form that the document describes. */
import type { Book, BookPageBody, UploadDescriptor } from '../contract.ts';
import { isMessageError, isProblemError } from '../errors/index.ts';
import { isObject } from '../json.ts';
import type { CallResult, Reader } from '../transport/index.ts';

/** Checks only the fields that this client relies on. */
function isBook(value: unknown): value is Book {
  if (!isObject(value)) return false;
  const { id, attributes } = value;
  return typeof id === 'string' && id !== '' && isObject(attributes);
}

/** Reads `{ data }` with a whole book (document: Book). */
export const bookReader: Reader<Book> = {
  expected: '{ data } with a book',
  read: (body) => (isObject(body) && isBook(body['data']) ? body['data'] : undefined),
};

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

/** Reads `{ bookId }`, `{ data }` or both (document: Endpoints, notes 1 and 2). Refuses two different ids. */
export const savedBookReader: Reader<SavedBook> = {
  expected: '{ bookId } or { data } with a book',
  read: (body) => {
    if (!isObject(body)) return undefined;
    const { bookId, data } = body;
    const book = isBook(data) ? data : undefined;
    if (book === undefined && data !== undefined) return undefined;
    const id = bookId ?? book?.id;
    if (typeof id !== 'string' || id === '') return undefined;
    return book === undefined || book.id === id ? { id, book } : undefined;
  },
};

/** Accepts no body and any JSON, because the document shows few of these bodies. Refuses text, which a proxy must have sent. */
export const noContentReader: Reader<true> = {
  expected: 'an empty body or a JSON one',
  read: (body) => (typeof body === 'string' ? undefined : true),
};

/** Reads one page of the list (document: Book list item). */
export const pageReader: Reader<BookPageBody> = {
  expected: '{ data, meta, links } with a list of books',
  read: (body) => (isPage(body) ? body : undefined),
};

function isPage(body: unknown): body is BookPageBody {
  if (!isObject(body) || !isObject(body['links']) || !isObject(body['meta'])) return false;
  const { data } = body;
  return Array.isArray(data) && data.every(isBook);
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
 * Endpoints, note 3). It returns one grant per descriptor: in the order of the descriptors if every grant repeats its
 * referenceId, otherwise in the order of the response.
 */
export function createGrantsReader(
  descriptors: readonly UploadDescriptor[],
): Reader<readonly UploadGrant[]> {
  return {
    expected: `{ data } or a list with ${descriptors.length} grant(s), each with id and url`,
    read: (body) => {
      const list = isObject(body) ? body['data'] : body;
      if (!Array.isArray(list) || list.length !== descriptors.length) return undefined;
      const grants = list.map(readGrant).filter((grant) => grant !== undefined);
      return grants.length === list.length ? sortGrants(descriptors, grants) : undefined;
    },
  };
}

function readGrant(item: unknown): UploadGrant | undefined {
  if (!isObject(item)) return undefined;
  // A grant may have the same field twice, flat and in `attributes`. The latter wins.
  const attributes = isObject(item['attributes']) ? { ...item, ...item['attributes'] } : item;
  const readString = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const [id, url] = [readString(item['id']), readString(attributes['url'])];
  if (!id || url === undefined) return undefined;
  const { expiresAt, referenceId, role } = attributes;
  return {
    id,
    url,
    expiresAt: readString(expiresAt),
    referenceId: readString(referenceId),
    role: readString(role),
  };
}

function sortGrants(descriptors: readonly UploadDescriptor[], grants: readonly UploadGrant[]) {
  const byLabel = new Map(grants.map((grant) => [grant.referenceId, grant]));
  const sorted = descriptors.flatMap(({ referenceId }) => byLabel.get(referenceId) ?? []);
  return byLabel.size === grants.length && sorted.length === grants.length ? sorted : grants;
}
