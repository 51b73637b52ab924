/** The values of the dimensions that can occur in the calls of an operation, and those that exclude each other. */
import { dimensions, type Dimension, type ValueOf } from './dimensions.ts';

type Occurring = { readonly [Name in Dimension]?: 'any' | readonly ValueOf<Name>[] };

/** A caller can bring a book into each of these. The others depend on the service alone. */
const status = ['draft', 'published', 'in_review', 'withdrawn'] as const;
const readsBook = { format: 'any', status, id: 'any', key: 'any', validity: 'any' } as const;
const changesBook = { ...readsBook, turn: 'any' } as const;
/** The document leaves open whether empty texts are accepted, so most operations may never get one. */
const text = ['ascii', 'accented', 'beyond-bmp', 'right-to-left', 'long'] as const;

/** An operation has no situation in the dimensions that are missing here. */
export const occurring: Readonly<Record<ValueOf<'operation'>, Occurring>> = {
  createBook: { format: 'any', text, date: 'any', key: 'any', validity: 'any' },
  listBooks: {
    format: 'any',
    position: 'any',
    items: 'any',
    perPage: 'any',
    page: 'any',
    parameters: 'any',
    key: 'any',
    validity: 'any',
  },
  readBook: { ...readsBook, text },
  lookUpBook: { ...readsBook, id: ['known', 'never-seen', 'foreign'], text },
  updateBook: {
    ...changesBook,
    text: 'any',
    items: 'any',
    sequence: 'any',
    date: 'any',
    finalVersion: 'any',
    fields: 'any',
  },
  requestUploads: { ...changesBook, text, items: ['none', 'one', 'two', 'several'], role: 'any' },
  putFile: { role: 'any', validity: 'any' },
  attachFile: { ...changesBook, text, role: 'any' },
  publishBook: { ...changesBook, date: 'any', finalVersion: 'any' },
  unpublishBook: changesBook,
  deleteBook: changesBook,
};

type Cells = { readonly [Name in Dimension]?: readonly string[] };

/** No value of the one side can occur with any value of the other. */
interface Exclusion {
  readonly when: Cells;
  readonly never: Cells;
}

const someItems = ['one', 'two', 'several', 'ten-or-more'];
const pagesAfterFirst = ['one-digit', 'two-digits'];
/** Such a query is refused, or how it is answered is open. */
const badPerPage = ['below', 'above', 'not-a-number'];
const badPage = ['below', 'not-a-number'];

export const impossible: readonly Exclusion[] = [
  // Roles fit the format of the book. One that does not is refused, which says nothing else.
  { when: { format: ['ebook'] }, never: { role: rolesBut('ebook') } },
  { when: { format: ['print'] }, never: { role: rolesBut('pod') } },
  { when: { format: ['audio'] }, never: { role: rolesBut('audio') } },
  // Only audiobooks have chapters, and the greatest of several sequences is not the first.
  { when: { format: ['ebook', 'print'] }, never: { sequence: dimensions.sequence } },
  { when: { items: ['none'] }, never: { sequence: dimensions.sequence } },
  { when: { items: ['two', 'several'] }, never: { sequence: ['first'] } },
  { when: { items: ['ten-or-more'] }, never: { sequence: ['first', 'one-digit'] } },
  // An update without fields has neither texts nor chapters.
  {
    when: { fields: ['none'] },
    never: { text: dimensions.text, items: dimensions.items, sequence: dimensions.sequence },
  },
  // The position of a page follows from its number, its size and its entries.
  { when: { page: pagesAfterFirst }, never: { position: ['only', 'first'] } },
  { when: { page: ['default', 'first'] }, never: { position: ['middle', 'last', 'beyond'] } },
  { when: { position: ['beyond'] }, never: { items: someItems } },
  { when: { position: ['first', 'middle', 'last'] }, never: { items: ['none'] } },
  { when: { perPage: ['lowest'] }, never: { items: ['two', 'several', 'ten-or-more'] } },
  { when: { perPage: ['one-digit'] }, never: { items: ['ten-or-more'] } },
  {
    when: { perPage: badPerPage, page: badPage },
    never: { position: dimensions.position, items: dimensions.items },
  },
  // A run does not make the hundred books that a second page of the largest size needs.
  { when: { perPage: ['highest'] }, never: { position: ['first', 'middle', 'last'] } },
  { when: { perPage: ['default'] }, never: { position: ['middle'] } },
  // A parameter with a value is a parameter, and pages after the first are asked for by one.
  {
    when: { parameters: ['none'] },
    never: {
      format: dimensions.format,
      perPage: dimensions.perPage.filter((value) => value !== 'default'),
      page: dimensions.page.filter((value) => value !== 'default'),
      position: ['middle', 'last', 'beyond'],
    },
  },
];

function rolesBut(kind: 'ebook' | 'audio' | 'pod'): readonly string[] {
  return dimensions.role.filter((role) => !role.startsWith(kind));
}
