/** Facts from earlier exchanges that the same program must respect in later calls. */

/** A file for which the service granted an upload URL. */
export interface GrantedFile {
  readonly id: string;
  readonly bookId: string;
  /** Epoch milliseconds by the service's clock; NaN if the response did not say. */
  readonly expiresAt: number;
  /** The name, hash and role that the upload request declared. */
  readonly filename: string | undefined;
  readonly hash: string | undefined;
  readonly role: string | undefined;
  /** The end of the first successful upload, in epoch milliseconds by the observer's clock. */
  uploadedAt: number | undefined;
  /** True after the first upload, even if it failed. */
  wasUploadTried: boolean;
  /**
   * The time of an attach before any upload, in epoch milliseconds by the observer's clock.
   * The attach is judged only when an upload follows, because the recording may not include uploads.
   */
  attachedAt: number | undefined;
  isAttached: boolean;
}

/** The page of a list that was read last, and its link to the next one. */
export interface LatestPage {
  readonly page: number;
  /** The query of `links.next`; null on the last page. */
  readonly next: URLSearchParams | null;
}

/** A refusal that says when the call may be repeated. Times are epoch milliseconds by the observer's clock. */
export interface RefusedCall {
  readonly refusedAt: number;
  readonly retryAt: number;
}

/** A create that may have taken effect although no response confirmed it. */
export interface UncertainCreate {
  readonly endedAt: number;
  readonly externalId: string | undefined;
}

/** A book that the caller published. */
export interface PublishedBook {
  /** The end of the publish, in epoch milliseconds by the observer's clock. */
  readonly publishedAt: number;
  /** The number of the first edit after it; undefined if there was none. */
  editedBy: number | undefined;
}

export type CallerMemory = ReturnType<typeof createCallerMemory>;

/** Creates a memory without any facts. */
export function createCallerMemory() {
  return {
    filesById: new Map<string, GrantedFile>(),
    /** By the digest of the presigned URL. */
    filesByUrl: new Map<string, GrantedFile>(),
    formatsByBookId: new Map<string, string>(),
    /** By account and id. */
    publishedBooks: new Map<string, PublishedBook>(),
    /** By call key. An entry is removed when the caller looks up or lists the book. */
    uncertainCreates: new Map<string, UncertainCreate>(),
    /** By call key. */
    refusedCalls: new Map<string, RefusedCall>(),
    /** By list key. */
    pages: new Map<string, LatestPage>(),
    /** The list key of each account's last list request. */
    lastListKeys: new Map<string, string>(),
    /** The service's clock minus the observer's, in milliseconds. */
    clockSkew: 0,
  };
}

/** The most entries of each map, so that a watch that runs for days does not fill the memory. */
const maximumEntries = 10_000;

/** Sets an entry and forgets the oldest one if there are too many. */
export function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= maximumEntries) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
