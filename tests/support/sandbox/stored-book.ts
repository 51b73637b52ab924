/** Books as they are stored, for tests of the store alone. */
import type { Book } from '../../../src/sandbox/book/index.ts';
import type { PageQuery, Row } from '../../../src/sandbox/store/index.ts';

/** Returns a draft of the account `a`. Its id and times are derived from the sequence. */
export function makeStoredBook(sequence: number, changes: Partial<Book> = {}): Book {
  return {
    id: `00000000-0000-4000-8000-${String(sequence).padStart(12, '0')}`,
    account: 'a',
    sequence,
    version: 1,
    createdAt: 1_700_000_000_000 + sequence,
    updatedAt: 1_700_000_000_000 + sequence,
    status: 'draft',
    format: 'ebook',
    title: `Title ${sequence}`,
    externalId: null,
    subtitle: null,
    language: ['EN'],
    isbn: null,
    description: 'A book.',
    category: [],
    keyword: [],
    copyright: 'SELF',
    saleTerritory: ['ALL'],
    publicationDate: '2031-03-15',
    isFinalVersion: false,
    contributor: [],
    price: [],
    audioDetails: null,
    files: [],
    chapters: null,
    ...changes,
  };
}

/** Returns the row of a book; its list item is its id. */
export function makeRow(book: Book, changes: Partial<Row> = {}): Row {
  return {
    book,
    item: JSON.stringify(book.id),
    readingsHash: 'now',
    externalId: { unique: false, ignoresCase: false, keptByDeleted: false },
    isListed: book.deletedAt === undefined,
    ...changes,
  };
}

/** Returns the query of the first fifty books of the account `a`. */
export function createQuery(changes: Partial<PageQuery>): PageQuery {
  return {
    account: 'a',
    sort: 'createdAt',
    descending: false,
    unstable: false,
    visibleUntil: Number.MAX_SAFE_INTEGER,
    limit: 50,
    offset: 0,
    readingsHash: 'now',
    itemOf: ({ id }) => JSON.stringify(id),
    ...changes,
  };
}
