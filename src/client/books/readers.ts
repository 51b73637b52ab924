/** Reads the responses from the service in every form the document describes. */
import type { Book, BookPageBody, UploadDescriptor } from '../contract.ts';
import { isMessageError, isProblemError } from '../errors/index.ts';
import { isObject } from '../json.ts';
import type { CallResult, Reader } from '../transport/index.ts';

/** Checks the fields that this client relies on; all others are left to the service. */
function isBook(value: unknown): value is Book {
  if (!isObject(value)) return false;
  const { id, attributes } = value;
  return typeof id === 'string' && id !== '' && isObject(attributes);
}

/** `{ data }` with the whole book (document: Book). */
export const wholeBook: Reader<Book> = {
  expected: '{ data } with a book',
  read: (body) => (isObject(body) && isBook(body['data']) ? body['data'] : undefined),
};

/**
 * The book that was asked for, or null when one of the documented bodies says that there is none: a 404, or for a
 * lookup a 422 that names `bookExternalId`. A proxy's 404 does not say that.
 */
export async function nullIfUnknown(
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
  /** The book as saved, when the service shows it; undefined when it returned the id alone. */
  readonly book: Book | undefined;
}

/** `{ bookId }`, `{ data }`, or both (document: Endpoints, notes 1 and 2). Two different ids are not a result. */
export const savedBook: Reader<SavedBook> = {
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

/** No body or any JSON, since the document shows few of them. Text is refused, because a proxy must have sent it. */
export const noContent: Reader<true> = {
  expected: 'an empty body or a JSON one',
  read: (body) => (typeof body === 'string' ? undefined : true),
};

/** One page of the list (document: Book list item). */
export const pageBody: Reader<BookPageBody> = {
  expected: '{ data, meta, links } with a list of books',
  read: (body) => (isPage(body) ? body : undefined),
};

function isPage(body: unknown): body is BookPageBody {
  if (!isObject(body) || !isObject(body['links']) || !isObject(body['meta'])) return false;
  const { data } = body;
  return (
    Array.isArray(data) && data.every((item) => isObject(item) && typeof item['id'] === 'string')
  );
}

/** Permission to PUT one file to one URL, once and before the deadline. The URL is a secret until then. */
export interface UploadGrant {
  /** The file's id, for attach and for chapters. */
  readonly id: string;
  /** The URL to PUT the bytes to, without the key. */
  readonly url: string;
  /** ISO 8601, UTC; undefined when the service leaves it out. */
  readonly expiresAt: string | undefined;
  /** The descriptor's label and role; only the enveloped form repeats them. */
  readonly referenceId: string | undefined;
  readonly role: string | undefined;
}

/**
 * `{ data: [grant] }` as in the walkthroughs, or the bare list of the reference (document: Endpoints, note 3): one
 * grant per descriptor, in the order of the descriptors when every grant repeats its referenceId, otherwise in the
 * order of the response.
 */
export function uploadGrants(
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
  // A grant may say everything twice, flat and in attributes; the attributes win.
  const attributes = isObject(item['attributes']) ? { ...item, ...item['attributes'] } : item;
  const read = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const [id, url] = [read(item['id']), read(attributes['url'])];
  if (!id || url === undefined) return undefined;
  const { expiresAt, referenceId, role } = attributes;
  return {
    id,
    url,
    expiresAt: read(expiresAt),
    referenceId: read(referenceId),
    role: read(role),
  };
}

function sortGrants(
  descriptors: readonly UploadDescriptor[],
  grants: readonly UploadGrant[],
): readonly UploadGrant[] {
  const byLabel = new Map(grants.map((grant) => [grant.referenceId, grant]));
  const sorted = descriptors.flatMap(({ referenceId }) => byLabel.get(referenceId) ?? []);
  return byLabel.size === grants.length && sorted.length === grants.length ? sorted : grants;
}
