/** Compares the chapters that a book shows with what is known of them. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import type { StatedId } from '../../contract/requirements.ts';
import {
  type Book,
  type ChapterAlternatives,
  isSameText,
  type KnownChapter,
} from '../world/index.ts';
import { formatValue, type Mismatch } from './verdicts.ts';

interface ShownChapter {
  readonly fileId: string;
  readonly sequence: number;
  readonly title: string;
  readonly titleAscii: string | null;
}

/** Returns the difference from the known chapters; undefined if an alternative matches, or if none is known. */
export function findChapterMismatch(book: Book, value: unknown): readonly Mismatch[] | undefined {
  const { chapters } = book;
  if (chapters === undefined) return undefined;
  const list = readChapters(value);
  if (list === undefined || chapters.some((alternative) => matchesChapters(alternative, list)))
    return undefined;
  const plainLists = chapters.map((alternative) =>
    alternative.map(({ sequence, fileId, title, titleAscii }) => ({
      sequence,
      fileId,
      title,
      titleAscii,
    })),
  );
  const expected = plainLists.map(formatValue).join(' or ');
  const values =
    plainLists.length === 1 ? { values: { expected: plainLists[0], actual: value } } : {};
  return [{ field: 'chapters', expected, actual: formatValue(value), ...values }];
}

/** Returns the requirements that a difference breaks if the last update of the chapters was accepted. */
export function blameChapters({ chapters = [] }: Book, value: unknown): readonly StatedId[] {
  const [expected = []] = chapters;
  const sequences = (readChapters(value) ?? []).map(({ sequence }) => sequence);
  if (sequences.length === 0) return ['chapters.set-by-update', 'chapters.read-back'];
  const isMissing = expected.some(({ sequence }) => !sequences.includes(sequence));
  const sameSequences = !isMissing && sequences.length === expected.length;
  const isRepeated = new Set(sequences).size < sequences.length;
  if (sameSequences || isRepeated) return ['chapters.read-back', 'chapters.replace'];
  if (sequences.length === expected.length) return ['chapters.read-back', 'chapters.order'];
  return ['chapters.read-back', ...(isMissing ? (['chapters.add'] as const) : [])];
}

/** Returns the shown chapters; undefined for any other form, which the schema judges. Null is an empty list. */
function readChapters(value: unknown): readonly ShownChapter[] | undefined {
  if (value === null || value === undefined) return [];
  if (!isArray(value)) return undefined;
  const list = value.flatMap((entry) => {
    const { fileId, sequence, title, titleAscii = null } = isObject(entry) ? entry : {};
    if (typeof fileId !== 'string' || typeof sequence !== 'number') return [];
    if (typeof title !== 'string') return [];
    if (titleAscii !== null && typeof titleAscii !== 'string') return [];
    return [{ fileId: fileId.toLowerCase(), sequence, title, titleAscii }];
  });
  if (list.length < value.length) return undefined;
  return list.sort((one, other) => one.sequence - other.sequence);
}

function matchesChapters(
  knownChapters: readonly KnownChapter[],
  shownChapters: readonly ShownChapter[],
): boolean {
  return (
    knownChapters.length === shownChapters.length &&
    knownChapters.every((chapter, index) => {
      const shown = shownChapters[index];
      return (
        shown !== undefined &&
        chapter.sequence === shown.sequence &&
        chapter.fileId === shown.fileId &&
        isSameText(chapter.title, shown.title) &&
        isSameText(chapter.titleAscii, shown.titleAscii)
      );
    })
  );
}

/** Returns the shown chapters. They keep what is known about whether their files fit. */
export function learnChapters(book: Book, value: unknown): ChapterAlternatives | undefined {
  const chapters = readChapters(value);
  if (chapters === undefined) return undefined;
  const match = book.chapters?.find((alternative) => matchesChapters(alternative, chapters));
  const knownChapters = (book.chapters ?? []).flat();
  return [
    chapters.map((chapter) => ({
      ...chapter,
      isUnfit: (match ?? knownChapters).some(
        ({ fileId, isUnfit }) => fileId === chapter.fileId && isUnfit,
      ),
    })),
  ];
}
