/** Shows the books of the unusual service: in full, and as items of a list. */
import type { Book, Service, Version } from './book.ts';
import { isObject } from './fields.ts';
import { openPoints as open } from './open-points.ts';
import type { Json } from './refusal.ts';

/** Returns an id in the case of the service. */
export function writeId({ choose }: Service, id: string): string {
  return choose(open['the case of ids']) === 'upper' ? id.toUpperCase() : id;
}

/** Returns a time in one of the forms of ISO 8601 in UTC. */
export function writeTime({ choose }: Service, at: number): string {
  const iso = new Date(at).toISOString();
  const forms = {
    milliseconds: iso,
    seconds: at % 1000 === 0 ? iso.replace('.000', '') : iso,
    offset: iso.replace('Z', '+00:00'),
    micros: iso.replace('Z', '000Z'),
  };
  return forms[choose(open['the form of times'])];
}

function writeListTime(service: Service, at: number): string {
  const isAny = service.choose(open['the form of times in a list']) === 'any';
  return isAny ? writeTime(service, at) : new Date(at).toISOString();
}

/** Leaves out some of the fields without a value. */
function omitNulls(fields: Json, mayMiss: readonly string[], showsNull: () => boolean): Json {
  const entries = Object.entries(fields).filter(
    ([name, value]) => value !== null || !mayMiss.includes(name) || showsNull(),
  );
  return Object.fromEntries(entries);
}

function addMembers({ choose }: Service, value: unknown): unknown {
  if (!Array.isArray(value) || choose(open['further members in lists']) === 'none') return value;
  const items: readonly unknown[] = value;
  return items.map((item, at) => (isObject(item) ? { ...item, place: at + 1, note: null } : item));
}

function order(service: Service, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const items: readonly unknown[] = value;
  const keeps = service.choose(open['the order of a list of values']) === 'as sent';
  return keeps ? items : service.shuffle(items);
}

const nullable = [
  'externalId',
  'subtitle',
  'isbn',
  'ebookDetails',
  'podDetails',
  'audioDetails',
  'chapters',
];

/** Returns the response to a create or an update. */
export function showChange(
  service: Service,
  book: Book,
  { version, form }: { readonly version: Version; readonly form: 'id' | 'book' | 'both' },
): Json {
  const id = { bookId: writeId(service, book.id) };
  if (form === 'id') return id;
  return { ...(form === 'both' && id), ...showBook(service, book, version) };
}

/** Returns a full book in its envelope. */
export function showBook(service: Service, book: Book, version: Version): Json {
  const { choose } = service;
  const { fields, status } = version;
  const attributes = {
    ...fields,
    status,
    externalId: fields['externalId'] ?? null,
    subtitle: fields['subtitle'] ?? null,
    isbn: fields['isbn'] ?? null,
    language: order(service, fields['language']),
    category: order(service, fields['category']),
    keyword: order(service, fields['keyword'] ?? []),
    contributor: order(service, addMembers(service, fields['contributor'])),
    price: order(service, addMembers(service, fields['price'])),
    ...showServiceFields(service, book, fields),
    audioDetails: fields['audioDetails'] ?? null,
    files: order(service, showFiles(service, version)),
    chapters: fields['format'] === 'audio' ? showChapters(service, version) : null,
    ...showFurther(service, book, version),
  };
  const hasNoKeywords = Array.isArray(attributes.keyword) && attributes.keyword.length === 0;
  const { keyword: _keyword, ...others } = attributes;
  const omitsKeywords = hasNoKeywords && choose(open['no keywords']) === 'absent';
  const shownAttributes = omitNulls(
    omitsKeywords ? others : attributes,
    nullable,
    () => choose(open['a field without a value']) === 'null',
  );
  return { data: { id: writeId(service, book.id), type: 'book', attributes: shownAttributes } };
}

function showServiceFields(service: Service, { createdAt }: Book, { format }: Json): Json {
  const { choose, now } = service;
  const series = { null: null, text: 'Salt', object: { title: 'Salt', number: 2 }, list: [] };
  const details = choose(open['ebook details']);
  const isNamed = choose(open['the imprint of a new book']) === 'named' || now() > createdAt + 300;
  const imprint = { id: '0b5c7f3e-1d2a-4fef-9b1c-0242ac120002', name: isNamed ? 'House' : '' };
  const pages = {
    null: null,
    none: {},
    some: { pageCount: 7 },
    all: { pageCount: 7, programEnrolled: false, publishedOnRetailer: true },
  }[details];
  const podDetails = choose(open['print details']) === 'object' ? { trim: 'A5' } : null;
  return {
    series: series[choose(open.series)],
    audience: series[choose(open.series)],
    ebookDetails: format === 'ebook' ? pages : null,
    podDetails: format === 'print' ? podDetails : null,
    imprint,
  };
}

function showFurther(service: Service, { createdAt }: Book, { updatedAt }: Version): Json {
  const further = service.choose(open['further attributes']);
  if (further === 'none') return {};
  if (further === 'other') return { shelf: 7, rights: null };
  return { createdAt: writeTime(service, createdAt), updatedAt: writeTime(service, updatedAt) };
}

function showFiles(service: Service, { attached }: Version): Json[] {
  const entries = service.choose(open['the entries of files']);
  return attached.map(({ id, role, filename, hash }) => {
    if (entries === 'named') return { role, filename };
    if (entries === 'ids') return { fileId: writeId(service, id) };
    return { id: writeId(service, id), role, filename, hashSha256: hash };
  });
}

function showChapters(service: Service, { chapters }: Version): Json[] | null {
  const { choose } = service;
  if (chapters.length === 0) return choose(open['no chapters yet']) === 'null' ? null : [];
  const sorted =
    choose(open['the order of chapters']) === 'as sent'
      ? chapters
      : chapters.toSorted((a, b) => a.sequence - b.sequence);
  return sorted.map(({ fileId, ...rest }) => ({ ...rest, fileId: writeId(service, fileId) }));
}

/** Returns the number by which a list names a book, as a version of the book has it. */
export function identify({ choose }: Service, { number }: Book, { fields }: Version) {
  const kind = choose(open['the product identifier']);
  if (kind === 'null') return null;
  if (kind === 'own') return `BK${String(number).padStart(5, '0')}`;
  return typeof fields['isbn'] === 'string' ? fields['isbn'] : null;
}

/** Returns a book as an item of a list. */
export function showItem(service: Service, book: Book, version: Version): Json {
  const { choose } = service;
  const { fields, status, updatedAt } = version;
  const productIdentifier = identify(service, book, version);
  const hasSeries = choose(open['the series of an item']) === 'text';
  const attributes = {
    externalId: fields['externalId'] ?? null,
    format: fields['format'],
    title: fields['title'],
    subtitle: fields['subtitle'] ?? null,
    seriesTitle: hasSeries ? 'Salt' : null,
    seriesNumber: hasSeries ? 2 : null,
    productIdentifier,
    productIdentifierType: productIdentifier === null ? null : 'ISBN_13',
    authors: showAuthors(service, fields['contributor']),
    language: order(service, fields['language']),
    status,
    createdAt: writeListTime(service, book.createdAt),
    updatedAt: writeListTime(service, updatedAt),
  };
  return {
    id: writeId(service, book.id),
    type: 'book',
    attributes: omitNulls(
      attributes,
      Object.keys(attributes),
      () => choose(open['an attribute of an item without a value']) === 'null',
    ),
  };
}

function showAuthors({ choose }: Service, contributors: unknown): string[] {
  const form = choose(open['the authors of an item']);
  const all: readonly unknown[] = Array.isArray(contributors) ? contributors : [];
  return all.filter(isObject).flatMap(({ firstName, lastName, role }) => {
    if (form !== 'all' && role !== 'Author') return [];
    return form === 'last, first'
      ? [`${String(lastName)}, ${String(firstName)}`]
      : [`${String(firstName)} ${String(lastName)}`];
  });
}
