/** Decides which books a response can be compared with. */
import { isDisturbed } from '../effects/index.ts';
import type { Question } from '../expectations/index.ts';
import type { Book } from '../world/index.ts';

/** Returns whether a response can be compared with a book: one of this history that no other call may have changed. */
export function isKnown(book: Book, question: Question): boolean {
  const { epoch } = question.world;
  const exists = book.isOwn && book.epoch === epoch && book.deleted === 'no';
  return exists && !isDisturbed(book, question);
}
