/** Applies the chapters of an update to what is known of a book's chapters. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { judgeFileFitness, type Question } from '../expectations/index.ts';
import {
  combineChapters,
  getOnlyValue,
  type Book,
  type ChapterAlternatives,
  type KnownChapter,
} from '../world/index.ts';
import type { EffectTime } from './change.ts';

interface UpdateContext {
  readonly question: Question;
  readonly moment: EffectTime;
}

/** Returns the book with the chapters that an update sent; its chapters are unknown if they cannot be predicted. */
export function withSentChapters(
  book: Book,
  value: unknown,
  { question, moment }: UpdateContext,
): Book {
  const previous = book.chapters;
  const sentChapters = readSentChapters(value, book, question);
  if (previous === undefined || sentChapters === undefined) return { ...book, chapters: undefined };
  if (sentChapters.length === 0) {
    return { ...book, chapters: removeDuplicates([...previous, []]) };
  }
  const next = combineChapters(
    previous,
    markSharedFiles(sentChapters),
    getUnmentionedReading(question),
  );
  if (next === undefined) return { ...book, chapters: undefined };
  const format = getOnlyValue(book.fields.format.current)?.value;
  const isCertain = moment.isCertain && format === 'audio';
  return { ...book, chapters: isCertain ? next : removeDuplicates([...previous, ...next]) };
}

/** Returns the sent chapters; undefined if an entry is incomplete, or if two have one sequence. */
function readSentChapters(
  value: unknown,
  book: Book,
  question: Question,
): readonly KnownChapter[] | undefined {
  if (!isArray(value) || !value.every(isObject)) return undefined;
  const chapters = value
    .map((entry) => readChapter(entry, book, question))
    .filter((chapter) => chapter !== undefined);
  const sequences = new Set(chapters.map(({ sequence }) => sequence));
  return sequences.size === value.length ? chapters : undefined;
}

function readChapter(
  entry: Readonly<Record<string, unknown>>,
  book: Book,
  question: Question,
): KnownChapter | undefined {
  const { fileId, sequence, title, titleAscii = null } = entry;
  if (typeof fileId !== 'string' || typeof sequence !== 'number' || typeof title !== 'string') {
    return undefined;
  }
  if (titleAscii !== null && typeof titleAscii !== 'string') return undefined;
  const isUnfit = judgeFileFitness(fileId.toLowerCase(), book, question) === 'unfit';
  return { fileId: fileId.toLowerCase(), sequence, title, titleAscii, isUnfit };
}

function markSharedFiles(chapters: readonly KnownChapter[]): readonly KnownChapter[] {
  return chapters.map((chapter) => {
    const isShared = chapters.filter(({ fileId }) => fileId === chapter.fileId).length > 1;
    return { ...chapter, isUnfit: chapter.isUnfit || isShared };
  });
}

/** Returns what this service does with chapters that an update does not mention. The document leaves it open. */
function getUnmentionedReading({ world }: Question): 'merge' | 'replace' | 'either' {
  const readings = world.readings.get('chapters.unmentioned');
  const merges = readings?.has('merge') === true;
  const replaces = readings?.has('replace') === true;
  if (merges === replaces) return 'either';
  return merges ? 'merge' : 'replace';
}

const maxAlternatives = 8;

function removeDuplicates(alternatives: ChapterAlternatives): ChapterAlternatives | undefined {
  const byContent = new Map(alternatives.map((chapters) => [JSON.stringify(chapters), chapters]));
  return byContent.size > maxAlternatives ? undefined : [...byContent.values()];
}
