/** The chapters of an audiobook: their validation and their update. */
import type { FieldError } from './refusal.ts';
import {
  listAttachedFiles,
  isJsonObject,
  toList,
  type JsonObject,
  type Book,
  type Chapter,
  type ServiceState,
} from './state.ts';
import { isUuid } from './field-checks.ts';

/** Returns the errors in the chapters of a book that is published. */
export function findPublishedChapterErrors(state: ServiceState, book: Book): FieldError[] {
  if (state.character.chapterFilesCheckedAt !== 'publish') return [];
  return findFileErrors(state, book, book.chapters);
}

/** Returns the errors in the chapters of an update. */
export function findUpdatedChapterErrors(
  state: ServiceState,
  book: Book,
  body: JsonObject,
): FieldError[] {
  const requestedChapters = body['chapters'];
  if (!Array.isArray(requestedChapters)) return [];
  if (book.format !== 'audio') {
    return state.character.strict
      ? [{ name: 'chapters', reason: 'are for audio', status: 422 }]
      : [];
  }
  const formErrors = toList(requestedChapters).flatMap(findFormErrors);
  if (formErrors.length > 0 || state.character.chapterFilesCheckedAt !== 'update')
    return formErrors;
  return findFileErrors(state, book, updateChapters(state, book, requestedChapters));
}

function findFormErrors(item: unknown, index: number): FieldError[] {
  if (!isJsonObject(item)) return [];
  const { fileId, sequence, title, titleAscii } = item;
  const createError = (name: string): FieldError => ({
    name: `chapters.${index}.${name}`,
    reason: 'is not valid',
    status: 400,
  });
  const hasSequence = typeof sequence === 'number' && Number.isInteger(sequence) && sequence >= 1;
  return [
    ...(isUuid(fileId) ? [] : [createError('fileId')]),
    ...(hasSequence ? [] : [createError('sequence')]),
    ...(typeof title === 'string' ? [] : [createError('title')]),
    ...(titleAscii === undefined || typeof titleAscii === 'string'
      ? []
      : [createError('titleAscii')]),
  ];
}

function findFileErrors(
  state: ServiceState,
  book: Book,
  chapters: readonly Chapter[],
): FieldError[] {
  const trackIds = listAttachedFiles(state, book)
    .filter(({ role }) => role === 'audio_content')
    .map(({ id }) => id);
  return chapters.flatMap(({ fileId }, index) => {
    const isUnfit = !trackIds.includes(fileId);
    const isRepeated = chapters.findIndex((other) => other.fileId === fileId) !== index;
    if (!isUnfit && !isRepeated) return [];
    const reason = isUnfit ? 'is not an audio file of this book' : 'has a chapter already';
    return [{ name: `chapters.${index}.fileId`, reason, status: 422 }];
  });
}

/** Returns the chapters of a book after an update; an entry replaces the chapter with its sequence. */
export function updateChapters(
  state: ServiceState,
  book: Book,
  requestedChapters: unknown,
): Chapter[] {
  const entries = toList(requestedChapters).flatMap(readChapter);
  const dropsUnmentioned = state.character.unmentionedChapters === 'dropped';
  const chaptersBySequence = new Map(
    dropsUnmentioned ? [] : book.chapters.map((chapter) => [chapter.sequence, chapter]),
  );
  for (const entry of entries) chaptersBySequence.set(entry.sequence, entry);
  return [...chaptersBySequence.values()];
}

/** Returns the chapter in a list of one, or an empty list if the item is not a chapter. */
function readChapter(item: unknown): Chapter[] {
  if (!isJsonObject(item)) return [];
  const { fileId, sequence, title, titleAscii } = item;
  if (typeof fileId !== 'string' || typeof sequence !== 'number' || typeof title !== 'string')
    return [];
  const chapter = { fileId: fileId.toLowerCase(), sequence, title };
  return [typeof titleAscii === 'string' ? { ...chapter, titleAscii } : chapter];
}
