/** The operations that change a book: create, update, publish, unpublish and delete. */
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
import { throwIfErrors, Refusal, type FieldError, type ServiceResponse } from './refusal.ts';
import {
  listAttachedFiles,
  getStatus,
  type JsonObject,
  type Book,
  type SubjectState,
} from './state.ts';

export function createBook(state: SubjectState, requestBody: unknown): ServiceResponse {
  const body = requireObject(requestBody);
  const errors = [...findCreateErrors(state, body), ...findExternalIdErrors(state, body)];
  const isWellFormed = errors.every(({ status }) => status === 422);
  if (errors.length > 0 && isWellFormed && state.hasFault('refuses-and-stores'))
    storeNewBook(state, body);
  throwIfErrors(errors);
  return { status: 201, json: createChangeResponse(state, storeNewBook(state, body), 'create') };
}

function storeNewBook(state: SubjectState, body: JsonObject): Book {
  const now = state.now();
  state.createdBooks += 1;
  const book: Book = {
    id: state.newId(),
    creationNumber: state.createdBooks,
    format: String(body['format']),
    originalDate: body['publicationDate'],
    createdAt: now,
    updatedAt: now,
    fields: selectCreateFields(state, body),
    status: state.hasFault('born-in-need-of-action') ? 'action_needed' : 'draft',
    reviewEndsAt: undefined,
    chapters: [],
    previousExternalId: undefined,
  };
  state.books.set(book.id, book);
  return book;
}

/** Returns an error if the service is strict and another book has the same external id. */
function findExternalIdErrors(
  state: SubjectState,
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

export function updateBook(state: SubjectState, book: Book, requestBody: unknown): ServiceResponse {
  const body = requireObject(requestBody);
  const errors = [
    ...findUpdateErrors(state, body, book),
    ...findExternalIdErrors(state, body, book),
    ...findUpdatedChapterErrors(state, book, body),
  ];
  if (errors.length > 0 && state.hasFault('refused-update-half-done'))
    book.fields = mergeFields(state, book, body);
  throwIfErrors(errors);
  const isLost = state.hasFault('one-update-in-seven-lost') && state.isEveryNth('update', 7);
  if (!isLost) applyUpdate(state, book, body);
  return { status: 200, json: createChangeResponse(state, book, 'update') };
}

function applyUpdate(state: SubjectState, book: Book, body: JsonObject): void {
  book.previousExternalId = book.fields['externalId'];
  book.fields = mergeFields(state, book, body);
  if (body['chapters'] !== undefined) book.chapters = updateChapters(state, book, body['chapters']);
  book.updatedAt = state.now();
  const onlyPrices = Object.keys(body).every((name) => name === 'price');
  const keepsStatus =
    state.hasFault('update-keeps-the-status') ||
    (state.hasFault('price-keeps-the-status') && onlyPrices);
  if (!keepsStatus) returnToDraft(book);
}

function mergeFields(state: SubjectState, book: Book, body: JsonObject): JsonObject {
  const fields: JsonObject = { ...book.fields, ...selectUpdateFields(state, body) };
  if (state.hasFault('update-clears-the-subtitle') && !('subtitle' in body))
    fields['subtitle'] = null;
  if (state.hasFault('update-loses-the-isbn') && 'title' in body && !('isbn' in body))
    delete fields['isbn'];
  if (state.hasFault('audio-details-once') && 'audioDetails' in book.fields) {
    fields['audioDetails'] = book.fields['audioDetails'];
  }
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

export function publishBook(state: SubjectState, book: Book): ServiceResponse {
  const { statusForSecondPublish, statusAfterPublish, reviewMs } = state.character;
  const errors = findPublishErrors(state, book);
  if (errors.length > 0 && state.hasFault('refused-publish-calls-for-action'))
    book.status = 'action_needed';
  if (errors.length > 0 && state.hasFault('refused-publish-publishes'))
    book.status = statusAfterPublish;
  const isInsideWindow = errors.some(({ name }) => name === 'isFinalVersion');
  if (isInsideWindow && state.hasFault('publish-refused-as-409')) {
    throw new Refusal(409, 'final validation failed', { errors });
  }
  throwIfErrors(errors);
  const status = getStatus(state, book);
  if (statusForSecondPublish === 409 && status !== 'draft') {
    throw new Refusal(409, `it is ${status} already`);
  }
  if (status === 'draft' || status === 'withdrawn') {
    book.status = statusAfterPublish;
    book.reviewEndsAt = reviewMs === undefined ? undefined : state.now() + reviewMs;
  }
  return state.hasFault('publish-says-more') ? { status: 200, json: {} } : { status: 204 };
}

function findPublishErrors(state: SubjectState, book: Book): FieldError[] {
  const { fields, format } = book;
  const errors: FieldError[] = [];
  const addError = (name: string, reason: string) => errors.push({ name, reason, status: 422 });
  if (fields['isFinalVersion'] !== true && isWithinWindow(state, book)) {
    addError('isFinalVersion', 'has to be true so close to the publication date');
  }
  if (
    state.hasFault('final-books-wait') &&
    fields['isFinalVersion'] === true &&
    countDaysToPublication(state, book) === 0
  ) {
    addError('publicationDate', 'is today');
  }
  if (format === 'audio' && !hasNarrator(state, fields))
    addError('contributor', 'lacks a narrator');
  if (format === 'audio' && book.chapters.length === 0 && !state.hasFault('chapters-not-needed')) {
    addError('chapters', 'are missing');
  }
  if (format === 'audio') errors.push(...findPublishedChapterErrors(state, book));
  if (state.character.publishRequiresFiles) errors.push(...findMissingFiles(state, book));
  return errors;
}

/** The two kinds of file of every book, the ends of all roles. */
const fileKinds = ['content', 'cover'];

function findMissingFiles(state: SubjectState, book: Book): FieldError[] {
  const roles = listAttachedFiles(state, book).map(({ role }) => role);
  return fileKinds
    .filter((kind) => !roles.some((role) => role.endsWith(kind)))
    .map((kind) => ({ name: 'files', reason: `lack a ${kind}`, status: 422 }));
}

function countDaysToPublication(state: SubjectState, { fields, originalDate }: Book): number {
  const date = state.hasFault('window-reads-the-first-date')
    ? originalDate
    : fields['publicationDate'];
  return daysAhead(String(date), state.now());
}

/** Returns true if the publication date is so near that only a final version may be published. */
function isWithinWindow(state: SubjectState, book: Book): boolean {
  const days = countDaysToPublication(state, book);
  const lastDay = state.character.windowDay14 === 'inside' ? 14 : 13;
  if (state.hasFault('window-without-today') && days === 0) return false;
  if (state.hasFault('window-without-past') && days < 0) return false;
  if (state.hasFault('window-without-long-past') && days < -30) return false;
  if (state.hasFault('window-a-day-short')) return days < 13;
  if (state.hasFault('window-a-day-long')) return days <= 15;
  if (state.hasFault('window-of-a-week')) return days <= 7;
  return days <= lastDay;
}

export function unpublishBook(state: SubjectState, book: Book): ServiceResponse {
  const { status, bookStatusAfter, statusForDraft } = state.character.unpublish;
  const isDraft = getStatus(state, book) === 'draft';
  if (isDraft && statusForDraft === 409) throw new Refusal(409, 'it is not published');
  if (!isDraft && !state.hasFault('withdraws-in-name-only')) {
    book.status = bookStatusAfter;
    book.reviewEndsAt = undefined;
  }
  return status === 204 ? { status } : { status, json: createBookEnvelope(state, book) };
}

export function deleteBook(state: SubjectState, book: Book): ServiceResponse {
  const { status, refusedIn } = state.character.deletion;
  const bookStatus = getStatus(state, book);
  if (refusedIn.includes(bookStatus)) {
    if (state.hasFault('refuses-and-deletes')) state.books.delete(book.id);
    throw new Refusal(
      state.hasFault('delete-refused-as-422') ? 422 : 409,
      `it cannot be deleted while it is ${bookStatus}`,
    );
  }
  if (!state.hasFault('deletes-in-name-only')) state.books.delete(book.id);
  return status === 204 ? { status } : { status, json: {} };
}
