/** Finds the files and chapters that the book already has, from the flow's journal and from the book itself. */
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
  /** A journal that contains all of these files and chapters, as if an earlier upload had recorded them. */
  readonly journal: UploadJournal;
  readonly attachedIds: ReadonlySet<string>;
  /** The chapters of the files as JSON; undefined if the book does not have all of them. */
  readonly chapters: string | undefined;
}

/** Combines the journal with the book, because another program's changes are not in the journal. */
export async function readMemory(
  { id: bookId, attributes }: { readonly id: string; readonly attributes: Partial<BookAttributes> },
  files: readonly PlannedFile[],
  journalOption: UploadOptions['journal'],
): Promise<FlowMemory> {
  const callerJournal = openJournal(journalOption);
  const bookNotes = (await callerJournal.read()).filter((note) => note.bookId === bookId);
  const entries: readonly unknown[] = Array.isArray(attributes.files) ? attributes.files : [];
  const notes = [
    ...reconcileNotes(bookNotes, entries),
    ...entries.filter(isObject).flatMap((entry) => createAttachedNotes(entry, files, bookId)),
  ];
  const chapters = findChapters(attributes, files);
  // Without all chapters, the empty value matches no chapters, so `upload` sets them.
  const chaptersNote = { bookId, of: 'chapters', reached: 'set', value: chapters ?? '' } as const;
  const attachedNotes = notes.filter(({ reached }) => reached === 'attached');
  return {
    journal: { read: async () => [...notes, chaptersNote], note: callerJournal.note },
    attachedIds: new Set(attachedNotes.map(({ value }) => value)),
    chapters,
  };
}

/**
 * Corrects the notes by the book. A granted file that the book shows counts as attached. An attached file that the book no
 * longer shows is left out, unless the book has files but shows the id of no note: it may not show ids at all, because the
 * document does not name the fields of a file.
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
function createAttachedNotes(
  entry: JsonObject,
  files: readonly PlannedFile[],
  bookId: string,
): readonly JournalNote[] {
  const { role: entryRole, id, fileId } = entry;
  const strings = Object.values(entry).filter((field) => typeof field === 'string');
  const sha256 = strings.find((field) => /^[0-9a-f]{64}$/i.test(field))?.toLowerCase();
  const value = [id, fileId].find((field) => typeof field === 'string');
  if (sha256 === undefined || value === undefined) return [];
  return files
    .filter(({ role }) => entryRole === role || typeof entryRole !== 'string')
    .map(({ role, filename }) => {
      const of = getFileKey({ role, filename, sha256 });
      return { bookId, of, reached: 'attached', value };
    });
}

/** Returns the chapters as `upload` records them, or undefined if the book does not have all of them. */
function findChapters(
  { chapters }: Partial<BookAttributes>,
  files: readonly PlannedFile[],
): string | undefined {
  const describe = ({ sequence, title, titleAscii }: CheckedChapter) =>
    JSON.stringify([sequence, title, titleAscii ?? null]);
  const fileIds = new Map((chapters ?? []).map((chapter) => [describe(chapter), chapter.fileId]));
  const plannedChapters = files.flatMap(({ chapter }) => chapter ?? []);
  const storedChapters = plannedChapters.flatMap((chapter) => {
    const fileId = fileIds.get(describe(chapter));
    return fileId === undefined ? [] : [{ ...chapter, fileId }];
  });
  return storedChapters.length === plannedChapters.length
    ? JSON.stringify(sortChapters(storedChapters))
    : undefined;
}
