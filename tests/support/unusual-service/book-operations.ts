/** Create, read, look up, update, publish, unpublish and delete. */
import {
  addBook,
  type Book,
  changeBook,
  current,
  scheduleStatuses,
  type Service,
  shown,
  stopStatuses,
  type Version,
} from './book.ts';
import { checkChapters, findMissingChapters } from './chapters.ts';
import { checkFields, isObject, storeText } from './fields.ts';
import { openPoints as open } from './open-points.ts';
import {
  type Json,
  type Mistake,
  notFound,
  type ServiceResponse,
  Refusal,
  refuse,
  wrong,
} from './refusal.ts';
import { showBook, showChange } from './views.ts';

const dayMs = 86_400_000;

function hasNarrator({ contributor }: Json): boolean {
  const all: readonly unknown[] = Array.isArray(contributor) ? contributor : [];
  return all.some((item) => isObject(item) && item['role'] === 'Narrated by');
}

/** Returns what a service may miss in a book at once, or not before its publish. */
function findMissing({ choose }: Service, fields: Json): (Mistake | 'publish')[] {
  const missing: (Mistake | 'publish' | 'never')[] = [];
  const note = (name: string, choice: number | 'never' | 'publish') =>
    missing.push(typeof choice === 'number' ? wrong(name, choice) : choice);
  if (fields['format'] === 'print' && typeof fields['isbn'] !== 'string') {
    note('isbn', choose(open['a missing ISBN of a print book']));
  }
  if (fields['format'] === 'audio' && !isObject(fields['audioDetails'])) {
    note('audioDetails', choose(open['missing audio details']));
  }
  return missing.filter((entry) => entry !== 'never');
}

export function createBook(service: Service, body: unknown): ServiceResponse {
  const { choose } = service;
  if (!isObject(body)) throw new Refusal(400, [wrong('body', 400)]);
  const { fields, mistakes } = checkFields(service, body);
  const all = [...mistakes];
  if (mistakes.length === 0) {
    all.push(...findMissing(service, fields).filter((entry) => entry !== 'publish'));
    const needsNarrator = choose(open['a missing narrator']) === 'create';
    if (fields['format'] === 'audio' && needsNarrator && !hasNarrator(fields)) {
      all.push(wrong('contributor', 422));
    }
  }
  const again = choose(open['a create like an earlier one']);
  if (again !== 'accepted' && isKnown(service, fields)) all.push({ path: ['body'], status: again });
  refuse(service, all);
  const book = addBook(service, fields);
  const version = current(service, book);
  return {
    status: 201,
    json: showChange(service, book, { version, form: choose(open['the body of a create']) }),
  };
}

/** Returns whether a book still has just the fields of a create. */
function isKnown(service: Service, fields: Json): boolean {
  const sent = JSON.stringify({ isFinalVersion: false, ...fields });
  return service.books.some((book) => {
    const version = current(service, book);
    return !version.isDeleted && JSON.stringify(version.fields) === sent;
  });
}

export function readBook(service: Service, book: Book): ServiceResponse {
  const version = shown(service, book, 'read');
  if (version === undefined) throw notFound(service);
  if (version.isDeleted && service.choose(open['a deleted book']) === 'gone') {
    throw notFound(service, service.choose(open['a call for a deleted book']));
  }
  return { status: 200, json: showBook(service, book, version) };
}

export function lookUpBook(service: Service, externalId: string): ServiceResponse {
  const { books, choose } = service;
  const ignoresCase = choose(open['case in a lookup']) === 'ignored';
  const fold = (id: string) => (ignoresCase ? id.toLowerCase() : id);
  const found = books.flatMap((book) => {
    const version = shown(service, book, 'lookup');
    const known = version?.fields['externalId'];
    if (version === undefined || typeof known !== 'string') return [];
    if (version.isDeleted && choose(open['a deleted book']) === 'gone') return [];
    return fold(known) === fold(storeText(service, externalId)) ? [{ book, version }] : [];
  });
  const unknown = [wrong('bookExternalId', 422)];
  const choice = choose(open['several books with one external id']);
  if (found.length > 1 && typeof choice === 'number') throw new Refusal(choice, unknown);
  const [match] = choice === 'newest' ? found.toReversed() : found;
  if (match === undefined) throw new Refusal(422, unknown);
  return { status: 200, json: showBook(service, match.book, match.version) };
}

export function updateBook(service: Service, book: Book, body: unknown): ServiceResponse {
  const { choose } = service;
  if (!isObject(body)) throw new Refusal(400, [wrong('body', 400)]);
  const before = current(service, book);
  if (before.status !== 'draft' && before.status !== 'published') {
    const choice = choose(open['an update of a book that is neither draft nor published']);
    if (choice !== 'accepted') throw new Refusal(choice);
  }
  const { fields, mistakes } = checkFields(service, body, before.fields);
  const { chapters, mistakes: chapterMistakes } = checkChapters(service, { body, before, fields });
  const merged = { ...before.fields, ...fields };
  const all = [...mistakes, ...chapterMistakes, ...findUpdateMistakes(service, body, merged)];
  if (Object.keys(body).length === 0) {
    const choice = choose(open['an update without fields']);
    if (choice !== 'accepted') all.push({ path: ['body'], status: choice });
  }
  if (all.length > 0 && choose(open['the valid fields of a refused update']) === 'stored') {
    const valid = Object.entries(fields).filter(([name]) => isValid(name, all));
    changeBook(service, book, { fields: { ...before.fields, ...Object.fromEntries(valid) } });
  }
  refuse(service, all);
  stopStatuses(service, book);
  const version = {
    ...before,
    fields: merged,
    chapters,
    status: 'draft',
    updatedAt: service.now(),
  };
  changeBook(service, book, version);
  return {
    status: 200,
    json: showChange(service, book, { version, form: choose(open['the body of an update']) }),
  };
}

/** Returns false for fields with a mistake, and for the other field of the final version rule. */
function isValid(name: string, mistakes: readonly Mistake[]): boolean {
  const names = mistakes.map(({ path }) => path[0]);
  return !names.includes(name) && !(name === 'isFinalVersion' && names.includes('publicationDate'));
}

function findUpdateMistakes(service: Service, body: Json, merged: Json): Mistake[] {
  const { choose } = service;
  const mistakes: Mistake[] = [];
  const needsNarrator =
    choose(open['a missing narrator']) === 'update' && merged['format'] === 'audio';
  if (needsNarrator && body['contributor'] !== undefined && !hasNarrator(merged)) {
    mistakes.push(wrong('contributor', 422));
  }
  const choice = choose(open['an update into the window']);
  if (
    body['publicationDate'] !== undefined &&
    choice !== 'accepted' &&
    needsFinalVersion(service, merged)
  ) {
    mistakes.push(wrong('publicationDate', choice));
  }
  return mistakes;
}

function needsFinalVersion({ choose, now }: Service, fields: Json): boolean {
  if (fields['isFinalVersion'] === true) return false;
  const local = now() + choose(open['the time zone of today']) * 3_600_000;
  const today = Math.floor(local / dayMs);
  const ahead = Date.parse(`${String(fields['publicationDate'])}T00:00:00Z`) / dayMs - today;
  return ahead < 14 || (ahead === 14 && choose(open['day 14']) === 'inside');
}

function findPublishMistakes(service: Service, version: Version): Mistake[] {
  const { choose } = service;
  const { fields, attached } = version;
  const mistakes: Mistake[] = [];
  if (needsFinalVersion(service, fields)) mistakes.push(wrong('isFinalVersion', 422));
  if (fields['format'] === 'audio') {
    if (!hasNarrator(fields)) mistakes.push(wrong('contributor', 422));
    mistakes.push(...findMissingChapters(service, version));
  }
  if (findMissing(service, fields).length > 0) mistakes.push(wrong('book', 422));
  const needed = choose(open['files that a publish needs']);
  const kinds = { none: [], content: ['content'], both: ['content', 'cover'] }[needed];
  const lacks = kinds.some((kind) => !attached.some(({ role }) => role.endsWith(kind)));
  const isWrong = attached.some((file) => file.isWrong === 'publish');
  if (lacks || isWrong) mistakes.push(wrong('files', 422));
  if (choose(open['another reason against a publish']) === 'yes')
    mistakes.push(wrong('title', 422));
  return mistakes;
}

export function publishBook(service: Service, book: Book): ServiceResponse {
  const { choose } = service;
  const version = current(service, book);
  refuse(service, findPublishMistakes(service, version));
  if (version.status !== 'draft') {
    const choice = choose(open['publish of a book that is no draft']);
    if (choice !== 'accepted') throw new Refusal(choice);
  }
  stopStatuses(service, book);
  const statuses = choose(open['the statuses after a publish']).split(' ').filter(Boolean);
  const wait = () => choose(open['until the next status']);
  scheduleStatuses(service, book, { statuses, wait });
  if (choose(open['final after a publish']) === 'resets') {
    changeBook(service, book, { fields: { ...version.fields, isFinalVersion: false } });
  }
  return { status: 204 };
}

export function unpublishBook(service: Service, book: Book): ServiceResponse {
  const { choose } = service;
  const { status } = current(service, book);
  if (status === 'in_review') {
    const choice = choose(open['unpublish of a book in review']);
    if (choice !== 'accepted') throw new Refusal(choice);
  } else if (status !== 'published') {
    const choice = choose(open['unpublish of a book that is not published']);
    if (typeof choice === 'number') throw new Refusal(choice);
    if (choice === 'nothing') {
      return succeed(service, choose(open['the status of an unpublish without effect']));
    }
  }
  stopStatuses(service, book);
  const statuses = [choose(open['the status of a book after an unpublish'])];
  const wait = () => choose(open['until the status after an unpublish']);
  scheduleStatuses(service, book, { statuses, wait });
  return succeed(service, choose(open['the status of an unpublish']));
}

function succeed({ choose }: Service, status: number): ServiceResponse {
  const text = choose(open['the body of an unpublish or delete']);
  return status === 204 ? { status } : { status, text };
}

export function deleteBook(service: Service, book: Book): ServiceResponse {
  const { choose, now } = service;
  const { status } = current(service, book);
  const refused = choose(open['the statuses in which delete is refused']).split(' ');
  if (refused.includes(status) || choose(open['another reason against a delete']) === 'yes') {
    throw new Refusal(409);
  }
  const at = now() + choose(open['until a delete takes effect']);
  book.steps.push({ at, change: { isDeleted: true } });
  return succeed(service, choose(open['the status of a delete']));
}

/** Returns the response to a delete of a book that no longer exists. */
export function deleteAgain(service: Service): ServiceResponse {
  const status = service.choose(open['a second delete']);
  if (status === 204) return { status };
  throw status === 409 ? new Refusal(409) : notFound(service, status);
}
