/** What the monitor knows after the exchanges so far. Each exchange results in a new world. */
import { Map as PersistentMap, OrderedMap } from 'immutable';
import { isSilence, type SilenceId } from '../../contract/requirements.ts';
import type { Book } from './book.ts';
import type { UploadedFile } from './uploaded-file.ts';

export interface WorldOptions {
  /** The time in milliseconds for which lists and lookups may still show the state before a write. */
  readonly lag?: number;
  /**
   * The clock that measures `lag`: the observer's, or the service's, read from its `Date` headers. Choose the service's
   * only if the recorder advances that clock instead of waiting.
   */
  readonly lagBy?: 'observer' | 'service';
  /**
   * True if every id in the caller's requests either came from a response in this history or does not exist.
   * Then an id that no response has shown must be answered with 404.
   */
  readonly startsEmpty?: boolean;
  /**
   * True if the service, such as a mock, keeps no state. Then only the shapes of responses and the refusal of
   * requests that break the schema are judged.
   */
  readonly stateless?: boolean;
  /**
   * True if requests with different account labels are known to come from different accounts.
   * Otherwise two keys may belong to the same account.
   */
  readonly separateAccounts?: boolean;
  /** The readings that are known from the start, because the recorder chose them. */
  readonly readings?: Readonly<Partial<Record<SilenceId, string>>>;
}

/** A create that was refused; its book must not appear later. */
export interface RefusedCreate {
  readonly title: unknown;
  /** Why it was refused: for the key or for the body. */
  readonly reason: 'key' | 'body';
}

/** A call on a book that may take effect later than its response. */
export interface UnfinishedCall {
  /** The last moment at which it may take effect, by the observer's clock. */
  readonly until: number;
  /** Returns the book after the call may have taken effect. */
  readonly repeat: (book: Book, world: World) => Book;
}

/** The unfinished calls on one book. */
export interface UnfinishedCalls {
  readonly calls: readonly UnfinishedCall[];
  /** The book after they may have taken effect; any other state is younger. */
  readonly applied: Book;
}

/** A call that got 5xx since its last other response. */
export interface FailedCall {
  readonly times: number;
  /** `World.usableResponses` at its last failure. */
  readonly usableResponses: number;
}

/** A book of this history on a page, whose last change was longer ago than a list may lag. */
export interface SettledItem {
  readonly id: string;
  /** The sort key that the page shows; undefined if how it sorts is open. */
  readonly key: string | number | undefined;
}

export interface ListPage {
  readonly page: number;
  readonly total: number;
  /** When it was requested: by the observer's clock, and on the clock that measures lag. */
  readonly sentAt: number;
  readonly lagTime: number;
  /** The epoch in which it was seen; see `World.epoch`. */
  readonly epoch: number;
  /** Lower-case ids of all its items. */
  readonly ids: readonly string[];
  readonly settledItems: readonly SettledItem[];
}

/** Opaque to other folders: build it with `createWorld`, change it with `observe`. */
export interface World {
  readonly options: Required<WorldOptions>;
  /** By lower-case id. Books this history created or wrote to. */
  readonly books: PersistentMap<string, Book>;
  /** By lower-case id of the book. */
  readonly unfinishedCalls: PersistentMap<string, UnfinishedCalls>;
  /** The calls whose last response was a 5xx, by a key that contains their body. */
  readonly failedCalls: PersistentMap<string, FailedCall>;
  /** The number of responses below 500 so far, without 429. */
  readonly usableResponses: number;
  /** By external id, the ids of the books that may have it; empty if only a book with an unknown id may have it. */
  readonly externalIds: PersistentMap<string, readonly string[]>;
  /** Announced files by lower-case id. */
  readonly files: PersistentMap<string, UploadedFile>;
  /** File ids by the digest of their presigned URL. */
  readonly fileIdsByUrl: PersistentMap<string, string>;
  /** Ids of books that other clients created, from responses. Kept only if `startsEmpty`. */
  readonly foreignBookIds: PersistentMap<string, true>;
  /** The ISBNs, titles, external ids, uploads and parts used so far, each as text such as `isbn 9780306406157`. */
  readonly usedMarks: PersistentMap<string, true>;
  /** The latest refused creates, by external id. */
  readonly refusedCreates: OrderedMap<string, RefusedCreate>;
  /** The parts, such as `copyright SELF`, that all wrongly refused creates have in common. */
  readonly commonPartsOfWrongRefusals: readonly string[] | undefined;
  /** Accounts whose key the service has accepted. */
  readonly acceptedAccounts: PersistentMap<string, true>;
  /** The readings seen so far, each with the number of the exchange that first showed it; 0 if known from the start. */
  readonly readings: PersistentMap<SilenceId, PersistentMap<string, number>>;
  /** What the service does about subjects that the document leaves open. It has to do the same each time. */
  readonly habits: PersistentMap<string, string>;
  /** True if the service writes the ids of books in upper case. */
  readonly upperCaseIds: boolean;
  /** The direction of each sort key. */
  readonly sortDirections: PersistentMap<string, 'ascending' | 'descending'>;
  /** The last page of each list, by account and query without the page number. */
  readonly lastPages: PersistentMap<string, ListPage>;
  /** Accounts whose last list page had more or fewer items than its `total` implies. */
  readonly miscountedAccounts: PersistentMap<string, true>;
  /** The service's clock minus the observer's in milliseconds, by the last `Date` header. */
  readonly clockOffset: number | undefined;
  /** True if one of the two clocks was set, so that earlier times cannot be compared with later ones. */
  readonly wasClockSet: boolean;
  /**
   * The number of gaps in the history. What was known before a gap is no longer certain. After a jump back in time,
   * each exchange counts as a gap until the clock has caught up.
   */
  readonly epoch: number;
  /** The number of the last exchange; undefined before the first. */
  readonly lastExchangeNumber: number | undefined;
  /** True if the history has calls to storage. A recording may leave them all out. */
  readonly seesStorage: boolean;
  /** The latest `answeredAt` so far. */
  readonly latestAnsweredAt: number;
  /** True if the last exchange is older than an earlier one. */
  readonly wasLate: boolean;
}

/** True if everything that exists for the caller comes from this history. */
export function isCompleteHistory({ options, epoch }: World): boolean {
  return options.startsEmpty && epoch === 0;
}

/** Milliseconds. The document promises no time, but a service that never shows a write must be told from one that lags. */
const defaultLag = 10_000;

const defaultOptions = {
  lagBy: 'observer',
  startsEmpty: false,
  stateless: false,
  separateAccounts: false,
  readings: {},
} as const;

/** Creates a world in which nothing is known yet. */
export function createWorld(options: WorldOptions = {}): World {
  const isImmediate = options.readings?.consistency === 'immediate';
  const lag = isImmediate ? Number.NEGATIVE_INFINITY : defaultLag;
  return {
    options: { ...defaultOptions, lag, ...options },
    books: PersistentMap(),
    unfinishedCalls: PersistentMap(),
    failedCalls: PersistentMap(),
    usableResponses: 0,
    externalIds: PersistentMap(),
    files: PersistentMap(),
    fileIdsByUrl: PersistentMap(),
    foreignBookIds: PersistentMap(),
    usedMarks: PersistentMap(),
    refusedCreates: OrderedMap(),
    commonPartsOfWrongRefusals: undefined,
    acceptedAccounts: PersistentMap(),
    readings: PersistentMap(
      Object.entries(options.readings ?? {}).flatMap(([silence, reading]) =>
        isSilence(silence)
          ? [[silence, PersistentMap<string, number>([[reading, 0]])] as const]
          : [],
      ),
    ),
    habits: PersistentMap(),
    upperCaseIds: false,
    sortDirections: PersistentMap(),
    lastPages: PersistentMap(),
    miscountedAccounts: PersistentMap(),
    clockOffset: undefined,
    wasClockSet: false,
    epoch: 0,
    lastExchangeNumber: undefined,
    seesStorage: options.startsEmpty === true,
    latestAnsweredAt: Number.NEGATIVE_INFINITY,
    wasLate: false,
  };
}

/** Returns what the service does about a subject; undefined if that is unknown, or if it varies. */
export function getHabit({ habits }: World, subject: string): string | undefined {
  const habit = habits.get(subject);
  return habit === mixedHabit ? undefined : habit;
}

/** Records what the service did about a subject. */
export function withHabit(world: World, subject: string, habit: string): World {
  const knownHabit = world.habits.get(subject) ?? habit;
  const newHabit = knownHabit === habit ? habit : mixedHabit;
  return { ...world, habits: world.habits.set(subject, newHabit) };
}

const mixedHabit = 'varies';

const maxBooks = 3_000;

/** Returns whether the world has too many books. Our own runs must remember all of theirs. */
export function isFull({ books, options }: World): boolean {
  return books.size > maxBooks && !options.startsEmpty;
}

/** Forgets all but the books that were written last, and the files of the others. */
export function forgetOldBooks(world: World): World {
  const books = world.books
    .sortBy(({ writtenAt }) => -writtenAt)
    .take(maxBooks / 2)
    .toMap();
  const files = world.files.filter(({ bookId }) => books.has(bookId));
  return {
    ...world,
    books,
    files,
    fileIdsByUrl: world.fileIdsByUrl.filter((file) => files.has(file)),
    externalIds: world.externalIds
      .map((ids) => ids.filter((id) => books.has(id)))
      .filter((ids) => ids.length > 0),
    usedMarks: world.usedMarks.clear(),
  };
}
