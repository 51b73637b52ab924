/** Lists the values that can occur in calls of each operation, and the values that exclude each other. */
import { dimensions, type Dimension, type ValueOf } from './dimensions.ts';

type OccurringValues = { readonly [Name in Dimension]?: 'any' | readonly ValueOf<Name>[] };

/** The statuses into which a caller can bring a book. The others depend on the service alone. */
const reachableStatuses = ['draft', 'published', 'in_review', 'withdrawn'] as const;
const readsBook = {
  format: 'any',
  status: reachableStatuses,
  id: 'any',
  key: 'any',
  validity: 'any',
} as const;
const changesBook = { ...readsBook, turn: 'any' } as const;
/** Without `empty`: the document leaves open whether services accept empty texts, so many never hold one. */
const likelyTexts = ['ascii', 'accented', 'beyond-bmp', 'right-to-left', 'long'] as const;

/** An operation has no situations in a dimension that its entry omits. */
export const occurringValues: Readonly<Record<ValueOf<'operation'>, OccurringValues>> = {
  createBook: { format: 'any', text: likelyTexts, date: 'any', key: 'any', validity: 'any' },
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
  readBook: { ...readsBook, text: likelyTexts },
  lookUpBook: { ...readsBook, id: ['known', 'never-seen', 'foreign'], text: likelyTexts },
  updateBook: {
    ...changesBook,
    text: 'any',
    items: 'any',
    sequence: 'any',
    date: 'any',
    finalVersion: 'any',
    fields: 'any',
  },
  requestUploads: {
    ...changesBook,
    text: likelyTexts,
    items: ['none', 'one', 'two', 'several'],
    role: 'any',
  },
  putFile: { role: 'any', validity: 'any' },
  attachFile: { ...changesBook, text: likelyTexts, role: 'any' },
  publishBook: { ...changesBook, date: 'any', finalVersion: 'any' },
  unpublishBook: changesBook,
  deleteBook: changesBook,
};

export type DimensionValues = { readonly [Name in Dimension]?: readonly string[] };

/** No value in `when` can occur together with a value in `never`. Which roles a format excludes, the contract says. */
interface Exclusion {
  readonly when: DimensionValues;
  readonly never: DimensionValues;
}

const someItems = ['one', 'two', 'several', 'ten-or-more'];
const pagesAfterFirst = ['one-digit', 'two-digits'];
/** A service refuses such a query, or the document leaves the response open. */
const badPerPage = ['below', 'above', 'not-a-number'];
const badPage = ['below', 'not-a-number'];

export const exclusions: readonly Exclusion[] = [
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
  // A run does not create the hundred books that a second page of the largest size needs.
  { when: { perPage: ['highest'] }, never: { position: ['first', 'middle', 'last'] } },
  { when: { perPage: ['default'] }, never: { position: ['middle'] } },
  // Filters, page sizes and page numbers are parameters, and later pages need one.
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
