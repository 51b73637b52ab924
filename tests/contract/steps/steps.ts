/** Steps that cases of several sections use: reading books, finding them in the list, and uploading files. */
import { getMaxPageSize, readFields } from '../../../src/contract/fields.ts';
import { isObject, type JsonObject } from '../../../src/contract/json-pointer.ts';
import {
  readAttributes,
  type Exchange,
  readItems,
  type ListItem,
  readMeta,
  readStatus,
  Unproven,
} from '../../../src/harness/evidence/index.ts';
import type { GrantedFile, Stage } from '../../../src/harness/stage/index.ts';
import type { SampleFile } from '../../../src/harness/arbitraries/index.ts';

/** The calls of one account. */
export type Account = ReturnType<Stage['secondAccount']>;

export async function fetchBook(t: Stage, id: string): Promise<JsonObject> {
  return readAttributes(t.need.accepted(await t.ask.read(id)));
}

export async function fetchStatus(t: Stage, id: string): Promise<string> {
  return readStatus(t.need.accepted(await t.ask.read(id)));
}

/** Returns true if a name is one of the fields of the book table. */
export function isDocumentedField(name: string): boolean {
  return readFields().book.all.includes(name);
}

/** Returns a value that the case needs. Without it the case stays unproven, for this reason. */
export function requireValue<T>(value: T | undefined, reason: string): T {
  if (value === undefined) throw new Unproven(reason);
  return value;
}

/** Sends a create with any body. */
export async function postBook(t: Stage, json: unknown): Promise<Exchange> {
  return t.wire({ method: 'POST', path: '/books', json });
}

/** Returns a body without one property. */
export function omit(body: object, key: string): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));
}

/** Returns true for a response with a 2xx status. */
export function isAccepted(exchange: Exchange): boolean {
  return exchange.response.status >= 200 && exchange.response.status < 300;
}

/** A property of a book that the document does not have. */
export const undocumentedField = 'favouriteColour';

/**
 * Returns the status of a refusal as a reading of a silence, or undefined if the request was accepted.
 * The case stays unproven if the status is about something else: the key, a rate limit, a crash.
 */
export function getRefusal(t: Stage, exchange: Exchange): string | undefined {
  if (isAccepted(exchange)) return undefined;
  const {
    operation,
    response: { status: code },
  } = exchange;
  // Requests to the storage have no key, so its 401 is about the request.
  const isKeyRefusal = code === 401 && operation !== 'putFile';
  const isReading = code >= 400 && code < 500 && !isKeyRefusal && code !== 429;
  t.need.that(isReading, `got ${code}, which says nothing about the silence`);
  return String(code);
}

/**
 * Returns a book's list item, or undefined. The document does not say in which direction the list is
 * sorted, so it looks at the pages at both ends. Other books may be created and deleted meanwhile.
 */
export async function findListItem(t: Account, id: string): Promise<ListItem | undefined> {
  const query = { perPage: getMaxPageSize(), sort: 'createdAt' } as const;
  const firstPage = t.need.accepted(await t.ask.list(query));
  const { lastPage } = readMeta(firstPage);
  const pages = [lastPage, 2, lastPage - 1, 3, lastPage - 2];
  const isBook = (item: ListItem): boolean => item.id === id;
  let item = readItems(firstPage).find(isBook);
  for (const page of new Set(pages.filter((number) => number > 1 && number <= lastPage))) {
    if (item !== undefined) break;
    item = readItems(t.need.accepted(await t.ask.list({ ...query, page }))).find(isBook);
  }
  return item;
}

/** Repeats a lookup until it finds a book; returns the last response. */
export async function lookUpEventually(t: Stage, externalId: string): Promise<Exchange> {
  return t.eventually(async () => t.ask.lookUp(externalId), isAccepted);
}

/** Returns the number of files that a book references. */
export function countFiles(book: JsonObject): number {
  const list: unknown = book['files'];
  return Array.isArray(list) ? list.length : 0;
}

/** Requests the grant of a file without sending its bytes. */
export async function requestGrant(
  t: Account,
  book: { id: string },
  file: SampleFile,
): Promise<GrantedFile> {
  const [grant] = await t.make.requestGrants(book, [file]);
  return requireValue(grant, 'no grant was received');
}

/** Sends the bytes of a file to its upload URL. */
export async function putFile(
  t: Account,
  { url, file }: Pick<GrantedFile, 'url' | 'file'>,
): Promise<Exchange> {
  return t.ask.put(url, file.bytes, file.contentType);
}

/** Uploads a file without attaching it. */
export async function uploadFile(
  t: Account,
  book: { id: string },
  file: SampleFile,
): Promise<GrantedFile> {
  const grant = await requestGrant(t, book, file);
  t.need.accepted(await putFile(t, grant));
  return grant;
}

/** Attaches an uploaded file with the values of its grant. */
export async function attachFile(
  t: Account,
  book: { id: string },
  grant: GrantedFile,
): Promise<Exchange> {
  const { filename, hashSha256 } = grant.file;
  return t.ask.attach(book.id, grant.fileId, { filename, hashSha256 });
}

/** Returns which of the two documented shapes a response body has: the bare id, the full book, or both. */
export function detectShapes({ body }: Exchange['response']) {
  const members = isObject(body) ? body : {};
  return { hasBareId: members['bookId'] !== undefined, hasFullBook: members['data'] !== undefined };
}

/** Returns the documented shape of a response; undefined if it has both or neither. */
export function getDocumentedShape(exchange: Exchange): string | undefined {
  const { hasBareId, hasFullBook } = detectShapes(exchange.response);
  if (hasFullBook === hasBareId) return undefined;
  return hasFullBook ? 'reference' : 'walkthrough';
}
