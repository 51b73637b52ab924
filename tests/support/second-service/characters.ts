/** The characters of the service: each fills the silences of the document in its own way. */

/** One service that the document permits: its reading of each silence, and habits that the ledger does not list. */
export interface Character {
  /** The body of the response to a create and an update: the id alone, or the book. */
  readonly respondsWith: { readonly create: 'id' | 'book'; readonly update: 'id' | 'book' };
  readonly grantFormat: 'bare' | 'enveloped';
  readonly idCase: 'upper' | 'lower';
  /** The format of an instant: whole seconds with Z, or microseconds with an offset of zero. */
  readonly instantFormat: 'seconds' | 'micros';
  readonly problems: {
    readonly mediaType: string;
    /** The optional `type` of a problem; undefined to omit it. */
    readonly type: string | undefined;
    /** True if a 422 names its fields; the document permits an empty list. */
    readonly namesFieldsIn422: boolean;
  };
  readonly unauthorizedBody: { readonly text: string; readonly mediaType: string | undefined };
  readonly statusForBadPathId: 400 | 404;
  /** True to refuse unknown fields, empty lists and unknown query parameters; false to accept them. */
  readonly strict: boolean;
  readonly isbn: { readonly acceptsHyphens: boolean; readonly accepts979: boolean };
  /** True if null in an update clears a field; false if it changes nothing. */
  readonly nullClearsField: boolean;
  /** True to omit a field without a value; false to show it as null. */
  readonly omitsNulls: boolean;
  readonly chapterOrder: 'sequence' | 'arrival';
  /** The status that refuses a date or an ISBN that is not a string. */
  readonly statusForWrongType: 400 | 422;
  readonly narratorCheckedAt: 'create' | 'publish';
  readonly chapterFilesCheckedAt: 'update' | 'publish';
  readonly unmentionedChapters: 'kept' | 'dropped';
  readonly emptyChapters: readonly never[] | null;
  readonly windowDay14: 'inside' | 'outside';
  /** True if publishing requires content and cover. */
  readonly publishRequiresFiles: boolean;
  readonly statusAfterPublish: 'in_review' | 'published';
  /** The duration of a review in milliseconds; undefined if it never ends. */
  readonly reviewMs: number | undefined;
  readonly statusForSecondPublish: 204 | 409;
  readonly unpublish: {
    readonly status: 200 | 204;
    readonly bookStatusAfter: 'withdrawn' | 'draft';
    readonly statusForDraft: 204 | 409;
  };
  readonly deletion: { readonly status: 200 | 204; readonly refusedIn: readonly string[] };
  readonly statusForSecondAttach: 200 | 409;
  readonly statusForAttachBeforePut: 409 | 422;
  /** The response to an attach with another filename than in the upload request. */
  readonly statusForOtherFilename: 200 | 400 | 422;
  readonly hashMismatchFormat: 'message' | 'problem';
  readonly fileEntries: 'references' | 'objects' | 'nameless';
  readonly putResponse: { readonly status: 200 | 201 | 204; readonly text: string };
  readonly grantLifetimeMs: number;
  readonly list: {
    readonly links: 'query' | 'absolute';
    readonly newestFirst: boolean;
    readonly lastPageOfEmptyList: 0 | 1;
    readonly identifier: 'isbn' | 'internal';
    readonly authors: 'first-last' | 'last-first';
    /** The time for which a list may keep showing an earlier state of the books. */
    readonly lagMs: number;
  };
  /** True for additional fields and headers and an indented body. */
  readonly verbose: boolean;
  readonly responseDelayMs: number;
}

const terse: Character = {
  respondsWith: { create: 'id', update: 'id' },
  grantFormat: 'bare',
  idCase: 'lower',
  instantFormat: 'seconds',
  problems: { mediaType: 'application/json', type: undefined, namesFieldsIn422: false },
  unauthorizedBody: { text: '', mediaType: undefined },
  statusForBadPathId: 404,
  strict: false,
  isbn: { acceptsHyphens: false, accepts979: true },
  nullClearsField: true,
  omitsNulls: true,
  chapterOrder: 'arrival',
  statusForWrongType: 422,
  narratorCheckedAt: 'publish',
  chapterFilesCheckedAt: 'publish',
  unmentionedChapters: 'kept',
  emptyChapters: null,
  windowDay14: 'outside',
  publishRequiresFiles: false,
  statusAfterPublish: 'in_review',
  reviewMs: undefined,
  statusForSecondPublish: 204,
  unpublish: { status: 204, bookStatusAfter: 'withdrawn', statusForDraft: 204 },
  deletion: { status: 204, refusedIn: ['in_review'] },
  statusForSecondAttach: 200,
  statusForAttachBeforePut: 422,
  statusForOtherFilename: 200,
  hashMismatchFormat: 'message',
  fileEntries: 'references',
  putResponse: { status: 200, text: '' },
  grantLifetimeMs: 120_000,
  list: {
    links: 'query',
    newestFirst: false,
    lastPageOfEmptyList: 0,
    identifier: 'isbn',
    authors: 'first-last',
    lagMs: 0,
  },
  verbose: false,
  responseDelayMs: 0,
};

const chatty: Character = {
  respondsWith: { create: 'book', update: 'book' },
  grantFormat: 'enveloped',
  idCase: 'upper',
  instantFormat: 'micros',
  problems: {
    mediaType: 'application/problem+json; charset=UTF-8',
    type: 'tag:books.example,2026:problem',
    namesFieldsIn422: true,
  },
  unauthorizedBody: { text: '<h1>Who goes there?</h1>', mediaType: 'text/html' },
  statusForBadPathId: 400,
  strict: true,
  isbn: { acceptsHyphens: true, accepts979: true },
  nullClearsField: true,
  omitsNulls: false,
  chapterOrder: 'sequence',
  statusForWrongType: 400,
  narratorCheckedAt: 'create',
  chapterFilesCheckedAt: 'update',
  unmentionedChapters: 'dropped',
  emptyChapters: [],
  windowDay14: 'inside',
  publishRequiresFiles: true,
  statusAfterPublish: 'published',
  reviewMs: undefined,
  statusForSecondPublish: 409,
  unpublish: { status: 200, bookStatusAfter: 'draft', statusForDraft: 409 },
  deletion: { status: 200, refusedIn: ['published', 'withdrawn', 'action_needed'] },
  statusForSecondAttach: 409,
  statusForAttachBeforePut: 409,
  statusForOtherFilename: 422,
  hashMismatchFormat: 'problem',
  fileEntries: 'objects',
  putResponse: { status: 201, text: '<Stored/>' },
  grantLifetimeMs: 900_000,
  list: {
    links: 'absolute',
    newestFirst: true,
    lastPageOfEmptyList: 1,
    identifier: 'internal',
    authors: 'last-first',
    lagMs: 25,
  },
  verbose: true,
  responseDelayMs: 2,
};

/** Its reviews end on their own, and its upload URLs expire after three seconds. */
const drowsy: Character = {
  ...terse,
  respondsWith: { create: 'book', update: 'id' },
  grantFormat: 'enveloped',
  unauthorizedBody: { text: '{"fault":"apikey"}', mediaType: 'application/json' },
  isbn: { acceptsHyphens: false, accepts979: false },
  nullClearsField: false,
  omitsNulls: false,
  chapterFilesCheckedAt: 'update',
  publishRequiresFiles: true,
  reviewMs: 60,
  grantLifetimeMs: 3000,
  unpublish: { status: 204, bookStatusAfter: 'withdrawn', statusForDraft: 409 },
  deletion: { status: 204, refusedIn: ['published'] },
  statusForOtherFilename: 400,
  fileEntries: 'nameless',
  putResponse: { status: 204, text: '' },
  list: { ...terse.list, lagMs: 40, newestFirst: true },
};

export const characters = { terse, chatty, drowsy };

export type CharacterName = keyof typeof characters;
