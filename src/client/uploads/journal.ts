/** Records the progress of an upload, so that the same call continues after a crash. */
import { isObject, parseBody } from '../json.ts';
import { getFileSystem } from '../runtime.ts';

/**
 * One entry: the last step that one file of a book reached. It contains no URL, because a stored one would be a permission in plain
 * sight; a lost one is simply requested again.
 */
export interface JournalNote {
  readonly bookId: string;
  /** The file by its role, name and hash; or the word `chapters`. */
  readonly of: string;
  /** A URL was requested; the bytes were sent; the book has the file. For chapters: they were set. */
  readonly reached: 'granted' | 'sent' | 'attached' | 'set';
  /** The service's id for the file; for chapters, what they were set to. */
  readonly value: string;
}

/** The storage of the notes: a file in Node, or anything that outlives the program. */
export interface UploadJournal {
  /** Returns all notes so far, in their order. */
  readonly read: () => Promise<readonly JournalNote[]>;
  /** Adds a note, and resolves once it would survive the end of the program. */
  readonly note: (note: JournalNote) => Promise<void>;
}

/** The journal of one book, as one call uses it. */
export interface BookJournal {
  /** Returns the furthest note of an earlier call for this file. A file that is listed twice has two notes. */
  readonly recall: (of: string) => JournalNote | undefined;
  readonly save: (note: Omit<JournalNote, 'bookId'>) => Promise<void>;
}

/** Opens a journal at a path, or returns the caller's own. */
export function openJournal(journal: UploadJournal | string | URL | undefined): UploadJournal {
  // Without a journal, nothing is known and nothing is recorded.
  if (journal === undefined) return { read: async () => [], note: async () => undefined };
  return journal instanceof URL || typeof journal === 'string' ? fileJournal(journal) : journal;
}

/** Of several grants for one file, the one that got furthest counts; of equals, the last. */
const order: readonly string[] = ['granted', 'sent', 'attached', 'set'];

/** Reads the notes for a book. */
export async function readBookJournal(
  bookId: string,
  journal: UploadJournal,
): Promise<BookJournal> {
  const notes = (await journal.read()).filter((note) => note.bookId === bookId);
  const used = new Set<string>();
  return {
    recall: (of) => {
      const rank = ({ reached }: JournalNote): number => order.indexOf(reached);
      const unused = notes.filter((note) => note.of === of && !used.has(of + note.value));
      const furthest = unused.toSorted((a, b) => rank(a) - rank(b)).at(-1);
      if (furthest !== undefined) used.add(of + furthest.value);
      return furthest;
    },
    save: async (note) => journal.note({ bookId, ...note }),
  };
}

/**
 * Keeps the journal in a file, one line of JSON per note. The file is created when it is missing, may serve any number
 * of books, and may be deleted when no upload has to be resumed: it holds ids, names and hashes, no URL and no key.
 */
function fileJournal(path: string | URL): UploadJournal {
  const { appendFile, readFile } = getFileSystem();
  return {
    read: async () => {
      // Creates the file. One that cannot be written is noticed before anything is sent.
      await appendFile(path, '');
      return (await readFile(path, 'utf8')).split('\n').map(parseBody).filter(isNote);
    },
    // The line break comes first, so that a line that a crash truncated does not absorb the next one.
    note: (note) => appendFile(path, `\n${JSON.stringify(note)}`, { flush: true }),
  };
}

/** Returns false for a line that a crash truncated. */
function isNote(entry: unknown): entry is JournalNote {
  if (!isObject(entry) || !order.includes(String(entry['reached']))) return false;
  return typeof entry['value'] === 'string';
}
