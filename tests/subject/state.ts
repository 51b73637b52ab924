/** The subject's state: its books, their files and its settings. */
import type { Character } from './characters.ts';
import type { FaultName } from './faults.ts';

/** A JSON object with unchecked members. */
export type JsonObject = Record<string, unknown>;

/** One chapter, as in the latest update. */
export interface Chapter {
  readonly fileId: string;
  readonly sequence: number;
  readonly title: string;
  readonly titleAscii?: string;
}

/** One file of a book. It exists once its upload URL is granted, even if no bytes arrived yet. */
export interface BookFile {
  readonly id: string;
  readonly bookId: string;
  readonly referenceId: string;
  readonly role: string;
  readonly filename: string;
  /** The SHA-256 from the upload request. */
  readonly declaredHash: string;
  /** The secret in the upload URL. */
  readonly ticket: string;
  readonly expiresAt: number;
  /** The SHA-256 of the stored bytes, in lower case; undefined until they arrive. */
  storedHash: string | undefined;
  isAttached: boolean;
}

/** One book; `fields` holds the validated fields that a client may set. */
export interface Book {
  readonly id: string;
  readonly creationNumber: number;
  readonly format: string;
  /** The publication date in the create. */
  readonly originalDate: unknown;
  readonly createdAt: number;
  updatedAt: number;
  fields: JsonObject;
  status: string;
  reviewEndsAt: number | undefined;
  chapters: Chapter[];
  /** The external id before the latest update, for the fault `lookup-remembers-old-ids`. */
  previousExternalId: unknown;
}

/** The facts about a request and its book that the conditions of narrowed faults use. */
export interface Situation {
  /** Method and the fixed parts of the path, for example `POST publish`. */
  readonly route: string;
  readonly format: string | undefined;
  readonly status: string | undefined;
  readonly page: number;
  readonly isFiltered: boolean;
  /** Every string in the body and in the book, joined. */
  readonly text: string;
  /** The length of the longest string in the body and in the book. */
  readonly maxStringLength: number;
  /** The length of the longest list in the body. */
  readonly maxListLength: number;
  readonly chapterCount: number;
  /** The number of publish requests for the book before this request. */
  readonly earlierPublishes: number;
  /** The number of requests of the same route, including this one. */
  readonly requestNumber: number;
}

/** The settings and data of one running subject. */
export interface SubjectState {
  readonly character: Character;
  readonly key: string;
  /** Returns true if the subject has this fault and the current request meets its condition. */
  readonly hasFault: (fault: FaultName) => boolean;
  /** Counts its calls with the same name; returns true for the n-th, the 2n-th and so on. */
  readonly isEveryNth: (name: string, n: number) => boolean;
  readonly now: () => number;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** The situation of the current request, for faults with a condition. */
  situation: Situation | undefined;
  readonly books: Map<string, Book>;
  readonly files: Map<string, BookFile>;
  /** The number of books created so far, including deleted ones. */
  createdBooks: number;
  /** The addresses of the service and its storage; empty until their ports are open. */
  readonly origins: { api: string; storage: string };
}

/** The settings of a subject, with all defaults filled in. */
export interface StateSettings {
  readonly character: Character;
  readonly key: string;
  readonly faults: ReadonlySet<string>;
  readonly now: () => number;
  readonly newId: () => string;
  /** Restricts the faults to requests that meet this condition. */
  readonly faultCondition: ((situation: Situation) => boolean) | undefined;
}

export function createState(settings: StateSettings): SubjectState {
  const { character, key, faults, now, newId, faultCondition } = settings;
  const counts = new Map<string, number>();
  const state: SubjectState = {
    character,
    key,
    hasFault(fault) {
      if (!faults.has(fault)) return false;
      if (faultCondition === undefined) return true;
      return state.situation !== undefined && faultCondition(state.situation);
    },
    isEveryNth(name, n) {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count % n === 0;
    },
    now,
    newId,
    situation: undefined,
    books: new Map(),
    files: new Map(),
    createdBooks: 0,
    origins: { api: '', storage: '' },
  };
  return state;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is a list, otherwise an empty list. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the attached files of a book, in the order of their grants. */
export function listAttachedFiles(state: SubjectState, book: Book): BookFile[] {
  return [...state.files.values()].filter(
    ({ bookId, isAttached }) => isAttached && bookId === book.id,
  );
}

/** Returns the current status of a book. A book whose review has ended counts as published. */
export function getStatus(state: SubjectState, book: Book): string {
  const { reviewEndsAt } = book;
  if (book.status === 'in_review' && reviewEndsAt !== undefined && state.now() >= reviewEndsAt) {
    return 'published';
  }
  return book.status;
}
