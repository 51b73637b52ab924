/** What a flow knows of files and chapters that are the book's already: from its journal, and from the book. */
import type { BookAttributes } from './book.ts';
import { inOrder } from './chapters-from-uploads.ts';
import { isObject, type JsonObject } from './json-object.ts';
import { markOf } from './upload-fresh-grant.ts';
import { openJournal } from './upload-journal-file.ts';
import type { JournalNote, UploadJournal } from './upload-journal.ts';
import type { UploadOptions } from './upload-options.ts';
import type { PlannedFile } from './upload-plan.ts';
import type { ChapterOfFile } from './upload-source.ts';

export interface FlowMemory {
  /** Reads as if an earlier upload had noted everything that is known. */
  readonly journal: UploadJournal;
  /** Ids of files that were attached before. */
  readonly attached: ReadonlySet<string>;
  /** The chapters of the files as JSON, where the book has them. */
  readonly chapters: string | undefined;
}

interface Known {
  readonly id: string;
  readonly attributes: Partial<BookAttributes>;
}

/** The book is asked first: whoever edited it meanwhile left no note in the journal. */
export async function memoryOf(
  { id: bookId, attributes }: Known,
  files: readonly PlannedFile[],
  given: UploadOptions['journal'],
): Promise<FlowMemory> {
  const kept = given === undefined ? given : openJournal(given);
  const noted = ((await kept?.read()) ?? []).filter((note) => note.bookId === bookId);
  const entries: readonly unknown[] = Array.isArray(attributes.files) ? attributes.files : [];
  const notes = [
    ...stillThere(noted, entries),
    ...entries.filter(isObject).flatMap((entry) => notesOf(entry, files, bookId)),
  ];
  const chapters = chaptersOf(attributes, files);
  const set = { bookId, of: 'chapters', reached: 'set', value: chapters ?? '' } as const;
  return {
    journal: {
      read: async () => [...notes, set],
      note: async (note) => kept?.note(note),
    },
    attached: new Set(notes.filter(({ reached }) => reached === 'attached').map(idOf)),
    chapters,
  };
}

function idOf({ value }: JournalNote): string {
  return value;
}

/**
 * What the notes come to beside what the book shows: a file that was granted and stands there is attached, since
 * a book names no other; one that was attached and no longer stands there is forgotten. Which fields a file
 * has is not in the document: where no id of a note stands in any, they may not show ids.
 */
function stillThere(
  noted: readonly JournalNote[],
  entries: readonly unknown[],
): readonly JournalNote[] {
  const shown = JSON.stringify(entries);
  const isShown = ({ value }: JournalNote): boolean => shown.includes(JSON.stringify(value));
  const ofFiles = noted.filter(({ of }) => of !== 'chapters');
  const tells = entries.length === 0 || ofFiles.some(isShown);
  return ofFiles.flatMap((note): readonly JournalNote[] => {
    if (isShown(note)) return [{ ...note, reached: 'attached' }];
    return tells && note.reached === 'attached' ? [] : [note];
  });
}

/** What a journal would say of an attached file that shows its hash, under any name of a file of the plan. */
function notesOf(
  entry: JsonObject,
  files: readonly PlannedFile[],
  bookId: string,
): readonly JournalNote[] {
  const hash = Object.values(entry).find(isHash)?.toLowerCase();
  const value = [entry['id'], entry['fileId']].find((each) => typeof each === 'string');
  if (hash === undefined || value === undefined) return [];
  const { role: shown } = entry;
  return files
    .filter(({ role }) => shown === role || typeof shown !== 'string')
    .map(({ role, filename }) => {
      const of = markOf({ role, filename, sha256: hash });
      return { bookId, of, reached: 'attached', value };
    });
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value);
}

/** As `upload` would note them; undefined where one of them is missing or another. */
function chaptersOf(
  { chapters }: Partial<BookAttributes>,
  files: readonly PlannedFile[],
): string | undefined {
  const wanted = files.flatMap(({ chapter }) => chapter ?? []);
  const there = wanted.flatMap((chapter) => {
    const found = (chapters ?? []).find((each) => isSame(each, chapter));
    return found === undefined ? [] : [{ ...chapter, fileId: found.fileId }];
  });
  return there.length === wanted.length ? JSON.stringify(inOrder(there)) : undefined;
}

function isSame(one: Shown, other: Shown): boolean {
  return (
    one.sequence === other.sequence &&
    one.title === other.title &&
    (one.titleAscii ?? undefined) === (other.titleAscii ?? undefined)
  );
}

type Shown = Pick<ChapterOfFile, 'sequence' | 'title'> & {
  readonly titleAscii?: string | null | undefined;
};
