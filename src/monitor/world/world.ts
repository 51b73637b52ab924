/** The monitor's knowledge after the exchanges so far. Persistent: each step makes a new world. */
import { Map as PersistentMap, OrderedMap } from 'immutable';
import { isSilence, type SilenceId } from '../../contract/requirements.ts';
import type { Book } from './book.ts';
import type { ListPages } from './list-page.ts';
import type { UploadedFile } from './uploaded-file.ts';

export interface WorldOptions {
  /** Milliseconds for which lists and lookups may show a book as it was before a write. */
  readonly lag?: number;
  /**
   * Whose clock measures that lag: the observer's, or the service's by its `Date` headers. Choose
   * the service's only if the recorder advances that clock instead of waiting.
   */
  readonly lagBy?: 'observer' | 'service';
  /**
   * True if every id that exists and that the caller uses came from a response in this history.
   * If so, an id that no response ever showed must be answered with 404.
   */
  readonly startsEmpty?: boolean;
  /**
   * True if the service keeps no state, such as a mock of examples. Then only the shapes of
   * responses are judged, and the refusal of requests that break the schema.
   */
  readonly stateless?: boolean;
  /**
   * True if requests with different account labels are known to come from different accounts.
   * Otherwise two keys may belong to the same account.
   */
  readonly separateAccounts?: boolean;
  /** Answers to silences that are known beforehand, because the recorder chose them. */
  readonly readings?: Readonly<Partial<Record<SilenceId, string>>>;
}

/** A create of which nothing may show. */
export interface RefusedCreate {
  readonly title: unknown;
  /** True if the key or the body was the reason. */
  readonly because: 'key' | 'body';
}

/** Opaque to other folders: build it with `createWorld`, change it with `observe`. */
export interface World {
  readonly options: Required<WorldOptions>;
  /** By lower-case id. Books this history created or wrote to. */
  readonly books: PersistentMap<string, Book>;
  /** Ids of books by what their external id may be. */
  readonly externalIds: PersistentMap<string, readonly string[]>;
  /** Announced files by lower-case id. */
  readonly files: PersistentMap<string, UploadedFile>;
  /** File ids by presigned URL, and by the URL without its query if that query may be masked. */
  readonly urls: PersistentMap<string, string>;
  /** Ids of books seen in responses that are not ours; kept only if `startsEmpty`. */
  readonly foreign: PersistentMap<string, true>;
  /** ISBNs, titles, external ids and uploads that this history has used, each after a prefix. */
  readonly used: PersistentMap<string, true>;
  /** The latest refused creates, by external id. */
  readonly refused: OrderedMap<string, RefusedCreate>;
  /** The fields that all wrongly refused creates have in common. */
  readonly refusedParts: readonly string[] | undefined;
  /** Accounts whose key was accepted. */
  readonly validKeys: PersistentMap<string, true>;
  /** The answers to silences seen so far, with the number of the exchange that showed each first. */
  readonly readings: PersistentMap<SilenceId, PersistentMap<string, number>>;
  /** What the service does where the document leaves it open, by subject: it does so each time. */
  readonly habits: PersistentMap<string, string>;
  /** True if the service writes the ids of books in upper case. */
  readonly upperCaseIds: boolean;
  /** The direction in which each sort key ran. */
  readonly directions: PersistentMap<string, 'ascending' | 'descending'>;
  /** The last page of each list. */
  readonly pages: ListPages;
  /** Accounts whose last page did not have as many items as its total leaves for it. */
  readonly miscounted: PersistentMap<string, true>;
  /** The service's clock minus the observer's in milliseconds, by the last `Date` header. */
  readonly clockOffset: number | undefined;
  /** True if one of the two clocks was set, so that times from before cannot be compared with it. */
  readonly clockMoved: boolean;
  /**
   * Counts the gaps in the history: what was known before a gap is no longer known. A jump back in
   * time is a gap as well, and so is every exchange until the time before the jump is reached again.
   */
  readonly epoch: number;
  readonly lastNumber: number | undefined;
  /** True if the history has calls to storage. A recording may leave them all out. */
  readonly seesStorage: boolean;
  /** The latest `answeredAt` so far. */
  readonly latest: number;
  /** True if the last exchange is older than an earlier one. */
  readonly wasLate: boolean;
}

/** True if everything that exists for the caller comes from this history. */
export function isCompleteHistory({ options, epoch }: World): boolean {
  return options.startsEmpty && epoch === 0;
}

const usual: Required<WorldOptions> = {
  lag: 10_000,
  lagBy: 'observer',
  startsEmpty: false,
  stateless: false,
  separateAccounts: false,
  readings: {},
};

/** A service that is known to show writes immediately does not lag. */
function lagOf({ readings }: WorldOptions): Pick<WorldOptions, 'lag'> {
  return readings?.consistency === 'immediate' ? { lag: Number.NEGATIVE_INFINITY } : {};
}

/** A world in which nothing is known yet. */
export function createWorld(options: WorldOptions = {}): World {
  return {
    options: { ...usual, ...lagOf(options), ...options },
    books: PersistentMap(),
    externalIds: PersistentMap(),
    files: PersistentMap(),
    urls: PersistentMap(),
    foreign: PersistentMap(),
    used: PersistentMap(),
    refused: OrderedMap(),
    refusedParts: undefined,
    validKeys: PersistentMap(),
    readings: PersistentMap(
      Object.entries(options.readings ?? {}).flatMap(([silence, reading]) =>
        isSilence(silence)
          ? [[silence, PersistentMap<string, number>([[reading, 0]])] as const]
          : [],
      ),
    ),
    habits: PersistentMap(),
    upperCaseIds: false,
    directions: PersistentMap(),
    pages: PersistentMap(),
    miscounted: PersistentMap(),
    clockOffset: undefined,
    clockMoved: false,
    epoch: 0,
    lastNumber: undefined,
    seesStorage: options.startsEmpty === true,
    latest: Number.NEGATIVE_INFINITY,
    wasLate: false,
  };
}

/** What the service is known to do about a subject; undefined if it was not seen, or did both. */
export function getHabit({ habits }: World, subject: string): string | undefined {
  const habit = habits.get(subject);
  return habit === varying ? undefined : habit;
}

export function withHabit(world: World, subject: string, habit: string): World {
  const seen = world.habits.get(subject) ?? habit;
  return { ...world, habits: world.habits.set(subject, seen === habit ? habit : varying) };
}

const varying = 'varies';
