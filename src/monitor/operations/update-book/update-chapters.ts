/** Applies the chapters of an update to what is known of a book's chapters. */
import { isArray, isObject, type JsonObject } from '../../../contract/json-pointer.ts';
import type { EffectTime } from '../../book-state/index.ts';
import { getKnownValue, judgeFileFitness, type Question } from '../../grounds/index.ts';
import { type Book, type ChapterAlternatives, type KnownChapter } from '../../world/index.ts';

export interface UpdateContext {
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
  const next = combineChapters(previous, markSharedFiles(sentChapters), question);
  if (next === undefined) return { ...book, chapters: undefined };
  const format = getKnownValue(book, 'format');
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

function readChapter(entry: JsonObject, book: Book, question: Question): KnownChapter | undefined {
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

/**
 * Returns the possible chapters after an update. The document does not say what happens to the chapters that an
 * update does not mention: the sent ones are merged with them or replace them. A service may have shown which. A
 * merged chapter whose file another one gets may disappear, because a file belongs to one chapter.
 */
function combineChapters(
  previous: ChapterAlternatives,
  sentChapters: readonly KnownChapter[],
  { world }: Question,
): ChapterAlternatives | undefined {
  const readings = world.readings.get('chapters.unmentioned');
  const merges = readings?.has('merge') === true;
  const replaces = readings?.has('replace') === true;
  const sentSequences = new Set(sentChapters.map(({ sequence }) => sequence));
  const mergedLists = previous.map((chapters) => [
    ...chapters.filter(({ sequence }) => !sentSequences.has(sequence)),
    ...sentChapters,
  ]);
  const sentFiles = new Set(sentChapters.map(({ fileId }) => fileId));
  const movedLists = mergedLists.map((chapters) =>
    chapters.filter(
      ({ sequence, fileId }) => sentSequences.has(sequence) || !sentFiles.has(fileId),
    ),
  );
  const alternatives = [
    ...(replaces && !merges ? [] : [...mergedLists, ...movedLists]),
    ...(merges && !replaces ? [] : [sentChapters]),
  ];
  return removeDuplicates(
    alternatives.map((chapters) =>
      chapters.toSorted((one, other) => one.sequence - other.sequence),
    ),
  );
}

const maxAlternatives = 8;

function removeDuplicates(alternatives: ChapterAlternatives): ChapterAlternatives | undefined {
  const byContent = new Map(alternatives.map((chapters) => [JSON.stringify(chapters), chapters]));
  return byContent.size > maxAlternatives ? undefined : [...byContent.values()];
}
