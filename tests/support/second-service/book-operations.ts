/** The operations that change a book: create, update, publish, unpublish and delete. */
import { randomUUID } from 'node:crypto';
import {
  findUpdateErrors,
  findCreateErrors,
  hasNarrator,
  selectUpdateFields,
  selectCreateFields,
} from './book-fields.ts';
import { requireObject, daysAhead } from './field-checks.ts';
import {
  findPublishedChapterErrors,
  findUpdatedChapterErrors,
  updateChapters,
} from './chapters.ts';
import { createChangeResponse, createBookEnvelope } from './book-views.ts';
import type { ServiceResponse } from './messages.ts';
import { throwIfErrors, Refusal, type FieldError } from './refusal.ts';
import {
  listAttachedFiles,
  getStatus,
  type JsonObject,
  type Book,
  type ServiceState,
} from './state.ts';

export function createBook(state: ServiceState, requestBody: unknown): ServiceResponse {
  const body = requireObject(requestBody);
  throwIfErrors([...findCreateErrors(state, body), ...findExternalIdErrors(state, body)]);
  return { status: 201, json: createChangeResponse(state, storeNewBook(state, body), 'create') };
}

function storeNewBook(state: ServiceState, body: JsonObject): Book {
  const now = Date.now();
  state.createdBooks += 1;
  const book: Book = {
    id: randomUUID(),
    creationNumber: state.createdBooks,
    format: String(body['format']),
    createdAt: now,
    updatedAt: now,
    fields: selectCreateFields(body),
    status: 'draft',
    reviewEndsAt: undefined,
    chapters: [],
  };
  state.books.set(book.id, book);
  return book;
}

/** Returns an error if the service is strict and another book has the same external id. */
function findExternalIdErrors(
  state: ServiceState,
  body: JsonObject,
  updatedBook?: Book,
): FieldError[] {
  const externalId = body['externalId'];
  if (!state.character.strict || typeof externalId !== 'string') return [];
  const holder = [...state.books.values()].find(
    (book) => book !== updatedBook && book.fields['externalId'] === externalId,
  );
  return holder === undefined ? [] : [{ name: 'externalId', reason: 'is taken', status: 422 }];
}

export function updateBook(state: ServiceState, book: Book, requestBody: unknown): ServiceResponse {
  const body = requireObject(requestBody);
  throwIfErrors([
    ...findUpdateErrors(state, body, book),
    ...findExternalIdErrors(state, body, book),
    ...findUpdatedChapterErrors(state, book, body),
  ]);
  book.fields = mergeFields(state, book, body);
  if (body['chapters'] !== undefined) book.chapters = updateChapters(state, book, body['chapters']);
  book.updatedAt = Date.now();
  returnToDraft(book);
  return { status: 200, json: createChangeResponse(state, book, 'update') };
}

function mergeFields(state: ServiceState, book: Book, body: JsonObject): JsonObject {
  const fields: JsonObject = { ...book.fields, ...selectUpdateFields(body) };
  if (!state.character.nullClearsField) ignoreNulls(fields, book, body);
  return fields;
}

function ignoreNulls(fields: JsonObject, book: Book, body: JsonObject): void {
  for (const [name, value] of Object.entries(body)) {
    if (value === null) fields[name] = book.fields[name] ?? null;
  }
}

/** Returns a book to draft, as every accepted update or attach does. */
export function returnToDraft(book: Book): void {
  book.status = 'draft';
  book.reviewEndsAt = undefined;
}

export function publishBook(state: ServiceState, book: Book): ServiceResponse {
  const { statusForSecondPublish, statusAfterPublish, reviewMs } = state.character;
  throwIfErrors(findPublishErrors(state, book));
  const status = getStatus(state, book);
  if (statusForSecondPublish === 409 && status !== 'draft') {
    throw new Refusal(409, `it is ${status} already`);
  }
  if (status === 'draft' || status === 'withdrawn') {
    book.status = statusAfterPublish;
    book.reviewEndsAt = reviewMs === undefined ? undefined : Date.now() + reviewMs;
  }
  return { status: 204 };
}

function findPublishErrors(state: ServiceState, book: Book): FieldError[] {
  const { fields, format } = book;
  const errors: FieldError[] = [];
  const addError = (name: string, reason: string) => errors.push({ name, reason, status: 422 });
  if (fields['isFinalVersion'] !== true && isWithinWindow(state, book)) {
    addError('isFinalVersion', 'has to be true so close to the publication date');
  }
  if (format === 'audio' && !hasNarrator(fields)) addError('contributor', 'lacks a narrator');
  if (format === 'audio' && book.chapters.length === 0) addError('chapters', 'are missing');
  if (format === 'audio') errors.push(...findPublishedChapterErrors(state, book));
  if (state.character.publishRequiresFiles) errors.push(...findMissingFiles(state, book));
  return errors;
}

/** The two kinds of file of every book, the ends of all roles. */
const fileKinds = ['content', 'cover'];

function findMissingFiles(state: ServiceState, book: Book): FieldError[] {
  const roles = listAttachedFiles(state, book).map(({ role }) => role);
  return fileKinds
    .filter((kind) => !roles.some((role) => role.endsWith(kind)))
    .map((kind) => ({ name: 'files', reason: `lack a ${kind}`, status: 422 }));
}

/** Returns true if the publication date is so near that only a final version may be published. */
function isWithinWindow(state: ServiceState, { fields }: Book): boolean {
  const lastDay = state.character.windowDay14 === 'inside' ? 14 : 13;
  return daysAhead(String(fields['publicationDate']), Date.now()) <= lastDay;
}

export function unpublishBook(state: ServiceState, book: Book): ServiceResponse {
  const { status, bookStatusAfter, statusForDraft } = state.character.unpublish;
  const isDraft = getStatus(state, book) === 'draft';
  if (isDraft && statusForDraft === 409) throw new Refusal(409, 'it is not published');
  if (!isDraft) {
    book.status = bookStatusAfter;
    book.reviewEndsAt = undefined;
  }
  return status === 204 ? { status } : { status, json: createBookEnvelope(state, book) };
}

export function deleteBook(state: ServiceState, book: Book): ServiceResponse {
  const { status, refusedIn } = state.character.deletion;
  const bookStatus = getStatus(state, book);
  if (refusedIn.includes(bookStatus)) {
    throw new Refusal(409, `it cannot be deleted while it is ${bookStatus}`);
  }
  state.books.delete(book.id);
  return status === 204 ? { status } : { status, json: {} };
}
