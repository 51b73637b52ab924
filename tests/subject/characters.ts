/** The characters of the subject: each answers the silences of the document in its own way. */

/** One service that the document allows: a reading of each silence, and habits no reading names. */
export interface Character {
  /** The response to create and update: the id alone, or the book. */
  readonly answersWith: { readonly create: 'id' | 'book'; readonly update: 'id' | 'book' };
  readonly grants: 'bare' | 'enveloped';
  readonly idCase: 'upper' | 'lower';
  /** The format of an instant: whole seconds with Z, or microseconds with an offset of zero. */
  readonly instants: 'seconds' | 'micros';
  readonly problems: {
    readonly mediaType: string;
    /** The optional `type`; absent if undefined. */
    readonly type: string | undefined;
    /** True if a 422 names its fields; the document permits an empty list. */
    readonly names422: boolean;
  };
  readonly unauthorised: { readonly text: string; readonly mediaType: string | undefined };
  readonly badPathId: 400 | 404;
  /** Refuses or ignores unknown keys, empty lists and unknown query values. */
  readonly strict: boolean;
  readonly isbn: { readonly hyphens: boolean; readonly with979: boolean };
  /** Clears a field that an update may clear when it gets null, or ignores the null. */
  readonly nullClears: boolean;
  /** True if a field without a value is left out although the document permits null. */
  readonly leavesOut: boolean;
  readonly chapterOrder: 'sequence' | 'arrival';
  /** The answer to a date or an ISBN that is not even text. */
  readonly wrongTypeOfValue: 400 | 422;
  readonly narratorAt: 'create' | 'publish';
  readonly chapterFilesAt: 'update' | 'publish';
  readonly unmentionedChapters: 'kept' | 'dropped';
  readonly emptyChapters: readonly never[] | null;
  readonly windowDay14: 'inside' | 'outside';
  /** True if publishing requires content and cover. */
  readonly filesToPublish: boolean;
  readonly publishLeads: 'in_review' | 'published';
  /** The milliseconds after which a review ends by itself; absent if it never does. */
  readonly reviewMs: number | undefined;
  readonly publishTwice: 204 | 409;
  readonly unpublish: {
    readonly status: 200 | 204;
    readonly leads: 'withdrawn' | 'draft';
    readonly draft: 204 | 409;
  };
  readonly deletion: { readonly status: 200 | 204; readonly refusedIn: readonly string[] };
  readonly attachTwice: 200 | 409;
  readonly notUploaded: 409 | 422;
  readonly otherFilename: 'taken' | 400 | 422;
  readonly checksumBody: 'message' | 'problem';
  readonly fileEntries: 'references' | 'objects' | 'nameless';
  readonly stored: { readonly status: 200 | 201 | 204; readonly text: string };
  readonly grantMs: number;
  readonly list: {
    readonly links: 'query' | 'absolute';
    readonly newestFirst: boolean;
    readonly emptyLastPage: 0 | 1;
    readonly identifier: 'isbn' | 'own';
    readonly authors: 'first-last' | 'last-first';
    /** For how long a list may show the books as they were. */
    readonly lagMs: number;
  };
  /** Additional fields, an indented body, additional headers. */
  readonly talkative: boolean;
  /** For how many milliseconds each answer is held back. */
  readonly pauseMs: number;
}

const terse: Character = {
  answersWith: { create: 'id', update: 'id' },
  grants: 'bare',
  idCase: 'lower',
  instants: 'seconds',
  problems: { mediaType: 'application/json', type: undefined, names422: false },
  unauthorised: { text: '', mediaType: undefined },
  badPathId: 404,
  strict: false,
  isbn: { hyphens: false, with979: true },
  nullClears: true,
  leavesOut: true,
  chapterOrder: 'arrival',
  wrongTypeOfValue: 422,
  narratorAt: 'publish',
  chapterFilesAt: 'publish',
  unmentionedChapters: 'kept',
  emptyChapters: null,
  windowDay14: 'outside',
  filesToPublish: false,
  publishLeads: 'in_review',
  reviewMs: undefined,
  publishTwice: 204,
  unpublish: { status: 204, leads: 'withdrawn', draft: 204 },
  deletion: { status: 204, refusedIn: ['in_review'] },
  attachTwice: 200,
  notUploaded: 422,
  otherFilename: 'taken',
  checksumBody: 'message',
  fileEntries: 'references',
  stored: { status: 200, text: '' },
  grantMs: 120_000,
  list: {
    links: 'query',
    newestFirst: false,
    emptyLastPage: 0,
    identifier: 'isbn',
    authors: 'first-last',
    lagMs: 0,
  },
  talkative: false,
  pauseMs: 0,
};

const chatty: Character = {
  answersWith: { create: 'book', update: 'book' },
  grants: 'enveloped',
  idCase: 'upper',
  instants: 'micros',
  problems: {
    mediaType: 'application/problem+json; charset=UTF-8',
    type: 'tag:books.example,2026:problem',
    names422: true,
  },
  unauthorised: { text: '<h1>Who goes there?</h1>', mediaType: 'text/html' },
  badPathId: 400,
  strict: true,
  isbn: { hyphens: true, with979: true },
  nullClears: true,
  leavesOut: false,
  chapterOrder: 'sequence',
  wrongTypeOfValue: 400,
  narratorAt: 'create',
  chapterFilesAt: 'update',
  unmentionedChapters: 'dropped',
  emptyChapters: [],
  windowDay14: 'inside',
  filesToPublish: true,
  publishLeads: 'published',
  reviewMs: undefined,
  publishTwice: 409,
  unpublish: { status: 200, leads: 'draft', draft: 409 },
  deletion: { status: 200, refusedIn: ['published', 'withdrawn', 'action_needed'] },
  attachTwice: 409,
  notUploaded: 409,
  otherFilename: 422,
  checksumBody: 'problem',
  fileEntries: 'objects',
  stored: { status: 201, text: '<Stored/>' },
  grantMs: 900_000,
  list: {
    links: 'absolute',
    newestFirst: true,
    emptyLastPage: 1,
    identifier: 'own',
    authors: 'last-first',
    lagMs: 25,
  },
  talkative: true,
  pauseMs: 2,
};

/** Neither short of words nor rich: a service whose reviews end by themselves. */
const drowsy: Character = {
  ...terse,
  answersWith: { create: 'book', update: 'id' },
  grants: 'enveloped',
  unauthorised: { text: '{"fault":"apikey"}', mediaType: 'application/json' },
  isbn: { hyphens: false, with979: false },
  nullClears: false,
  leavesOut: false,
  chapterFilesAt: 'update',
  filesToPublish: true,
  reviewMs: 60,
  grantMs: 3000,
  unpublish: { status: 204, leads: 'withdrawn', draft: 409 },
  deletion: { status: 204, refusedIn: ['published'] },
  otherFilename: 400,
  fileEntries: 'nameless',
  stored: { status: 204, text: '' },
  list: { ...terse.list, lagMs: 40, newestFirst: true },
};

/** The characters by name. */
export const characters = { terse, chatty, drowsy };

/** The name of a character. */
export type CharacterName = keyof typeof characters;
