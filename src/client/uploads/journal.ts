/** Records the progress of an upload, so that the same call continues after a crash. */
import {
  UploadBatchError,
  UploadError,
  type ListedFile,
  type NotUploaded,
} from '../errors/index.ts';
import { formatCode } from '../files/index.ts';
import { asObject, parseBody, toText } from '../json.ts';
import { getFileSystem } from '../runtime.ts';

/**
 * One entry: the last step that a file of a book reached. It contains no URL, because a stored URL would let others
 * upload, and a lost URL can be requested again.
 */
export interface JournalNote {
  readonly bookId: string;
  /** The role, name and hash of the file, or the word `chapters`. */
  readonly of: string;
  /** The step: a URL was granted, the bytes were sent, or the file was attached. For chapters, they were set. */
  readonly reached: 'granted' | 'sent' | 'attached' | 'set';
  /** The service's id for the file, or the chapters as JSON. */
  readonly value: string;
}

/** Stores the notes: in a file in Node, or anywhere outside the program. */
export interface UploadJournal {
  /** Returns all notes, oldest first. */
  readonly read: () => Promise<readonly JournalNote[]>;
  /** Adds a note, and resolves once it would survive a crash of the program. */
  readonly note: (note: JournalNote) => Promise<void>;
}

/** The notes about one book, for one call. */
export interface BookJournal {
  /**
   * Returns the note with the furthest step of this file, or undefined if there is none. For a file that is listed
   * several times, each call returns the note of another grant.
   */
  readonly recall: (of: string) => JournalNote | undefined;
  readonly save: (note: Omit<JournalNote, 'bookId'>) => Promise<void>;
}

/** Opens the journal at a path, or returns the caller's own. Without a journal, nothing is recorded. */
export function openJournal(journal: UploadJournal | string | URL | undefined): UploadJournal {
  if (journal === undefined) return { read: async () => [], note: async () => undefined };
  return typeof journal === 'object' && 'read' in journal ? journal : createFileJournal(journal);
}

/** The steps in their order. If a file has several grants, the grant with the last step counts. */
const steps: readonly string[] = ['granted', 'sent', 'attached', 'set'];

/**
 * Reads all notes.
 * @throws UploadBatchError with all files if the journal cannot be read or, for a path, not be written
 */
export async function readNotes(
  journal: UploadJournal,
  files: readonly ListedFile[],
): Promise<readonly JournalNote[]> {
  try {
    return (await journal.read()).filter(isNote);
  } catch (cause) {
    const why = `the journal cannot be used${formatCode(cause)}`;
    const failedFiles = files.map((file) =>
      listFailure(new UploadError(file, { stage: 'read', reason: 'journal', why, cause })),
    );
    const chapters = { chapters: [], chaptersError: undefined };
    throw new UploadBatchError({ ok: false, files: failedFiles, ...chapters });
  }
}

/** Returns the outcome of a file that was not uploaded. */
export function listFailure(error: UploadError): NotUploaded {
  const { file, filename, role } = error;
  return { ok: false, file, filename, role, error };
}

/** Selects the notes of a book. */
export function openBookJournal(
  bookId: string,
  journal: Pick<UploadJournal, 'note'>,
  allNotes: readonly JournalNote[],
): BookJournal {
  const rank = ({ reached }: JournalNote): number => steps.indexOf(reached);
  const notes = allNotes
    .filter((note) => note.bookId === bookId)
    .toSorted((a, b) => rank(a) - rank(b));
  const usedNotes = new Set<string>();
  return {
    recall: (of) => {
      const furthestNote = notes.findLast(
        (note) => note.of === of && !usedNotes.has(of + note.value),
      );
      if (furthestNote !== undefined) usedNotes.add(of + furthestNote.value);
      return furthestNote;
    },
    save: async (note) => journal.note({ bookId, ...note }),
  };
}

/**
 * Creates a journal in a file, with one line of JSON per note. The file is created if it is missing, may be used for any
 * number of books, and can be deleted if no upload needs to be resumed. It contains ids, names and hashes, but no URL
 * and no key.
 */
function createFileJournal(path: string | URL): UploadJournal {
  const { appendFile, readFile } = getFileSystem();
  return {
    read: async () => {
      // Creates the file, so that a path without write access fails before anything is sent.
      await appendFile(path, '');
      return (await readFile(path, 'utf8')).split('\n').map(parseBody).filter(isNote);
    },
    // The line break comes first, because a crash may have truncated the line before.
    note: (note) => appendFile(path, `\n${JSON.stringify(note)}`, { flush: true }),
  };
}

/** Returns false for a truncated line. */
function isNote(entry: unknown): entry is JournalNote {
  const { reached, value } = asObject(entry);
  return steps.includes(toText(reached)) && typeof value === 'string';
}
