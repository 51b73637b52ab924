/** Which values of the dimensions can occur in the calls of an operation, and which exclude each other. */
import type { Dimension, ValueOf } from './dimensions.ts';

/** All values of a dimension, or some of them. */
export type Values = 'any' | readonly string[];

type Occurring = { readonly [Name in Dimension]?: 'any' | readonly ValueOf<Name>[] };

/** A caller can bring a book into each of these. The others depend on the service alone. */
const status = ['draft', 'published', 'in_review', 'withdrawn'] as const;
const aboutBook = { format: 'any', status, id: 'any', key: 'any', validity: 'any' } as const;
const changesBook = { ...aboutBook, turn: 'any' } as const;
/** Paths name a file's role by its id. */
const role = 'any';

export const occurring: Readonly<Record<ValueOf<'operation'>, Occurring>> = {
  createBook: { format: 'any', text: 'any', date: 'any', key: 'any', validity: 'any' },
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
  readBook: { ...aboutBook, text: 'any' },
  lookUpBook: { ...aboutBook, id: ['known', 'never-seen', 'foreign'], text: 'any' },
  updateBook: {
    ...changesBook,
    text: 'any',
    items: ['none', 'one', 'two', 'several', 'ten-or-more'],
    sequence: 'any',
    date: 'any',
    finalVersion: 'any',
    fields: 'any',
  },
  requestUploads: {
    ...changesBook,
    text: ['ascii', 'accented', 'beyond-bmp', 'right-to-left', 'long'],
    items: ['none', 'one', 'two', 'several'],
    role,
  },
  putFile: { role, validity: 'any' },
  attachFile: { ...changesBook, text: ['ascii', 'accented', 'beyond-bmp', 'right-to-left'], role },
  publishBook: { ...changesBook, date: 'any', finalVersion: 'any' },
  unpublishBook: changesBook,
  deleteBook: changesBook,
};

type Cells = { readonly [Name in Dimension]?: readonly string[] };

interface Exclusion {
  readonly when: Cells;
  readonly never: Cells;
}

const pagesAfterFirst = ['one-digit', 'two-digits'];
const inTheShops = ['published', 'in_review', 'withdrawn'];

/** Values of two dimensions that cannot occur in one exchange, or not in a run of any sensible size. */
export const impossible: readonly Exclusion[] = [
  // Roles fit the format of the book, or the request is refused and says nothing else.
  { when: { format: ['ebook'] }, never: { role: rolesBut('ebook') } },
  { when: { format: ['print'] }, never: { role: rolesBut('pod') } },
  { when: { format: ['audio'] }, never: { role: rolesBut('audio') } },
  // Only audiobooks have chapters.
  {
    when: { format: ['ebook', 'print'] },
    never: { sequence: ['first', 'one-digit', 'two-digits'] },
  },
  {
    when: { items: ['none'] },
    never: { sequence: ['below', 'first', 'one-digit', 'two-digits', 'not-a-number'] },
  },
  { when: { items: ['ten-or-more'] }, never: { sequence: ['first', 'one-digit'] } },
  { when: { items: ['two', 'several'] }, never: { sequence: ['first'] } },
  {
    when: { fields: ['none'] },
    never: {
      text: ['accented', 'beyond-bmp', 'right-to-left', 'empty', 'long', 'ascii'],
      sequence: ['below', 'first', 'one-digit', 'two-digits', 'not-a-number'],
      items: ['none', 'one', 'two', 'several', 'ten-or-more'],
    },
  },
  // A chapter names its file by an id, so that no text of an update with chapters is empty alone.
  // A book that was published once has had a first call that was accepted.
  { when: { position: ['only', 'first'] }, never: { page: pagesAfterFirst } },
  { when: { position: ['middle', 'last', 'beyond'] }, never: { page: ['default', 'first'] } },
  { when: { position: ['beyond'] }, never: { items: ['one', 'two', 'several', 'ten-or-more'] } },
  { when: { position: ['first', 'middle', 'last'] }, never: { items: ['none'] } },
  { when: { page: pagesAfterFirst }, never: { parameters: ['none'] } },
  { when: { page: ['first', 'below', 'not-a-number'] }, never: { parameters: ['none'] } },
  {
    when: {
      perPage: ['lowest', 'one-digit', 'two-digits', 'highest', 'below', 'above', 'not-a-number'],
    },
    never: { parameters: ['none'] },
  },
  { when: { page: [...pagesAfterFirst, 'first', 'below', 'not-a-number'] }, never: {} },
  {
    when: { perPage: ['lowest'] },
    never: { items: ['two', 'several', 'ten-or-more'], position: [] },
  },
  { when: { perPage: ['one-digit'] }, never: { items: ['ten-or-more'] } },
  { when: { position: ['first', 'middle'] }, never: { items: [] } },
  // More than a hundred books that one filter selects.
  { when: { perPage: ['highest', 'default'] }, never: { position: ['middle'] } },
  {
    when: { perPage: ['below', 'above', 'not-a-number'] },
    never: {
      position: ['only', 'first', 'middle', 'last', 'beyond'],
      items: ['none', 'one', 'two', 'several', 'ten-or-more'],
    },
  },
  {
    when: { page: ['below', 'not-a-number'] },
    never: {
      position: ['only', 'first', 'middle', 'last', 'beyond'],
      items: ['none', 'one', 'two', 'several', 'ten-or-more'],
    },
  },
  { when: { status: inTheShops }, never: { id: ['never-seen', 'malformed'] } },
];

function rolesBut(kind: 'ebook' | 'audio' | 'pod'): readonly string[] {
  return ['ebook', 'audio', 'pod']
    .filter((other) => other !== kind)
    .flatMap((other) => [`${other}_content`, `${other}_cover`]);
}
