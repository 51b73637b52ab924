/** Judges responses that show a deleted book although reads of the service no longer find it. */
import { isDisturbed } from '../effects/index.ts';
import { findsNoDeleted, type Question } from '../expectations/index.ts';
import { drifts, type Finding } from './verdicts.ts';

/**
 * A lookup or a list may show a deleted book only as long as it may lag.
 * @returns `lags` within that time; undefined if the book is not certain to be gone
 */
export function goneState(id: string, question: Question): 'gone' | 'lags' | undefined {
  const { world, exchange, lagTime } = question;
  const book = world.books.get(id);
  const isDeleted = book?.own === true && book.epoch === world.epoch && book.deleted === 'yes';
  if (!isDeleted || book.account !== exchange.request.account) return undefined;
  if (!findsNoDeleted(world) || isDisturbed(book, question)) return undefined;
  return lagTime - book.changedAt > world.options.lag ? 'gone' : 'lags';
}

/** @param pointer JSON pointer to the id of the book */
export function judgeGone(id: string, pointer: string, question: Question): readonly Finding[] {
  if (goneState(id, question) !== 'gone') return [];
  const isLookUp = question.call.operation === 'lookUpBook';
  const expected = isLookUp ? '422, because the book was deleted' : 'no book that was deleted';
  const difference = { expected, actual: `the book ${id}`, pointer };
  return [drifts(isLookUp ? 'lookup.unknown-422' : 'delete.deletes', difference)];
}
