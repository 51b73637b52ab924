/** Finds the files and chapters that the book has already: from the flow's journal, and from the book. */
import type { BookAttributes } from '../contract.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { CheckedChapter } from '../preflight.ts';
import {
  getFileKey,
  openJournal,
  sortChapters,
  type JournalNote,
  type PlannedFile,
  type UploadJournal,
  type UploadOptions,
} from '../uploads/index.ts';

export interface FlowMemory {
  /** A journal with everything that is known, as if an earlier upload had written it. */
  readonly journal: UploadJournal;
  readonly attached: ReadonlySet<string>;
  /** The chapters of the files as JSON, when the book has them. */
  readonly chapters: string | undefined;
}

/** Reads the book first, because an edit by another program is not in the journal. */
export async function readMemory(
  { id: bookId, attributes }: { readonly id: string; readonly attributes: Partial<BookAttributes> },
  files: readonly PlannedFile[],
  journalOption: UploadOptions['journal'],
): Promise<FlowMemory> {
  const ownJournal = openJournal(journalOption);
  const bookNotes = (await ownJournal.read()).filter((note) => note.bookId === bookId);
  const entries: readonly unknown[] = Array.isArray(attributes.files) ? attributes.files : [];
  const notes = [
    ...reconcileNotes(bookNotes, entries),
    ...entries.filter(isObject).flatMap((entry) => noteAttached(entry, files, bookId)),
  ];
  const chapters = findChapters(attributes, files);
  const set = { bookId, of: 'chapters', reached: 'set', value: chapters ?? '' } as const;
  const attached = notes.filter(({ reached }) => reached === 'attached');
  return {
    journal: { read: async () => [...notes, set], note: ownJournal.note },
    attached: new Set(attached.map(({ value }) => value)),
    chapters,
  };
}

/**
 * Compares the notes with the book: a granted file that the book shows is attached; an attached one that it no longer
 * shows is forgotten. The fields of a file are not in the document: when the book shows no id of any note, it may not
 * show ids at all.
 */
function reconcileNotes(
  bookNotes: readonly JournalNote[],
  entries: readonly unknown[],
): readonly JournalNote[] {
  const shownEntries = JSON.stringify(entries);
  const isShown = ({ value }: JournalNote): boolean => shownEntries.includes(JSON.stringify(value));
  const fileNotes = bookNotes.filter(({ of }) => of !== 'chapters');
  const showsIds = entries.length === 0 || fileNotes.some(isShown);
  return fileNotes.flatMap((note): readonly JournalNote[] => {
    if (isShown(note)) return [{ ...note, reached: 'attached' }];
    return showsIds && note.reached === 'attached' ? [] : [note];
  });
}

/** Returns the journal notes for an attached file whose hash the book shows, under the name of each planned file. */
function noteAttached(
  entry: JsonObject,
  files: readonly PlannedFile[],
  bookId: string,
): readonly JournalNote[] {
  const { role: entryRole, id, fileId } = entry;
  const strings = Object.values(entry).filter((each) => typeof each === 'string');
  const sha256 = strings.find((each) => /^[0-9a-f]{64}$/i.test(each))?.toLowerCase();
  const value = [id, fileId].find((each) => typeof each === 'string');
  if (sha256 === undefined || value === undefined) return [];
  return files
    .filter(({ role }) => entryRole === role || typeof entryRole !== 'string')
    .map(({ role, filename }) => {
      const of = getFileKey({ role, filename, sha256 });
      return { bookId, of, reached: 'attached', value };
    });
}

/** Returns the chapters in the form that `upload` notes them, or undefined if the book lacks some. */
function findChapters(
  { chapters }: Partial<BookAttributes>,
  files: readonly PlannedFile[],
): string | undefined {
  const describe = ({ sequence, title, titleAscii }: CheckedChapter) =>
    JSON.stringify([sequence, title, titleAscii ?? null]);
  const stored = new Map((chapters ?? []).map((each) => [describe(each), each.fileId]));
  const plannedChapters = files.flatMap(({ chapter }) => chapter ?? []);
  const storedChapters = plannedChapters.flatMap((chapter) => {
    const fileId = stored.get(describe(chapter));
    return fileId === undefined ? [] : [{ ...chapter, fileId }];
  });
  return storedChapters.length === plannedChapters.length
    ? JSON.stringify(sortChapters(storedChapters))
    : undefined;
}
