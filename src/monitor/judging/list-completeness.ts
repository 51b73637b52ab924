/** Judges whether a list that fits on one page contains every book that it must. */
import { maxBooks, mustBeListed, type Question } from '../expectations/index.ts';
import type { ListQuery } from '../list-query.ts';
import { conforms, drifts, type Judgement } from './verdicts.ts';

/**
 * Returns a drift for the first missing book. Without one, the requirement conforms if any book had to be listed.
 * @param ids the ids on the only page
 */
export function judgeCompleteness(
  ids: ReadonlySet<string>,
  query: ListQuery,
  question: Question,
): readonly Judgement[] {
  const { books } = question.world;
  if (books.size > maxBooks) return [];
  let requiredCount = 0;
  for (const book of books.values()) {
    if (!mustBeListed(book, query, question)) continue;
    requiredCount += 1;
    if (ids.has(book.id)) continue;
    const expected = `the book ${book.id}, which matches the query`;
    return [drifts('list.shows-created', { expected, actual: 'not listed', pointer: '/data' })];
  }
  return requiredCount === 0 ? [] : [conforms('list.shows-created', 'every book that matches')];
}
