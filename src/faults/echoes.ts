/** The fields of a response that repeat what a client sent, and the requirements that a changed value breaks. */
import type { RequirementId } from '../contract/requirements.ts';
import { fieldNames } from '../sandbox/changes/index.ts';

export interface Echo {
  readonly breaks: readonly RequirementId[];
  /** Ids, and areas with their dot, in which the same mistake also shows. */
  readonly shadows: readonly string[];
}

interface Table {
  readonly begins: string;
  readonly fields: readonly string[];
  readonly echo: Echo;
}

/** Nearly every check reads a book and compares it. */
const everywhere: readonly string[] = [
  'book.',
  'isbn.',
  'date.',
  'contributor.',
  'price.',
  'audio-details.',
  'create.',
  'read.',
  'list.',
  'lookup.',
  'update.',
  'flow.',
  'status.',
];

const book: Echo = {
  breaks: ['create.reads-back', 'update.changes-values'],
  shadows: everywhere,
};

const tables: readonly Table[] = [
  {
    begins: 'BookAttributes',
    fields: [
      ...fieldNames.filter((name) => name !== 'audioDetails'),
      'audioDetails/properties/audioLength',
      'audioDetails/properties/audioEdition',
    ],
    echo: book,
  },
  { begins: 'Contributor', fields: ['firstName', 'lastName', 'role'], echo: book },
  { begins: 'Price', fields: ['currency', 'price'], echo: book },
  {
    begins: 'StoredChapter',
    fields: ['fileId', 'sequence', 'title', 'titleAscii'],
    echo: { breaks: ['chapters.read-back'], shadows: ['chapters.', 'flow.'] },
  },
  {
    begins: 'BookListItem/properties/attributes',
    fields: ['externalId', 'format', 'title', 'subtitle', 'language', 'status'],
    echo: { breaks: ['list.agrees-with-book'], shadows: ['list.', 'flow.'] },
  },
  {
    begins: 'BookList/properties/meta',
    fields: ['page', 'perPage'],
    echo: { breaks: ['list.meta-echo'], shadows: ['list.'] },
  },
  {
    begins: 'Grant/properties/attributes',
    fields: ['referenceId'],
    echo: { breaks: ['upload.grant-reference-id'], shadows: ['upload.'] },
  },
  {
    begins: 'Grant/properties/attributes',
    fields: ['role'],
    echo: { breaks: ['upload.grant-role'], shadows: ['upload.'] },
  },
];

/** Areas that also read a value of the wrong type, by the table that shows it. */
const readers: Readonly<Record<string, readonly string[]>> = {
  BookAttributes: [
    ...everywhere,
    'chapters.',
    'upload.',
    'attach.',
    'publish.',
    'unpublish.',
    'delete.',
  ],
  BookListItem: ['list.', 'flow.'],
  BookList: ['list.'],
  Contributor: everywhere,
  Price: everywhere,
  StoredChapter: ['chapters.', 'flow.'],
  Grant: ['upload.', 'put.', 'attach.'],
  BareGrant: ['upload.', 'put.', 'attach.'],
  DeleteRefusal: ['problem.', 'delete.'],
  Message: ['read.', 'update.', 'upload.', 'attach.', 'publish.', 'unpublish.', 'delete.'].map(
    (area) => `${area}unknown-404`,
  ),
  Problem: [
    'problem.',
    'delete.refusal-detail',
    'isbn.reason',
    'create.required-properties',
    'create.schema-400',
    'upload.role-fits-format',
    'list.invalid-query-400',
    'lookup.unknown-names-parameter',
  ],
};

/** Returns the echo at a place of the contract; undefined if the service sets the value itself. */
export function echoAt(pointer: string): Echo | undefined {
  const place = pointer.replace('#/components/schemas/', '');
  return tables.find(({ begins, fields }) =>
    fields.some((field) => place === `${begins}/properties/${field}`),
  )?.echo;
}

/** Returns the ids and areas in which a value of the wrong type at a place also shows. */
export function readElsewhere(pointer: string): readonly string[] {
  const [, table = ''] = /^#\/components\/schemas\/(\w+)/.exec(pointer) ?? [];
  return readers[table] ?? [];
}
