/** The service's state: its books, their files and its settings. */
import type { Character } from './characters.ts';

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
  readonly createdAt: number;
  updatedAt: number;
  fields: JsonObject;
  status: string;
  reviewEndsAt: number | undefined;
  chapters: Chapter[];
}

/** The settings and data of one running service. */
export interface ServiceState {
  readonly character: Character;
  readonly key: string;
  readonly books: Map<string, Book>;
  readonly files: Map<string, BookFile>;
  /** The number of books created so far, including deleted ones. */
  createdBooks: number;
  /** The addresses of the service and its storage; empty until their ports are open. */
  readonly origins: { api: string; storage: string };
}

export function createState(character: Character, key: string): ServiceState {
  return {
    character,
    key,
    books: new Map(),
    files: new Map(),
    createdBooks: 0,
    origins: { api: '', storage: '' },
  };
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is a list, otherwise an empty list. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the attached files of a book, in the order of their grants. */
export function listAttachedFiles(state: ServiceState, book: Book): BookFile[] {
  return [...state.files.values()].filter(
    ({ bookId, isAttached }) => isAttached && bookId === book.id,
  );
}

/** Returns the current status of a book. A book whose review has ended counts as published. */
export function getStatus(state: ServiceState, book: Book): string {
  const { reviewEndsAt } = book;
  if (book.status === 'in_review' && reviewEndsAt !== undefined && Date.now() >= reviewEndsAt) {
    return 'published';
  }
  return book.status;
}
