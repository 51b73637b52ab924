/** Creating, updating, publishing, withdrawing and deleting a book. */
import {
  asBag,
  flawsOfChange,
  flawsOfNew,
  hasNarrator,
  keptOfChange,
  keptOfNew,
} from './book-fields.ts';
import { chaptersAfter, chapterFlaws } from './chapters.ts';
import { showBook, whole } from './present.ts';
import { demandNone, Refusal, type Flaw, type Reply } from './refusal.ts';
import { attachedTo, statusOf, type Bag, type Book, type Shelf } from './shelf.ts';
import { daysAhead } from './values.ts';

/** Answers a create. */
export function create(shelf: Shelf, sent: unknown): Reply {
  const body = asBag(sent);
  const flaws = [...flawsOfNew(shelf, body), ...takenExternalId(shelf, body)];
  const wellFormed = flaws.every(({ status }) => status === 422);
  if (flaws.length > 0 && wellFormed && shelf.bent('refuses-and-stores')) put(shelf, body);
  demandNone(flaws);
  return { status: 201, json: showBook(shelf, put(shelf, body), 'create') };
}

function put(shelf: Shelf, body: Bag): Book {
  const now = shelf.now();
  const book: Book = {
    id: shelf.newId(),
    order: shelf.books.size + shelf.removed.size + 1,
    format: String(body['format']),
    firstDate: body['publicationDate'],
    created: now,
    updated: now,
    fields: keptOfNew(shelf, body),
    status: shelf.bent('born-in-need-of-action') ? 'action_needed' : 'draft',
    reviewedAt: undefined,
    chapters: [],
    formerly: undefined,
    gone: false,
  };
  shelf.books.set(book.id, book);
  return book;
}

/** A strict service does not let two books share an external id. */
function takenExternalId(shelf: Shelf, body: Bag, self?: Book): Flaw[] {
  const wanted = body['externalId'];
  if (!shelf.character.strict || typeof wanted !== 'string') return [];
  const holder = [...shelf.books.values()].find(
    (book) => book !== self && !book.gone && book.fields['externalId'] === wanted,
  );
  return holder === undefined ? [] : [{ name: 'externalId', reason: 'is taken', status: 422 }];
}

/** Answers an update. */
export function update(shelf: Shelf, book: Book, sent: unknown): Reply {
  const body = asBag(sent);
  const flaws = [
    ...flawsOfChange(shelf, body, book),
    ...takenExternalId(shelf, body, book),
    ...chapterFlaws(shelf, book, body),
  ];
  if (flaws.length > 0 && shelf.bent('refused-update-half-done'))
    book.fields = merged(shelf, book, body);
  demandNone(flaws);
  const lost = shelf.bent('one-update-in-seven-lost') && shelf.everyNth('update', 7);
  if (!lost) change(shelf, book, body);
  return { status: 200, json: showBook(shelf, book, 'update') };
}

function change(shelf: Shelf, book: Book, body: Bag): void {
  book.formerly = book.fields['externalId'];
  book.fields = merged(shelf, book, body);
  if (body['chapters'] !== undefined) book.chapters = chaptersAfter(shelf, book, body['chapters']);
  book.updated = shelf.now();
  const onlyPrices = Object.keys(body).every((name) => name === 'price');
  const stays =
    shelf.bent('update-keeps-the-status') || (shelf.bent('price-keeps-the-status') && onlyPrices);
  if (!stays) reopen(book);
}

function merged(shelf: Shelf, book: Book, body: Bag): Bag {
  const next: Bag = { ...book.fields, ...keptOfChange(shelf, body) };
  if (shelf.bent('update-clears-the-subtitle') && !('subtitle' in body)) next['subtitle'] = null;
  if (shelf.bent('update-loses-the-isbn') && 'title' in body && !('isbn' in body))
    delete next['isbn'];
  if (shelf.bent('audio-details-once') && 'audioDetails' in book.fields) {
    next['audioDetails'] = book.fields['audioDetails'];
  }
  if (!shelf.character.nullClears) keepWhereNull(next, book, body);
  return next;
}

function keepWhereNull(next: Bag, book: Book, body: Bag): void {
  for (const [name, value] of Object.entries(body)) {
    if (value === null) next[name] = book.fields[name] ?? null;
  }
}

/** Back to draft, as every accepted edit does. */
export function reopen(book: Book): void {
  book.status = 'draft';
  book.reviewedAt = undefined;
}

/** Answers a publish. */
export function publish(shelf: Shelf, book: Book): Reply {
  const { publishTwice, publishLeads, reviewMs } = shelf.character;
  const flaws = flawsToPublish(shelf, book);
  if (flaws.length > 0 && shelf.bent('refused-publish-calls-for-action'))
    book.status = 'action_needed';
  if (flaws.length > 0 && shelf.bent('refused-publish-publishes')) book.status = publishLeads;
  const tooEarly = flaws.some(({ name }) => name === 'isFinalVersion');
  if (tooEarly && shelf.bent('publish-refused-as-409')) {
    throw new Refusal(409, 'final validation failed', { flaws });
  }
  demandNone(flaws);
  const before = statusOf(shelf, book);
  if (publishTwice === 409 && before !== 'draft') throw new Refusal(409, `it is ${before} already`);
  if (before === 'draft' || before === 'withdrawn') {
    book.status = publishLeads;
    book.reviewedAt = reviewMs === undefined ? undefined : shelf.now() + reviewMs;
  }
  return shelf.bent('publish-says-more') ? { status: 200, json: {} } : { status: 204 };
}

function flawsToPublish(shelf: Shelf, book: Book): Flaw[] {
  const { fields, format } = book;
  const flaws: Flaw[] = [];
  const wrong = (name: string, reason: string) => flaws.push({ name, reason, status: 422 });
  if (fields['isFinalVersion'] !== true && withinWindow(shelf, book)) {
    wrong('isFinalVersion', 'has to be true so close to the publication date');
  }
  if (
    shelf.bent('final-books-wait') &&
    fields['isFinalVersion'] === true &&
    daysLeft(shelf, book) === 0
  ) {
    wrong('publicationDate', 'is today');
  }
  if (format === 'audio' && !hasNarrator(shelf, fields)) wrong('contributor', 'lacks a narrator');
  if (format === 'audio' && book.chapters.length === 0 && !shelf.bent('chapters-not-needed')) {
    wrong('chapters', 'are missing');
  }
  if (format === 'audio' && shelf.character.chapterFilesAt === 'publish') {
    flaws.push(...chapterFlaws(shelf, book, undefined));
  }
  if (shelf.character.filesToPublish) flaws.push(...missingFiles(shelf, book));
  return flaws;
}

function missingFiles(shelf: Shelf, book: Book): Flaw[] {
  const roles = attachedTo(shelf, book).map(({ role }) => role);
  return ['content', 'cover']
    .filter((part) => !roles.some((role) => role.endsWith(part)))
    .map((part) => ({ name: 'files', reason: `lack a ${part}`, status: 422 }));
}

function daysLeft(shelf: Shelf, { fields, firstDate }: Book): number {
  const date = shelf.bent('window-reads-the-first-date') ? firstDate : fields['publicationDate'];
  return daysAhead(String(date), shelf.now());
}

/** True if the publication date is so near that only a final version may be published. */
function withinWindow(shelf: Shelf, book: Book): boolean {
  const days = daysLeft(shelf, book);
  const last = shelf.character.windowDay14 === 'inside' ? 14 : 13;
  if (shelf.bent('window-without-today') && days === 0) return false;
  if (shelf.bent('window-without-past') && days < 0) return false;
  if (shelf.bent('window-without-long-past') && days < -30) return false;
  if (shelf.bent('window-a-day-short')) return days < 13;
  if (shelf.bent('window-a-day-long')) return days <= 15;
  if (shelf.bent('window-of-a-week')) return days <= 7;
  return days <= last;
}

/** Answers an unpublish. */
export function unpublish(shelf: Shelf, book: Book): Reply {
  const { status, leads, draft } = shelf.character.unpublish;
  const before = statusOf(shelf, book);
  if (before === 'draft' && draft === 409) throw new Refusal(409, 'it was never out');
  if (before !== 'draft' && !shelf.bent('withdraws-in-name-only')) {
    book.status = leads;
    book.reviewedAt = undefined;
  }
  return status === 204 ? { status } : { status, json: whole(shelf, book) };
}

/** Answers a delete. */
export function remove(shelf: Shelf, book: Book): Reply {
  const { status, refusedIn } = shelf.character.deletion;
  const now = statusOf(shelf, book);
  const refused = refusedIn.includes(now);
  if (refused && shelf.bent('refuses-and-deletes')) takeAway(shelf, book);
  if (refused) {
    throw new Refusal(
      shelf.bent('delete-refused-as-422') ? 422 : 409,
      `Nobody deletes a book while it is ${now}.`,
    );
  }
  if (!shelf.bent('deletes-in-name-only')) takeAway(shelf, book);
  return status === 204 ? { status } : { status, json: {} };
}

function takeAway(shelf: Shelf, book: Book): void {
  book.gone = true;
  shelf.books.delete(book.id);
  shelf.removed.add(book.id);
}
