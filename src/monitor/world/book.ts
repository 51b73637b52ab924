/** What is known of one book. */
import { readFields } from '../../contract/fields.ts';
import type { StatedId } from '../../contract/requirements.ts';
import { anyValue, exactly, type PossibleValues } from './possible.ts';

/** Returns whether a client sets a field. Chapters are kept apart. */
export function isClientField(name: string): boolean {
  return readFields().client.includes(name);
}

/** The values that the document permits after an update. Each of them shows a different habit of the service. */
export interface Choice {
  readonly subject: string;
  readonly byHabit: Readonly<Record<string, PossibleValues>>;
}

export interface Field {
  readonly current: PossibleValues;
  /** Set by an update whose result the document leaves open, until the book is shown. */
  readonly choice?: Choice;
  /** True if the create left it out, and few readers expect that the service fills it in. */
  readonly isLeftOut?: true;
  /** True if the flag was set, and only calls that do not mention it may have cleared it. */
  readonly mayReset?: true;
  /** The values before the last write, which lists and lookups may still show for a while. */
  readonly previous: PossibleValues | undefined;
  /** When the value may last have changed, on the clock that measures lag. */
  readonly changedAt: number;
  /** True if a response contradicted the model, which then knows nothing until the next write. */
  readonly isDoubted?: boolean;
}

/** The `field` of a claim that the book still exists. */
export const existence = 'existence';

/** A requirement that a call breaks if a later response shows a wrong value in a field. */
export interface Claim {
  readonly requirement: StatedId;
  /** A field's name, `status`, `files`, `chapters`, `imprint` or `existence`; `*` for all of them. */
  readonly field: string;
  /** If the call was refused: the value, status or file ids that show that it took effect all the same. */
  readonly refusedValue?: unknown;
  /** If the call set the field: the possible values before the call. */
  readonly previous?: PossibleValues;
  /** True if the response to the call showed the right value. */
  readonly isConfirmed?: true;
}

/** A call that may have changed the book. */
export interface Write {
  readonly sentAt: number;
  readonly answeredAt: number;
  /** The file, if the call was an attach: attaches of different files do not affect each other. */
  readonly attachedFileId?: string;
  /** The fields and their values, if the call was an accepted update that changes nothing else. */
  readonly fieldValues?: Readonly<Record<string, PossibleValues>>;
}

export interface KnownChapter {
  readonly fileId: string;
  readonly sequence: number;
  readonly title: string;
  /** Null if the entry that added or replaced the chapter has none. */
  readonly titleAscii: string | null;
  /** True if a chapter may not have its file, or shares it with another chapter. */
  readonly isUnfit: boolean;
}

/** Each alternative is a complete list of chapters, ordered by sequence. An empty list may be shown as null. */
export type ChapterAlternatives = readonly (readonly KnownChapter[])[];

export interface AttachedFiles {
  /** Ids of files that are attached for certain. */
  readonly certain: readonly string[];
  /** Ids of files that may be attached. */
  readonly possible: readonly string[];
}

/** Publishes that were accepted, or may have been, and whose status no response has shown yet. */
export interface QueuedPublishes {
  readonly count: number;
  /** The statuses from before the first of them. Another status than these shows that it took effect. */
  readonly statusesBefore: PossibleValues;
}

export interface Book {
  readonly id: string;
  /** The account that created it. */
  readonly account: string;
  /** True if this history created it, so that no other client writes to it. */
  readonly isOwn: boolean;
  /** The epoch in which its state is known; see `World.epoch`. */
  readonly epoch: number;
  /** The epoch in which this history created it; undefined if it did not. */
  readonly createdInEpoch: number | undefined;
  /** True if every file that was announced for it is known. */
  readonly knowsFiles: boolean;
  /** By the names of the fields that a client sets, without the chapters. */
  readonly fields: Readonly<Record<string, Field>>;
  readonly status: Field;
  /** The status in the last read, if there was no write since. */
  readonly seenStatus: string | undefined;
  /** Undefined if nothing is known. */
  readonly chapters: ChapterAlternatives | undefined;
  /** Undefined if nothing is known. */
  readonly files: AttachedFiles | undefined;
  readonly imprint: PossibleValues;
  /** Imprints that a client sent and that must not show. */
  readonly sentImprints: readonly unknown[];
  readonly deleted: 'no' | 'maybe' | 'yes';
  /** True if a delete got 202, which may remove it at any time. */
  readonly mayDisappear: boolean;
  /** When this history created it, on the clock that measures lag; undefined if it did not. */
  readonly createdAt: number | undefined;
  /** When it was created, deleted or became unknown, on the clock that measures lag. */
  readonly changedAt: number;
  readonly claims: readonly Claim[];
  readonly writes: readonly Write[];
  /** The number of calls answered with 2xx, by operation. */
  readonly acceptedCallCounts: Readonly<Record<string, number>>;
  /** Their status may arrive at any time, also after other calls; undefined if there are none. */
  readonly queuedPublishes: QueuedPublishes | undefined;
  /** True if publish was ever called, or may have been: then the status may change without a call. */
  readonly wasPublished: boolean;
  /** True if unpublish was ever called, or may have been. */
  readonly wasUnpublished: boolean;
  /** When a call may last have changed it, on the clock that measures lag. */
  readonly writtenAt: number;
  /**
   * `createdAt` and `updatedAt` as a list last showed them. They are final if that list could no longer lag:
   * until then, it may show the update time before the last write.
   */
  readonly times:
    | { readonly createdAt: string; readonly updatedAt: string; readonly areFinal: boolean }
    | undefined;
}

export function createFields(createField: (name: string) => Field): Book['fields'] {
  return Object.fromEntries(readFields().client.map((name) => [name, createField(name)]));
}

/** Returns a field of a book. Nothing is known of a field that the contract does not have. */
export function getField({ fields }: Pick<Book, 'fields'>, name: string): Field {
  return fields[name] ?? unknownField;
}

const unknownField: Field = { current: anyValue, previous: undefined, changedAt: 0 };

/** Returns a book of which only the id is known. */
export function createUnknownBook(id: string, account: string, epoch: number): Book {
  return {
    id,
    account,
    isOwn: false,
    epoch,
    createdInEpoch: undefined,
    knowsFiles: false,
    fields: createFields(() => unknownField),
    status: unknownField,
    seenStatus: undefined,
    chapters: undefined,
    files: undefined,
    imprint: anyValue,
    sentImprints: [],
    deleted: 'no',
    mayDisappear: false,
    createdAt: undefined,
    changedAt: 0,
    claims: [],
    writes: [],
    acceptedCallCounts: {},
    queuedPublishes: undefined,
    wasPublished: false,
    wasUnpublished: false,
    writtenAt: 0,
    times: undefined,
  };
}

/**
 * Returns a book whose state is no longer known, after a gap in the history or a write with unknown content.
 * @param at the time on the clock that measures lag
 */
export function withoutState(book: Book, at: number): Book {
  const openField: Field = { current: anyValue, previous: anyValue, changedAt: at };
  return {
    ...book,
    knowsFiles: false,
    fields: createFields(() => openField),
    status: openField,
    seenStatus: undefined,
    chapters: undefined,
    files: undefined,
    claims: [],
    changedAt: at,
    writtenAt: at,
    queuedPublishes: { count: 1, statusesBefore: exactly('draft') },
    wasPublished: true,
    wasUnpublished: true,
    times: book.times && { ...book.times, areFinal: false },
  };
}

const maxClaims = 40;

/** Adds claims, the newest last. A repeated claim moves to the end. */
export function withClaims(book: Book, claims: readonly Claim[]): Book {
  const isRepeated = (claim: Claim): boolean =>
    claims.some(
      ({ requirement, field, refusedValue }) =>
        requirement === claim.requirement &&
        field === claim.field &&
        refusedValue === claim.refusedValue,
    );
  const otherClaims = book.claims.filter((claim) => !isRepeated(claim));
  return { ...book, claims: [...otherClaims, ...claims].slice(-maxClaims) };
}
