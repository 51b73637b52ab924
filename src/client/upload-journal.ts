/** What an upload remembers of itself, so that the same call goes on where a crash ended it. */
import { isObject } from './json-object.ts';
import { Setback } from './upload-setback.ts';

/**
 * One line of the journal: what was reached for one file of a book. It holds no URL: one that is lost
 * is asked for anew, and one that is kept would be a permission lying about.
 */
export interface JournalNote {
  readonly bookId: string;
  /** The file by what it is: its role, its name and its hash. Or the word `chapters`. */
  readonly of: string;
  /** A URL was asked for; the bytes were sent; the book has the file. Or: the chapters were set. */
  readonly reached: 'granted' | 'sent' | 'attached' | 'set';
  /** The service's id for the file; for chapters, what they were set to. */
  readonly value: string;
}

/** Where notes are kept. A file in Node (`fileJournal`); anything that outlives the program will do. */
export interface UploadJournal {
  /** All notes so far, in their order. */
  readonly read: () => Promise<readonly JournalNote[]>;
  /** Keeps one more, and returns once it would survive the end of the program. */
  readonly note: (note: JournalNote) => Promise<void>;
}

/** What was noted when the call began. */
export type Remembered = Pick<JournalNote, 'reached' | 'value'>;

/** The journal of one book, as one call uses it. */
export interface BookJournal {
  /** What an earlier call reached for such a file. The same file given twice has two places. */
  readonly recall: (of: string) => Remembered | undefined;
  /** @throws Setback when the note cannot be kept, since a crash would then send the file twice */
  readonly note: (note: Omit<JournalNote, 'bookId'>) => Promise<void>;
}

/** Reads what there is for a book. */
export async function journalOf(bookId: string, journal: UploadJournal): Promise<BookJournal> {
  const notes = await journal.read();
  const known = new Map<string, Map<string, Remembered>>();
  for (const { of, value, reached } of notes.filter((note) => note.bookId === bookId)) {
    const places = known.get(of) ?? new Map<string, Remembered>();
    // Taken out first, so that what was noted last stands last.
    places.delete(value);
    places.set(value, { reached, value });
    known.set(of, places);
  }
  return {
    recall: (of) => {
      const places = known.get(of);
      const best = furthest([...(places?.values() ?? [])]);
      if (best !== undefined) places?.delete(best.value);
      return best;
    },
    note: async (note) => {
      try {
        await journal.note({ bookId, ...note });
      } catch (cause) {
        const why = 'the journal could not be written.';
        throw new Setback({ stage: stages[note.reached], reason: 'journal', why, cause });
      }
    },
  };
}

const stages = { granted: 'grant', sent: 'put', attached: 'attach', set: 'attach' } as const;

const order: readonly string[] = ['granted', 'sent', 'attached', 'set'];

/** Of several grants for one file, the one that came furthest; of equals, the last. */
function furthest(places: readonly Remembered[]): Remembered | undefined {
  const rank = ({ reached }: Remembered): number => order.indexOf(reached);
  return places.toSorted((one, other) => rank(one) - rank(other)).at(-1);
}

/** A note in the text of one line; undefined for anything else, such as a line that a crash cut short. */
export function noteIn(line: string): JournalNote | undefined {
  const value = parsed(line);
  if (!isObject(value)) return undefined;
  const { bookId, of, reached, value: noted } = value;
  if (typeof bookId !== 'string' || typeof of !== 'string') return undefined;
  if (typeof noted !== 'string' || !isReached(reached)) return undefined;
  return { bookId, of, reached, value: noted };
}

function isReached(value: unknown): value is JournalNote['reached'] {
  return typeof value === 'string' && order.includes(value);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
