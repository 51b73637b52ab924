/** Returns the reasons to refuse the chapters of an update. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { isSpelled, isUuid } from '../call.ts';
import type { Book, Chapters, KnownChapter } from '../world/index.ts';
import { isCertain, getKnownValue, knowsFilesOf } from './book-grounds.ts';
import { anyRefusal, decides, may, must, type Ground } from './grounds.ts';
import type { Question } from './question.ts';
import { isOrdinaryText } from './texts.ts';

type Entry = Readonly<Record<string, unknown>>;

export function chapterGrounds(value: unknown, question: Question): readonly Ground[] {
  const { book } = question;
  if (value === null) return [decides('chapters.null', 400, 422)];
  if (!isArray(value)) return [must('update.schema-400', [400, 422], 'chapters')];
  const format = book && getKnownValue(book, 'format');
  const misplaced = (format === undefined ? may : decides)('chapters.non-audio', 400, 422);
  const place = format === 'audio' ? [] : [misplaced];
  if (value.length === 0) return [...place, decides('chapters.empty-array', 400, 422)];
  return [
    ...place,
    ...value.flatMap((entry, index) => entryGrounds(entry, `chapters.${index}`, question)),
    ...setGrounds(value.filter(isObject), question),
  ];
}

function entryGrounds(entry: unknown, place: string, question: Question): readonly Ground[] {
  if (!isObject(entry)) return [must('update.schema-400', [400, 422], place, 'chapters')];
  return [
    ...sequenceGrounds(entry, place),
    ...textGrounds(entry, place, question),
    ...asciiGrounds(entry, place),
    ...fileGrounds(entry, place, question),
    ...(Object.keys(entry).every((key) => chapterKeys.includes(key))
      ? []
      : [decides('request.unknown-property', 400, 422)]),
  ];
}

const chapterKeys = ['fileId', 'sequence', 'title', 'titleAscii'];

function sequenceGrounds({ sequence }: Entry, place: string): readonly Ground[] {
  if (sequence === undefined) return [must('chapters.sequence', [400, 422], `${place}.sequence`)];
  if (typeof sequence !== 'number')
    return [must('chapters.sequence', [400, 422], `${place}.sequence`)];
  if (!Number.isInteger(sequence) || sequence < 1) {
    return [must('chapters.sequence', [400, 422], `${place}.sequence`)];
  }
  return sequence > 200 ? [may('chapters.gaps', ...anyRefusal)] : [];
}

function textGrounds(entry: Entry, place: string, question: Question): readonly Ground[] {
  const { title } = entry;
  if (title === undefined)
    return partialGrounds(must('chapters.title', [400, 422], `${place}.title`), entry, question);
  if (typeof title !== 'string') return [must('chapters.title', [400, 422], `${place}.title`)];
  return isOrdinaryText(title, 150) ? [] : [may('string.limits', ...anyRefusal)];
}

/** An entry for a chapter that exists may be allowed to leave something out. */
function partialGrounds(
  refusal: Ground,
  { sequence }: Entry,
  { book }: Question,
): readonly Ground[] {
  const none = book?.chapters?.every((one) => one.every((old) => old.sequence !== sequence));
  return [none === true ? refusal : may('chapters.partial-entry', ...anyRefusal)];
}

function asciiGrounds({ titleAscii }: Entry, place: string): readonly Ground[] {
  if (titleAscii === undefined) return [];
  if (titleAscii === null) return [decides('request.null-optional', ...anyRefusal)];
  if (typeof titleAscii !== 'string') {
    return [must('chapters.title-ascii-optional', [400, 422], `${place}.titleAscii`)];
  }
  const plain = /^[ -~]{1,150}$/.test(titleAscii) && isOrdinaryText(titleAscii, 150);
  return plain ? [] : [decides('chapters.title-ascii', ...anyRefusal)];
}

function fileGrounds(entry: Entry, place: string, question: Question): readonly Ground[] {
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
  const seen = question.world.readings.get('flow.chapters-before-attach');
  const refuses = seen?.has('422') === true && !seen.has('accepted');
  if (fitness !== 'granted') return [may('chapters.file-not-matching', 422)];
  return refuses
    ? [must('chapters.file-must-match', [422], `${place}.fileId`)]
    : [decides('flow.chapters-before-attach', 422)];
}

/**
 * Returns whether a file may have a chapter of this book. A file that may not is refused by the update, or
 * else by the publish: the document does not say which of the two.
 */
export function judgeFileFitness(
  fileId: string,
  book: Book,
  { world }: Pick<Question, 'world'>,
): 'fit' | 'unfit' | 'granted' | 'unknown' {
  const file = world.files.get(fileId);
  if (book.files === undefined) return 'unknown';
  if (file === undefined) {
    const isUnknown = book.files.certain.includes(fileId) || !knowsFilesOf(book, world);
    return isUnknown ? 'unknown' : 'unfit';
  }
  if (file.bookId !== book.id) return 'unfit';
  if (file.role === undefined) return 'unknown';
  if (file.role !== 'audio_content') return 'unfit';
  if (file.attached === 'no') return file.epoch === world.epoch ? 'granted' : 'unknown';
  return file.attached === 'yes' && book.files.certain.includes(fileId) ? 'fit' : 'unknown';
}

/** Returns the conflicts of the entries with each other and with the stored chapters. */
function setGrounds(entries: readonly Entry[], { book }: Question): readonly Ground[] {
  const sequences = entries.map(({ sequence }) => sequence);
  const repeated = new Set(sequences).size < sequences.length;
  return [
    ...(repeated ? [may('chapters.duplicate-sequence', ...anyRefusal)] : []),
    ...(mayShareFile(entries, book?.chapters) ? [may('chapters.shared-file', 400, 422)] : []),
    ...(mayLeaveGaps(sequences, book?.chapters) ? [may('chapters.gaps', ...anyRefusal)] : []),
  ];
}

function mayShareFile(entries: readonly Entry[], before: Chapters | undefined): boolean {
  const files = entries.map(({ fileId }) => fileId);
  if (before === undefined || new Set(files).size < files.length) return true;
  return before.some((chapters) =>
    chapters.some(({ fileId, sequence }) =>
      entries.some((entry) => entry['fileId'] === fileId && entry['sequence'] !== sequence),
    ),
  );
}

function mayLeaveGaps(sequences: readonly unknown[], before: Chapters | undefined): boolean {
  if (before === undefined || hasGaps(sequences)) return true;
  return before.some((chapters: readonly KnownChapter[]) =>
    hasGaps([...sequences, ...chapters.map(({ sequence }) => sequence)]),
  );
}

/** True if a number from 1 to the greatest is missing. */
export function hasGaps(sequences: readonly unknown[]): boolean {
  const numbers = new Set(sequences.filter((one) => typeof one === 'number'));
  return Math.max(0, ...numbers) !== numbers.size;
}
