/** Shows a book: in full, as the answer to a change, and as one line of a list. */
import { attachedTo, isBag, listOf, statusOf, type Bag, type Book, type Shelf } from './shelf.ts';
import { instant } from './values.ts';

/** An id in the case this character writes. */
export function spelled(shelf: Shelf, id: string): string {
  return shelf.character.idCase === 'upper' ? id.toUpperCase() : id.toLowerCase();
}

/** The answer to a create or an update: the id alone, or the book. */
export function showBook(shelf: Shelf, book: Book, by: 'create' | 'update'): Bag {
  if (shelf.character.answersWith[by] === 'id') return { bookId: spelled(shelf, book.id) };
  return whole(shelf, book);
}

/** The envelope of a full book. */
export function whole(shelf: Shelf, book: Book): Bag {
  return {
    data: {
      attributes: attributesOf(shelf, book),
      type: 'book',
      id: spelled(shelf, book.id),
      ...(shelf.character.talkative ? { links: { self: `/books/${book.id}` } } : {}),
    },
  };
}

/** Fields that may be missing if they have no value, because their type does not allow null. */
const optional = new Set(['externalId', 'subtitle', 'isbn', 'ebookDetails', 'audioDetails']);

function attributesOf(shelf: Shelf, book: Book): Bag {
  const all = allAttributes(shelf, book);
  if (!shelf.character.leavesOut) return all;
  const there = Object.entries(all).filter(
    ([name, value]) => value !== null || !optional.has(name),
  );
  return Object.fromEntries(there);
}

function allAttributes(shelf: Shelf, book: Book): Bag {
  const { fields, format } = book;
  const { talkative } = shelf.character;
  return {
    ...(talkative ? { revision: book.updated - book.created, shelfMark: `S-${book.order}` } : {}),
    chapters: chaptersShown(shelf, book),
    files: filesShown(shelf, book),
    audioDetails: format === 'audio' ? (fields['audioDetails'] ?? null) : null,
    podDetails: podDetails(shelf, book),
    ebookDetails: fields['ebookDetails'] ?? ebookDefault(shelf, book),
    audience: fields['audience'] ?? (talkative ? ['general'] : null),
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
    imprint: imprint(shelf, book),
    isbn: fields['isbn'] ?? null,
    language: languages(shelf, fields),
    subtitle: fields['subtitle'] ?? null,
    externalId: fields['externalId'] ?? null,
    title: fields['title'],
    status: statusOf(shelf, book),
    format,
  };
}

function imprint(shelf: Shelf, { fields }: Book): Bag {
  const name = shelf.character.talkative ? 'Maison de l’Écrit' : 'I';
  const own = { name, id: spelled(shelf, '0b5c7f3e-1d2a-11ef-9b1c-0242ac120002') };
  return isBag(fields['imprint']) ? fields['imprint'] : own;
}

function podDetails(shelf: Shelf, { format, fields }: Book): unknown {
  if (shelf.bent('every-book-printed')) return fields['podDetails'] ?? { trim: 'A5' };
  if (format !== 'print') return null;
  return fields['podDetails'] ?? (shelf.character.talkative ? { trim: 'A5', ink: 'black' } : null);
}

function ebookDefault(shelf: Shelf, { format }: Book): unknown {
  if (!shelf.character.talkative || format !== 'ebook') return null;
  return { publishedOnRetailer: false, programEnrolled: false, pageCount: 0 };
}

/** The languages of a book as answers show them. */
function languages(shelf: Shelf, fields: Bag): unknown[] {
  const codes = listOf(fields['language']);
  if (shelf.bent('languages-as-sent')) return [...codes];
  return codes.map((code) => (typeof code === 'string' ? code.toUpperCase() : code));
}

function chaptersShown(shelf: Shelf, { format, chapters }: Book): unknown {
  if (format !== 'audio') return shelf.bent('chapters-for-all') ? [] : null;
  if (chapters.length === 0) return shelf.character.emptyChapters;
  const ordered =
    shelf.character.chapterOrder === 'arrival'
      ? chapters
      : [...chapters].sort((one, other) => one.sequence - other.sequence);
  return ordered.map(({ fileId, sequence, title, titleAscii }) => ({
    title,
    sequence: shelf.bent('sequences-from-zero') ? sequence - 1 : sequence,
    fileId: spelled(shelf, fileId),
    ...(titleAscii === undefined || shelf.bent('ascii-title-falls-off') ? {} : { titleAscii }),
  }));
}

function filesShown(shelf: Shelf, book: Book): unknown[] {
  const { fileEntries } = shelf.character;
  const files = shelf.bent('shows-files-early')
    ? [...shelf.parcels.values()].filter(({ bookId }) => bookId === book.id)
    : attachedTo(shelf, book);
  const shown = shelf.bent('second-file-unseen') ? files.slice(0, 1) : files;
  return shown.map(({ id, role, filename, stored }) => {
    if (fileEntries === 'references') return { ref: spelled(shelf, id) };
    if (fileEntries === 'nameless') return { kind: role, label: filename };
    return { sha: stored, role, originalName: filename, id: spelled(shelf, id) };
  });
}

/** The names a list shows for a book: those of its authors. */
function authors(shelf: Shelf, fields: Bag): string[] {
  const people = listOf(fields['contributor']).filter(isBag);
  const wrote = people.filter(({ role }) => role === 'Author');
  return wrote.map(({ firstName, lastName }) => {
    const parts = [String(firstName), String(lastName)];
    if (shelf.character.list.authors === 'first-last') return parts.join(' ');
    return parts.toReversed().join(', ');
  });
}

/** Makes the list item of a book. It is made at each look, so that a list can keep an older one. */
export function lineOf(shelf: Shelf, book: Book): Line {
  const { fields, format } = book;
  const own = shelf.character.list.identifier === 'own';
  const isbn = typeof fields['isbn'] === 'string' ? fields['isbn'] : null;
  const identifier = own ? `BK${String(book.order).padStart(7, '0')}` : isbn;
  return {
    book,
    identifier,
    title: String(fields['title']),
    languages: languages(shelf, fields),
    item: {
      attributes: {
        updatedAt: instant(book.updated, shelf.character.instants),
        createdAt: instant(book.created, shelf.character.instants),
        status: statusOf(shelf, book),
        language: languages(shelf, fields),
        authors: authors(shelf, fields),
        productIdentifierType: identifier === null ? null : own ? 'HOUSE' : 'isbn_13',
        productIdentifier: identifier,
        seriesNumber: null,
        seriesTitle: null,
        subtitle: fields['subtitle'] ?? null,
        title: fields['title'],
        format,
        externalId: fields['externalId'] ?? null,
      },
      type: 'book',
      id: spelled(shelf, book.id),
    },
  };
}

/** One line of the list, with what it is sorted and found by. */
export interface Line {
  readonly book: Book;
  readonly identifier: string | null;
  readonly title: string;
  readonly languages: readonly unknown[];
  readonly item: Bag;
}
