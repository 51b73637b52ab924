/** The knowledge about one book. */
import type { StatedId } from '../../contract/requirements.ts';
import type { Chapters } from './chapters.ts';
import { anything, type Possible } from './possible.ts';

/** The fields whose values a client gives, chapters apart. */
export const clientFields = [
  'format',
  'title',
  'externalId',
  'subtitle',
  'language',
  'isbn',
  'description',
  'category',
  'keyword',
  'copyright',
  'saleTerritory',
  'publicationDate',
  'isFinalVersion',
  'contributor',
  'price',
  'audioDetails',
] as const;

export type ClientField = (typeof clientFields)[number];

/** Fields that are null or absent in a book without a value for them. */
export const optionalFields: readonly ClientField[] = [
  'externalId',
  'subtitle',
  'isbn',
  'keyword',
  'audioDetails',
];

export function isClientField(name: string): name is ClientField {
  return clientFields.some((field) => field === name);
}

/** Values that an update left open: each shows another habit of the service. */
export interface Choice {
  readonly subject: string;
  readonly byHabit: Readonly<Record<string, Possible>>;
}

export interface Field {
  readonly now: Possible;
  /** Set by an update whose result the document leaves open, until the book is shown. */
  readonly choice?: Choice;
  /** The values that lists and lookups may still show for a while after a write. */
  readonly before: Possible | undefined;
  /** When it last may have changed, on the clock that measures lag. */
  readonly changedAt: number;
  /** True if a response contradicted the model, which then knows nothing until the next write. */
  readonly doubted?: boolean;
}

/** The field of a claim that the book is still there. */
export const existence = 'existence';

/** A requirement that may have been broken if a field has a wrong value. */
export interface Claim {
  readonly requirement: StatedId;
  /** A field's name, `status`, `files`, `chapters`, `imprint` or `existence`; `*` for all of them. */
  readonly field: string;
  /**
   * What shows if the call took effect all the same: a value, a status, or ids of files. The claim is
   * broken by nothing else.
   */
  readonly refused?: unknown;
  /** If the call set the field: what it could show before. */
  readonly was?: Possible;
  /** True if the response to the call showed the field as it must be. */
  readonly confirmed?: true;
}

/** A call that may have changed the book. */
export interface Write {
  readonly sentAt: number;
  readonly answeredAt: number;
  /** The file, if it was an attach: attaches of different files do not disturb each other. */
  readonly attaches?: string;
  /** The fields and their values, if it was an accepted update that changes nothing else. */
  readonly sets?: Readonly<Partial<Record<ClientField, Possible>>>;
}

export interface AttachedFiles {
  /** Ids of files that are attached for certain. */
  readonly certain: readonly string[];
  /** Ids of files that may be attached. */
  readonly possible: readonly string[];
}

export interface Book {
  readonly id: string;
  /** The account that created it. */
  readonly account: string;
  /** True if this history created it, so that no other client writes to it. */
  readonly own: boolean;
  /** The stretch of the history in which its state is known; see `World.epoch`. */
  readonly epoch: number;
  /** The stretch in which this history created it; undefined if it did not. */
  readonly bornIn: number | undefined;
  /** True if every file that was announced for it is known. */
  readonly knowsFiles: boolean;
  readonly fields: Readonly<Record<ClientField, Field>>;
  readonly status: Field;
  /** The status in the last read, if there was no write since. */
  readonly seenStatus: string | undefined;
  /** Undefined if nothing is known. */
  readonly chapters: Chapters | undefined;
  /** Undefined if nothing is known. */
  readonly files: AttachedFiles | undefined;
  readonly imprint: Possible;
  /** Imprints that a client sent and that must not show. */
  readonly sentImprints: readonly unknown[];
  readonly deleted: 'no' | 'maybe' | 'yes';
  /** When it was created or deleted, on the clock that measures lag. */
  readonly changedAt: number;
  readonly claims: readonly Claim[];
  readonly writes: readonly Write[];
  /** Calls answered with 2xx, by operation. */
  readonly turns: Readonly<Record<string, number>>;
  /** True if publish was ever called: then the status may move without a call. */
  readonly wasPublished: boolean;
  /** True if unpublish was ever called, or may have been. */
  readonly wasUnpublished: boolean;
  /** When a call last may have changed it, on the clock that measures lag. */
  readonly writtenAt: number;
  /**
   * `createdAt` and `updatedAt` as a list last showed them, and whether they are final until the
   * next write: a list that may lag can still show the update time from before the last one.
   */
  readonly times:
    | { readonly created: string; readonly updated: string; readonly final: boolean }
    | undefined;
}

const unknownField: Field = { now: anything, before: undefined, changedAt: 0 };

/** A book of which nothing is known but its id. */
export function unknownBook(id: string, account: string, epoch: number): Book {
  // Object.fromEntries cannot say that every field is there.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const fields = Object.fromEntries(clientFields.map((name) => [name, unknownField])) as Record<
    ClientField,
    Field
  >;
  return {
    id,
    account,
    own: false,
    epoch,
    bornIn: undefined,
    knowsFiles: false,
    fields,
    status: unknownField,
    seenStatus: undefined,
    chapters: undefined,
    files: undefined,
    imprint: anything,
    sentImprints: [],
    deleted: 'no',
    changedAt: 0,
    claims: [],
    writes: [],
    turns: {},
    wasPublished: false,
    wasUnpublished: false,
    writtenAt: 0,
    times: undefined,
  };
}

/**
 * The book without its state, which may have changed up to now: after a gap in the history, or a
 * write whose content is not known.
 * @param at the time on the clock that measures lag
 */
export function withoutState(book: Book, at: number): Book {
  const { id, account, own, bornIn, epoch, deleted, imprint, sentImprints, turns, writes } = book;
  const unknown = unknownBook(id, account, epoch);
  const open: Field = { now: anything, before: anything, changedAt: at };
  // The same names as before, which Object.fromEntries cannot say.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const fields = Object.fromEntries(clientFields.map((name) => [name, open])) as Book['fields'];
  const kept = { own, bornIn, deleted, imprint, sentImprints, turns, writes };
  return {
    ...unknown,
    ...kept,
    fields,
    status: open,
    changedAt: at,
    writtenAt: at,
    wasPublished: true,
    wasUnpublished: true,
    times: book.times && { ...book.times, final: false },
  };
}

const mostClaims = 40;

/** Adds claims, the newest last; one that is there already moves to the end. */
export function withClaims(book: Book, claims: readonly Claim[]): Book {
  const kept = book.claims.filter(
    (old) =>
      !claims.some(
        (one) =>
          one.requirement === old.requirement &&
          one.field === old.field &&
          one.refused === old.refused,
      ),
  );
  return { ...book, claims: [...kept, ...claims].slice(-mostClaims) };
}
