/** Remembers the progress of an upload, so that the same call continues after a crash. */
import { isObject, parseBody } from '../json.ts';
import { FileStopped } from './file-stopped.ts';
import { getBuiltin, type NodeFile } from '../files/index.ts';

/**
 * One entry: what was reached for one file of a book. It holds no URL, because a stored one would be a permission
 * lying about; a lost one is simply requested again.
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

/** Where notes are kept: a file in Node, or anything that outlives the program. */
export interface UploadJournal {
  /** Returns all notes so far, in their order. */
  readonly read: () => Promise<readonly JournalNote[]>;
  /** Adds a note, and resolves once it would survive the end of the program. */
  readonly note: (note: JournalNote) => Promise<void>;
}

/** The notes from before the call began. */
export type RememberedNote = Pick<JournalNote, 'reached' | 'value'>;

/** The journal of one book, as one call uses it. */
export interface BookJournal {
  /** Returns what an earlier call reached for such a file. The same file given twice is remembered twice. */
  readonly recall: (of: string) => RememberedNote | undefined;
  /** @throws FileStopped when the note cannot be kept, because a crash would then send the file twice */
  readonly note: (note: Omit<JournalNote, 'bookId'>) => Promise<void>;
}

/** Without a journal, nothing is known and nothing is kept. */
const noJournal: UploadJournal = { read: async () => [], note: async () => undefined };

/** Opens a journal at a path, or returns the caller's own. */
export function openJournal(given: UploadJournal | string | URL | undefined): UploadJournal {
  if (given === undefined) return noJournal;
  return given instanceof URL || typeof given === 'string' ? fileJournal(given) : given;
}

/** Reads what there is for a book. */
export async function readBookJournal(
  bookId: string,
  journal: UploadJournal,
): Promise<BookJournal> {
  const known = new Map<string, Map<string, RememberedNote>>();
  for (const { bookId: id, of, value, reached } of await journal.read()) {
    if (id !== bookId) continue;
    const notes = known.get(of) ?? new Map<string, RememberedNote>();
    // Deleted first, so that what was noted last is last.
    notes.delete(value);
    notes.set(value, { reached, value });
    known.set(of, notes);
  }
  return {
    recall: (of) => {
      const notes = known.get(of);
      const furthest = findFurthest([...(notes?.values() ?? [])]);
      if (furthest !== undefined) notes?.delete(furthest.value);
      return furthest;
    },
    note: async (note) => {
      try {
        await journal.note({ bookId, ...note });
      } catch (cause) {
        const why = 'the journal could not be written.';
        throw new FileStopped({ stage: stages[note.reached], reason: 'journal', why, cause });
      }
    },
  };
}

const stages = { granted: 'grant', sent: 'put', attached: 'attach', set: 'attach' } as const;

const order: readonly string[] = ['granted', 'sent', 'attached', 'set'];

/** Of several grants for one file, returns the one that got furthest; of equals, the last. */
function findFurthest(notes: readonly RememberedNote[]): RememberedNote | undefined {
  const rank = ({ reached }: RememberedNote): number => order.indexOf(reached);
  return notes.toSorted((one, other) => rank(one) - rank(other)).at(-1);
}

/**
 * Keeps the journal in a file, one line of JSON per note. The file is created when it is missing, may serve any number
 * of books, and may be deleted when no upload has to be resumed: it holds ids, names and hashes, no URL and no key.
 */
function fileJournal(path: string | URL): UploadJournal {
  const files = getBuiltin('node:fs/promises');
  if (files === undefined) {
    throw new TypeError(
      'A journal at a path needs a file system. Give an UploadJournal of your own.',
    );
  }
  const withFile = async <Result>(use: (file: NodeFile) => Promise<Result>): Promise<Result> => {
    const file = await files.open(path, 'a+');
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  };
  return {
    read: () =>
      withFile(async (file) => {
        const lines = (await file.readFile('utf8')).split('\n');
        return lines.map(readNote).filter((note) => note !== undefined);
      }),
    note: (note) =>
      withFile(async (file) => {
        // The line break comes first, so that a line a crash cut short swallows no other.
        await file.appendFile(`\n${JSON.stringify(note)}`);
        await file.datasync();
      }),
  };
}

/** Returns undefined for anything but a note, such as a line that a crash cut short. */
function readNote(line: string): JournalNote | undefined {
  const entry = parseBody(line);
  if (!isObject(entry)) return undefined;
  const { bookId, of, reached, value } = entry;
  if (typeof bookId !== 'string' || typeof of !== 'string') return undefined;
  if (typeof value !== 'string' || !isReached(reached)) return undefined;
  return { bookId, of, reached, value };
}

function isReached(value: unknown): value is JournalNote['reached'] {
  return typeof value === 'string' && order.includes(value);
}
