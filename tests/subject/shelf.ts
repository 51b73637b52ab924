/** The subject's state: books, the files promised to them, and its configured behaviour. */
import type { Character } from './characters.ts';
import type { FaultName } from './faults.ts';

/** A JSON object with unchecked members. */
export type Bag = Record<string, unknown>;

/** One chapter as it was sent. */
export interface Chapter {
  readonly fileId: string;
  readonly sequence: number;
  readonly title: string;
  readonly titleAscii?: string;
}

/** One file that was promised to a book: granted, perhaps stored, perhaps attached. */
export interface Parcel {
  readonly id: string;
  readonly bookId: string;
  readonly referenceId: string;
  readonly role: string;
  readonly filename: string;
  readonly declared: string;
  readonly ticket: string;
  readonly expires: number;
  /** SHA-256 of the bytes that arrived, in lower case; undefined until they do. */
  stored: string | undefined;
  attached: boolean;
}

/** One book; `fields` holds what a client may set, already judged. */
export interface Book {
  readonly id: string;
  readonly order: number;
  readonly format: string;
  readonly firstDate: unknown;
  readonly created: number;
  updated: number;
  fields: Bag;
  status: string;
  reviewedAt: number | undefined;
  chapters: Chapter[];
  /** The former external id; only a forgetful lookup uses it. */
  formerly: unknown;
  gone: boolean;
}

/** One request, as far as a narrowing looks at it. */
export interface Moment {
  /** Method and the fixed parts of the path, for example `POST publish`. */
  readonly step: string;
  readonly format: string | undefined;
  readonly status: string | undefined;
  readonly page: number;
  readonly filtered: boolean;
  /** Every string of the body and of the book, in one. */
  readonly words: string;
  readonly longestWord: number;
  readonly items: number;
  readonly chapters: number;
  /** Publishes of the book before this request. */
  readonly publishes: number;
  /** Requests of the same step, this one included. */
  readonly turn: number;
}

/** Everything one running subject knows. */
export interface Shelf {
  readonly character: Character;
  readonly key: string;
  /** True if the subject breaks this promise. */
  readonly bent: (fault: FaultName) => boolean;
  /** True once in so many calls that name the same thing. */
  readonly everyNth: (name: string, count: number) => boolean;
  readonly now: () => number;
  /** Makes UUIDs. */
  readonly newId: () => string;
  /** The request that is being answered, for faults that depend on it. */
  readonly during: { moment: Moment | undefined };
  readonly books: Map<string, Book>;
  readonly parcels: Map<string, Parcel>;
  readonly removed: Set<string>;
  /** The target of the bytes; known once the second port is open. */
  readonly origins: { api: string; storage: string };
}

/** The settings of a subject. */
export interface Telling {
  readonly character: Character;
  readonly key: string;
  readonly faults: ReadonlySet<string>;
  readonly now: () => number;
  readonly newId: () => string;
  /** Restricts the faults to some requests. */
  readonly narrowing: ((now: Moment) => boolean) | undefined;
}

/** An empty shelf. */
export function emptyShelf(telling: Telling): Shelf {
  const { character, key, faults, now, newId, narrowing } = telling;
  const during: Shelf['during'] = { moment: undefined };
  const here = (): boolean =>
    narrowing === undefined || (during.moment !== undefined && narrowing(during.moment));
  const turns = new Map<string, number>();
  return {
    character,
    key,
    bent: (fault) => faults.has(fault) && here(),
    everyNth(name, count) {
      const turn = (turns.get(name) ?? 0) + 1;
      turns.set(name, turn);
      return turn % count === 0;
    },
    now,
    newId,
    during,
    books: new Map(),
    parcels: new Map(),
    removed: new Set(),
    origins: { api: '', storage: '' },
  };
}

/** True if a value is a JSON object. */
export function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is a list, otherwise an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The files of one book that were attached to it, in the order they were granted. */
export function attachedTo(shelf: Shelf, book: Book): Parcel[] {
  return [...shelf.parcels.values()].filter(
    ({ bookId, attached }) => attached && bookId === book.id,
  );
}

/** The status of a book now: a review may have ended since the last look. */
export function statusOf(shelf: Shelf, book: Book): string {
  const { reviewedAt } = book;
  if (book.status === 'in_review' && reviewedAt !== undefined && shelf.now() >= reviewedAt) {
    return 'published';
  }
  return book.status;
}
