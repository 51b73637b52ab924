/** The facts from earlier exchanges that later calls of the same program must respect. */

/** A file for which the service handed out an upload URL. */
export interface GrantedFile {
  readonly id: string;
  readonly bookId: string;
  /** Epoch milliseconds by the service's clock; NaN if the response did not say. */
  readonly expiresAt: number;
  /** The declared name. */
  readonly filename: string | undefined;
  readonly hash: string | undefined;
  readonly role: string | undefined;
  /** When an upload to it was known to have succeeded, in epoch milliseconds of the observer. */
  uploadedAt: number | undefined;
  /** True once an upload to it was tried, even without success. */
  uploadTried: boolean;
  /**
   * When an attach was answered before that, in epoch milliseconds of the observer. It was not judged
   * then, because the recording may not include storage.
   */
  attachedAt: number | undefined;
  attached: boolean;
}

/** The newest page seen of a list, and its link to the next one. */
export interface ListPage {
  readonly page: number;
  /** The query of `links.next`; null on the last page. */
  readonly next: URLSearchParams | null;
}

/** A call that was answered in a way that restricts how it may be repeated. */
export interface Restriction {
  /** When the response arrived, in epoch milliseconds of the observer. */
  readonly since: number;
  /** When the call may be repeated. */
  readonly until: number;
}

export interface UncertainCreate {
  readonly since: number;
  readonly externalId: string | undefined;
}

export type CallerMemory = ReturnType<typeof createCallerMemory>;

/** Starts with nothing known. */
export function createCallerMemory() {
  return {
    filesById: new Map<string, GrantedFile>(),
    filesByUrl: new Map<string, GrantedFile>(),
    formatOfBook: new Map<string, string>(),
    /** Bodies of creates whose outcome is unknown, with the account; removed when the caller looks. */
    uncertainCreates: new Map<string, UncertainCreate>(),
    refused: new Map<string, Restriction>(),
    /** By account and query without the page. */
    pages: new Map<string, ListPage>(),
    /** The key in `pages` of the list that an account requested last. */
    lastList: new Map<string, string>(),
    /** The service's clock minus the observer's, in milliseconds. */
    skew: 0,
  };
}

/** Entries that are kept of each kind; a watch that goes on for days forgets the oldest. */
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
