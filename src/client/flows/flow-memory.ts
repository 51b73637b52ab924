/** Finds the files and chapters that the book already has, from the flow's journal and from the book itself. */
import type { BookAttributes } from '../contract.ts';
import { isObject, toText, type JsonObject } from '../json.ts';
import { sortChapters, type JournalNote, type PlannedFile } from '../uploads/index.ts';

export interface FlowMemory {
  /** The notes of the journal, corrected by the book. */
  readonly notes: readonly JournalNote[];
  /** The chapters of the files as JSON; undefined if the book does not have all of them. */
  readonly chapters: string | undefined;
}

/** Combines the journal with the book, because another program's changes are not in the journal. */
export function readMemory(
  { id: bookId, attributes }: { readonly id: string; readonly attributes: Partial<BookAttributes> },
  files: readonly PlannedFile[],
  allNotes: readonly JournalNote[],
): FlowMemory {
  const bookNotes = allNotes.filter((note) => note.bookId === bookId);
  const notes = reconcileNotes(bookNotes, attributes.files);
  const chapters = findChapters(attributes.chapters, files);
  // Without all chapters, the empty value matches no chapters, so `upload` sets them.
  const chaptersNote = { bookId, of: 'chapters', reached: 'set', value: chapters ?? '' } as const;
  return { notes: [...notes, chaptersNote], chapters };
}

const uuid = /"[\da-f-]{36}"/i;

/**
 * Corrects the notes by the book. A granted file that the book shows counts as attached. An attached file that the book no
 * longer shows is left out, unless the book has files without ids: the document does not name the fields of a file.
 */
function reconcileNotes(
  bookNotes: readonly JournalNote[],
  shownFiles: unknown,
): readonly JournalNote[] {
  const entries = Array.isArray(shownFiles) ? toText(shownFiles) : '[]';
  const isShown = ({ value }: JournalNote): boolean => entries.includes(JSON.stringify(value));
  const fileNotes = bookNotes.filter(({ of }) => of !== 'chapters');
  // The ids of other files show that the book would show these ids too.
  const showsIds = entries === '[]' || uuid.test(entries) || fileNotes.some(isShown);
  return fileNotes.flatMap((note): readonly JournalNote[] => {
    if (isShown(note)) return [{ ...note, reached: 'attached' }];
    return showsIds && note.reached === 'attached' ? [] : [note];
  });
}

/** Returns the chapters as `upload` records them, or undefined if the book does not have all of them. */
function findChapters(shown: unknown, files: readonly PlannedFile[]): string | undefined {
  const describe = ({ sequence, title, titleAscii }: JsonObject) =>
    toText([sequence, title, titleAscii ?? null]);
  const shownChapters = Array.isArray(shown) ? shown.filter(isObject) : [];
  const fileIds = new Map(
    shownChapters.map((chapter) => [describe(chapter), toText(chapter['fileId'])]),
  );
  const plannedChapters = files.flatMap(({ chapter }) => chapter ?? []);
  const storedChapters = plannedChapters.flatMap((chapter) => {
    const fileId = fileIds.get(describe({ ...chapter }));
    return fileId === undefined ? [] : [{ ...chapter, fileId }];
  });
  return storedChapters.length === plannedChapters.length
    ? JSON.stringify(sortChapters(storedChapters))
    : undefined;
}
