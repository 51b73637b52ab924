/** Chapters as a book shows them. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import type { StatedId } from '../../contract/requirements.ts';
import { sameText, type Book, type Chapters, type KnownChapter } from '../world/index.ts';
import { formatValue, type Mismatch } from './verdicts.ts';

interface ShownChapter {
  readonly fileId: string;
  readonly sequence: number;
  readonly title: string;
  readonly titleAscii: string | null;
}

/** The difference from every alternative that is known; undefined if there is none. */
export function findChapterMismatch(book: Book, value: unknown): readonly Mismatch[] | undefined {
  const { chapters } = book;
  if (chapters === undefined) return undefined;
  const list = readChapters(value);
  if (list === undefined || chapters.some((one) => matchesChapters(one, list))) return undefined;
  const expected = chapters.map((one) => formatValue(one.map(toPlainChapter))).join(' or ');
  const [only, ...others] = chapters;
  const isOne = only !== undefined && others.length === 0;
  const values = isOne ? { values: { expected: only.map(toPlainChapter), actual: value } } : {};
  return [{ field: 'chapters', expected, actual: formatValue(value), ...values }];
}

/** Returns the requirements that a difference contradicts, if the last update of the chapters was accepted. */
export function blameChapters({ chapters = [] }: Book, value: unknown): readonly StatedId[] {
  const [expected = []] = chapters;
  const shownNow = (readChapters(value) ?? []).map(({ sequence }) => sequence);
  if (shownNow.length === 0) return ['chapters.set-by-update', 'chapters.read-back'];
  const missing = expected.some(({ sequence }) => !shownNow.includes(sequence));
  const sameNumbers = !missing && shownNow.length === expected.length;
  const isRepeated = new Set(shownNow).size < shownNow.length;
  if (sameNumbers || isRepeated) return ['chapters.read-back', 'chapters.replace'];
  if (shownNow.length === expected.length) return ['chapters.read-back', 'chapters.order'];
  return ['chapters.read-back', ...(missing ? (['chapters.add'] as const) : [])];
}

/** Null and an empty list are the same; undefined for anything that the schema judges. */
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

function matchesChapters(known: readonly KnownChapter[], list: readonly ShownChapter[]): boolean {
  return (
    known.length === list.length &&
    known.every((one, index) => {
      const other = list[index];
      return (
        other !== undefined &&
        one.sequence === other.sequence &&
        one.fileId === other.fileId &&
        sameText(one.title, other.title) &&
        sameText(one.titleAscii, other.titleAscii)
      );
    })
  );
}

function toPlainChapter({ sequence, fileId, title, titleAscii }: KnownChapter) {
  return { sequence, fileId, title, titleAscii };
}

/** The alternative that was shown, or what was shown if none matches. */
export function learnChapters(book: Book, value: unknown): Chapters | undefined {
  const list = readChapters(value);
  if (list === undefined) return undefined;
  const match = book.chapters?.find((one) => matchesChapters(one, list));
  const files = (book.chapters ?? []).flat();
  return [
    list.map(({ fileId, sequence, title, titleAscii }) => ({
      fileId,
      sequence,
      title,
      titleAscii,
      unfit: (match ?? files).some((one) => one.fileId === fileId && one.unfit),
    })),
  ];
}
