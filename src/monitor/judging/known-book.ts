/** Finds the books that a response can be compared with. */
import { isDisturbed } from '../effects/index.ts';
import type { Question } from '../expectations/index.ts';
import type { Book } from '../world/index.ts';

/** Only our own books can be compared, and only if no call changes them meanwhile. */
export function isKnown(book: Book, question: Question): boolean {
  const { epoch } = question.world;
  const known = book.own && book.epoch === epoch && book.deleted === 'no';
  return known && !isDisturbed(book, question);
}
