/** Decides what only audiobooks need: a narrator, details, and chapters with files of the book. */
import { isObject } from '../../contract/json-pointer.ts';
import type { Book } from '../world/index.ts';
import { knowsAllFiles } from './book-grounds.ts';
import { anyRefusal, decides, type Ground, type RefusalProof, when } from './grounds.ts';
import type { Question } from './question.ts';

/** The document describes the details for audiobooks only. */
export function detailsGrounds(details: unknown, format: string | undefined): readonly Ground[] {
  const isMisplaced = isObject(details) && format !== 'audio';
  return when(isMisplaced, decides('create.audio-details-on-other', ...anyRefusal));
}

export function hasNarrator(contributor: unknown): boolean {
  return (
    Array.isArray(contributor) &&
    contributor.some((entry: unknown) => isObject(entry) && entry['role'] === 'Narrated by')
  );
}

/** A service that refuses an audiobook without a narrator before publishing proves this requirement. */
export const narratorProof: RefusalProof = {
  requirement: 'contributor.narrator',
  status: 422,
  name: 'contributor',
};

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

/** True if a number between 1 and the greatest sequence is missing. */
export function hasGaps(sequences: readonly unknown[]): boolean {
  const numbers = new Set(sequences.filter((sequence) => typeof sequence === 'number'));
  return Math.max(0, ...numbers) !== numbers.size;
}
