/** Books and upload grants as the sandbox stores them. */
import type { components } from '../../generated/api.ts';

type Schemas = components['schemas'];

type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;

export type Contributor = Frozen<Schemas['Contributor']>;
export type Chapter = Frozen<Schemas['StoredChapter']>;

export interface AttachedFile {
  readonly id: string;
  readonly role: string;
  readonly filename: string;
}

/** The fields that clients set, on create or on update. */
export type Fields = Frozen<
  Required<Omit<Schemas['BookCreate'] & Schemas['BookUpdate'], 'chapters'>>
>;

export interface Book extends Fields {
  readonly id: string;
  readonly account: string;
  /** Counts books in the order of creation, and breaks ties in every sort. */
  readonly sequence: number;
  /** Incremented by every change. A change is only written over the version it is based on. */
  readonly version: number;
  /** Epoch milliseconds, like every time in this file. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly status: string;
  readonly files: readonly AttachedFile[];
  readonly chapters: readonly Chapter[] | null;
  /** Undocumented properties, if the reading keeps them. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** The time at which the review ends by itself. */
  readonly reviewedAt?: number;
  readonly deletedAt?: number;
}

/** A file for which a client requested an upload URL. */
export interface Grant {
  readonly id: string;
  readonly bookId: string;
  readonly referenceId: string;
  readonly role: string;
  readonly filename: string;
  /** As declared in the upload request. */
  readonly hash: string;
  readonly nonce: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The number of completed uploads. */
  readonly uploads: number;
  /** SHA-256 of the stored bytes; null if there are none. */
  readonly storedHash: string | null;
  /** The key of these bytes in the file storage: each upload has its own, so that a late one replaces nothing. */
  readonly storedKey: string | null;
  readonly attachedAt: number | null;
}
