/** Presents a book: in full, after a create or an update, and as an item of the list. */
import {
  listAttachedFiles,
  isJsonObject,
  toList,
  getStatus,
  type JsonObject,
  type Book,
  type ServiceState,
} from './state.ts';
import { formatInstant } from './field-checks.ts';

/** Returns an id in upper or lower case, as the service's character writes it. */
export function formatId(state: ServiceState, id: string): string {
  return state.character.idCase === 'upper' ? id.toUpperCase() : id.toLowerCase();
}

/** Returns the body of the response to a create or an update: the id alone, or the book. */
export function createChangeResponse(
  state: ServiceState,
  book: Book,
  operation: 'create' | 'update',
): JsonObject {
  if (state.character.respondsWith[operation] === 'id') return { bookId: formatId(state, book.id) };
  return createBookEnvelope(state, book);
}

/** Returns a book with all its attributes, in the envelope of the document. */
export function createBookEnvelope(state: ServiceState, book: Book): JsonObject {
  return {
    data: {
      attributes: createAttributes(state, book),
      type: 'book',
      id: formatId(state, book.id),
      ...(state.character.verbose ? { links: { self: `/books/${book.id}` } } : {}),
    },
  };
}

/** The fields that a character may omit if they have no value. */
const omittableFields = new Set(['externalId', 'subtitle', 'isbn', 'ebookDetails', 'audioDetails']);

function createAttributes(state: ServiceState, book: Book): JsonObject {
  const attributes = createAllAttributes(state, book);
  if (!state.character.omitsNulls) return attributes;
  const presentEntries = Object.entries(attributes).filter(
    ([name, value]) => value !== null || !omittableFields.has(name),
  );
  return Object.fromEntries(presentEntries);
}

function createAllAttributes(state: ServiceState, book: Book): JsonObject {
  const { fields, format } = book;
  const { verbose } = state.character;
  return {
    ...(verbose
      ? { revision: book.updatedAt - book.createdAt, shelfMark: `S-${book.creationNumber}` }
      : {}),
    chapters: createChapterList(state, book),
    files: createFileList(state, book),
    audioDetails: format === 'audio' ? (fields['audioDetails'] ?? null) : null,
    podDetails: createPodDetails(state, book),
    ebookDetails: fields['ebookDetails'] ?? createDefaultEbookDetails(state, book),
    audience: fields['audience'] ?? (verbose ? ['general'] : null),
    series: fields['series'] ?? null,
    price: fields['price'],
    contributor: fields['contributor'],
    isFinalVersion: fields['isFinalVersion'],
    publicationDate: fields['publicationDate'],
    saleTerritory: fields['saleTerritory'],
    copyright: fields['copyright'],
    keyword: fields['keyword'] ?? [],
    category: fields['category'],
    description: fields['description'],
    imprint: createImprint(state),
    isbn: fields['isbn'] ?? null,
    language: formatLanguages(fields),
    subtitle: fields['subtitle'] ?? null,
    externalId: fields['externalId'] ?? null,
    title: fields['title'],
    status: getStatus(state, book),
    format,
  };
}

function createImprint(state: ServiceState): JsonObject {
  const name = state.character.verbose ? 'Maison de l’Écrit' : 'I';
  return { name, id: formatId(state, '0b5c7f3e-1d2a-11ef-9b1c-0242ac120002') };
}

function createPodDetails(state: ServiceState, { format, fields }: Book): unknown {
  if (format !== 'print') return null;
  return fields['podDetails'] ?? (state.character.verbose ? { trim: 'A5', ink: 'black' } : null);
}

function createDefaultEbookDetails(state: ServiceState, { format }: Book): unknown {
  if (!state.character.verbose || format !== 'ebook') return null;
  return { publishedOnRetailer: false, programEnrolled: false, pageCount: 0 };
}

/** Returns the languages of a book in upper case. */
function formatLanguages(fields: JsonObject): unknown[] {
  return toList(fields['language']).map((code) =>
    typeof code === 'string' ? code.toUpperCase() : code,
  );
}

function createChapterList(state: ServiceState, { format, chapters }: Book): unknown {
  if (format !== 'audio') return null;
  if (chapters.length === 0) return state.character.emptyChapters;
  const sortedChapters =
    state.character.chapterOrder === 'arrival'
      ? chapters
      : [...chapters].sort((a, b) => a.sequence - b.sequence);
  return sortedChapters.map(({ fileId, sequence, title, titleAscii }) => ({
    title,
    sequence,
    fileId: formatId(state, fileId),
    ...(titleAscii === undefined ? {} : { titleAscii }),
  }));
}

function createFileList(state: ServiceState, book: Book): unknown[] {
  const { fileEntries } = state.character;
  return listAttachedFiles(state, book).map(({ id, role, filename, storedHash }) => {
    if (fileEntries === 'references') return { ref: formatId(state, id) };
    if (fileEntries === 'nameless') return { kind: role, label: filename };
    return { sha: storedHash, role, originalName: filename, id: formatId(state, id) };
  });
}

/** Returns the names of a book's authors for the list. */
function formatAuthors(state: ServiceState, fields: JsonObject): string[] {
  const contributors = toList(fields['contributor']).filter(isJsonObject);
  const authors = contributors.filter(({ role }) => role === 'Author');
  return authors.map(({ firstName, lastName }) => {
    const parts = [String(firstName), String(lastName)];
    if (state.character.list.authors === 'first-last') return parts.join(' ');
    return parts.toReversed().join(', ');
  });
}

/** Returns a book as an item of the list, with the values to sort and filter it by. */
export function createListLine(state: ServiceState, book: Book): ListLine {
  const { fields, format } = book;
  const hasInternalIdentifier = state.character.list.identifier === 'internal';
  const isbn = typeof fields['isbn'] === 'string' ? fields['isbn'] : null;
  const identifier = hasInternalIdentifier
    ? `BK${String(book.creationNumber).padStart(7, '0')}`
    : isbn;
  const identifierType = hasInternalIdentifier ? 'HOUSE' : 'isbn_13';
  return {
    book,
    identifier,
    title: String(fields['title']),
    languages: formatLanguages(fields),
    item: {
      attributes: {
        updatedAt: formatInstant(book.updatedAt, state.character.instantFormat),
        createdAt: formatInstant(book.createdAt, state.character.instantFormat),
        status: getStatus(state, book),
        language: formatLanguages(fields),
        authors: formatAuthors(state, fields),
        productIdentifierType: identifier === null ? null : identifierType,
        productIdentifier: identifier,
        seriesNumber: null,
        seriesTitle: null,
        subtitle: fields['subtitle'] ?? null,
        title: fields['title'],
        format,
        externalId: fields['externalId'] ?? null,
      },
      type: 'book',
      id: formatId(state, book.id),
    },
  };
}

/** One item of the list, with the values to sort and filter it by. */
export interface ListLine {
  readonly book: Book;
  readonly identifier: string | null;
  readonly title: string;
  readonly languages: readonly unknown[];
  readonly item: JsonObject;
}
