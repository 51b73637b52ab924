/** Returns the reasons to refuse the chapters of an update. */
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { isSpelled, isUuid } from '../call.ts';
import type { Book, ChapterAlternatives, KnownChapter } from '../world/index.ts';
import { unknownKeyGrounds } from './body-grounds.ts';
import { isCertain, getKnownValue, knowsAllFiles } from './book-grounds.ts';
import { anyRefusal, decides, may, must, type Ground, when } from './grounds.ts';
import type { Question } from './question.ts';
import { isOrdinaryText } from './texts.ts';

export function chapterGrounds(value: unknown, question: Question): readonly Ground[] {
  const { book } = question;
  if (value === null) return [decides('chapters.null', 400, 422)];
  if (!isArray(value)) return [must('update.schema-400', [400, 422], 'chapters')];
  const format = book && getKnownValue(book, 'format');
  const nonAudio = (format === undefined ? may : decides)('chapters.non-audio', 400, 422);
  const formatGrounds = format === 'audio' ? [] : [nonAudio];
  if (value.length === 0) return [...formatGrounds, decides('chapters.empty-array', 400, 422)];
  return [
    ...formatGrounds,
    ...value.flatMap((entry, index) => entryGrounds(entry, `chapters.${index}`, question)),
    ...conflictGrounds(value.filter(isObject), question),
  ];
}

function entryGrounds(entry: unknown, place: string, question: Question): readonly Ground[] {
  if (!isObject(entry)) return [must('update.schema-400', [400, 422], place, 'chapters')];
  return [
    ...sequenceGrounds(entry, place),
    ...textGrounds(entry, place, question),
    ...asciiGrounds(entry, place),
    ...fileGrounds(entry, place, question),
    ...unknownKeyGrounds(entry, chapterKeys),
  ];
}

const chapterKeys = ['fileId', 'sequence', 'title', 'titleAscii'];

function sequenceGrounds({ sequence }: JsonObject, place: string): readonly Ground[] {
  if (typeof sequence !== 'number' || !Number.isInteger(sequence) || sequence < 1) {
    return [must('chapters.sequence', [400, 422], `${place}.sequence`)];
  }
  return sequence > 200 ? [may('chapters.gaps', ...anyRefusal)] : [];
}

function textGrounds(entry: JsonObject, place: string, question: Question): readonly Ground[] {
  const { title } = entry;
  if (title === undefined) {
    return partialGrounds(must('chapters.title', [400, 422], `${place}.title`), entry, question);
  }
  if (typeof title !== 'string') return [must('chapters.title', [400, 422], `${place}.title`)];
  return isOrdinaryText(title, 150) ? [] : [may('string.limits', ...anyRefusal)];
}

/** The document does not say whether an entry for an existing chapter may leave something out. */
function partialGrounds(
  refusal: Ground,
  { sequence }: JsonObject,
  { book }: Question,
): readonly Ground[] {
  const isNew = book?.chapters?.every((chapters) =>
    chapters.every((chapter) => chapter.sequence !== sequence),
  );
  return [isNew === true ? refusal : may('chapters.partial-entry', ...anyRefusal)];
}

function asciiGrounds({ titleAscii }: JsonObject, place: string): readonly Ground[] {
  if (titleAscii === undefined) return [];
  if (titleAscii === null) return [decides('request.null-optional', ...anyRefusal)];
  if (typeof titleAscii !== 'string') {
    return [must('chapters.title-ascii-optional', [400, 422], `${place}.titleAscii`)];
  }
  const isPlain = /^[ -~]{1,150}$/.test(titleAscii) && isOrdinaryText(titleAscii, 150);
  return isPlain ? [] : [decides('chapters.title-ascii', ...anyRefusal)];
}

function fileGrounds(entry: JsonObject, place: string, question: Question): readonly Ground[] {
  const { fileId } = entry;
  if (fileId === undefined) {
    const refusal = must('chapters.file-id', [400, 422], `${place}.fileId`);
    return partialGrounds(refusal, entry, question);
  }
  if (typeof fileId !== 'string' || !isUuid(fileId)) {
    return [must('chapters.file-id', [400, 422], `${place}.fileId`)];
  }
  if (!isCertain(question) || !isSpelled(fileId, question.world.upperCaseIds)) {
    return [may('chapters.file-not-matching', 422)];
  }
  const fitness = judgeFileFitness(fileId.toLowerCase(), question.book, question);
  if (fitness === 'fit') return [];
  if (fitness !== 'granted') return [may('chapters.file-not-matching', 422)];
  const readings = question.world.readings.get('flow.chapters-before-attach');
  const isRefused = readings?.has('422') === true && !readings.has('accepted');
  return isRefused
    ? [must('chapters.file-must-match', [422], `${place}.fileId`)]
    : [decides('flow.chapters-before-attach', 422)];
}

/**
 * Returns whether a file may have a chapter of this book; `granted` if it is not attached yet. If a file is unfit,
 * the update or else the publish is refused: the document does not say which of the two.
 */
export function judgeFileFitness(
  fileId: string,
  book: Book,
  { world }: Pick<Question, 'world'>,
): 'fit' | 'unfit' | 'granted' | 'unknown' {
  const file = world.files.get(fileId);
  if (book.files === undefined) return 'unknown';
  if (file === undefined) {
    const isUnknown = book.files.certain.includes(fileId) || !knowsAllFiles(book, world);
    return isUnknown ? 'unknown' : 'unfit';
  }
  if (file.bookId !== book.id) return 'unfit';
  if (file.role === undefined) return 'unknown';
  if (file.role !== 'audio_content') return 'unfit';
  if (file.attached === 'no') return file.epoch === world.epoch ? 'granted' : 'unknown';
  return file.attached === 'yes' && book.files.certain.includes(fileId) ? 'fit' : 'unknown';
}

/** Returns the conflicts of the entries with each other and with the stored chapters. */
function conflictGrounds(entries: readonly JsonObject[], { book }: Question): readonly Ground[] {
  const sequences = entries.map(({ sequence }) => sequence);
  const hasRepeats = new Set(sequences).size < sequences.length;
  return [
    ...when(hasRepeats, may('chapters.duplicate-sequence', ...anyRefusal)),
    ...when(mayShareFile(entries, book?.chapters), may('chapters.shared-file', 400, 422)),
    ...when(mayLeaveGaps(sequences, book?.chapters), may('chapters.gaps', ...anyRefusal)),
  ];
}

function mayShareFile(
  entries: readonly JsonObject[],
  previous: ChapterAlternatives | undefined,
): boolean {
  const files = entries.map(({ fileId }) => fileId);
  if (previous === undefined || new Set(files).size < files.length) return true;
  return previous.some((chapters) =>
    chapters.some(({ fileId, sequence }) =>
      entries.some((entry) => entry['fileId'] === fileId && entry['sequence'] !== sequence),
    ),
  );
}

function mayLeaveGaps(
  sequences: readonly unknown[],
  previous: ChapterAlternatives | undefined,
): boolean {
  if (previous === undefined || hasGaps(sequences)) return true;
  return previous.some((chapters: readonly KnownChapter[]) =>
    hasGaps([...sequences, ...chapters.map(({ sequence }) => sequence)]),
  );
}

/** True if a number between 1 and the greatest sequence is missing. */
export function hasGaps(sequences: readonly unknown[]): boolean {
  const numbers = new Set(sequences.filter((sequence) => typeof sequence === 'number'));
  return Math.max(0, ...numbers) !== numbers.size;
}
