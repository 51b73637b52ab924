/** Checks that a list on one page contains every book that it must. */
import { isDisturbed } from '../effects/index.ts';
import { isDraft, type Question } from '../expectations/index.ts';
import { onlyValue, type Book } from '../world/index.ts';
import type { ListQuery } from './list-query.ts';
import { conforms, drifts, type Finding } from './verdicts.ts';

/** Skips the check above this many known books, because it visits all of them for each page. */
const mostBooks = 2_000;

/** @param ids of the books on the only page there is */
export function judgeCompleteness(
  ids: ReadonlySet<string>,
  query: ListQuery,
  question: Question,
): readonly Finding[] {
  const { books } = question.world;
  if (books.size > mostBooks) return [];
  let wanted = 0;
  for (const book of books.values()) {
    if (!mustBeListed(book, query, question)) continue;
    wanted += 1;
    if (ids.has(book.id)) continue;
    const expected = `the book ${book.id}, which matches the query`;
    return [drifts('list.shows-created', { expected, actual: 'not listed', pointer: '/data' })];
  }
  return wanted === 0 ? [] : [conforms('list.shows-created', 'every book that matches')];
}

/** Only drafts that are settled: whether withdrawn and rejected books are listed is open. */
function mustBeListed(book: Book, query: ListQuery, question: Question): boolean {
  const { lagTime, world, exchange } = question;
  const since = Math.max(
    book.changedAt,
    book.status.changedAt,
    book.fields.format.changedAt,
    book.fields.language.changedAt,
  );
  return (
    book.account === exchange.request.account &&
    lagTime - since > world.options.lag &&
    !isDisturbed(book, question) &&
    isDraft({ ...question, book, disturbed: false }) &&
    (query.format === undefined || onlyValue(book.fields.format.now)?.value === query.format) &&
    (query.language === undefined || surelyMatches(book, query.language))
  );
}

/** True if the filter must match the book. How it compares codes is open (`list.language.match`), so only uppercase codes surely match. */
function surelyMatches(book: Book, code: string): boolean {
  const languages = onlyValue(book.fields.language.now)?.value;
  const codes: readonly unknown[] = Array.isArray(languages) ? languages : [];
  return (
    /^[A-Z]{2}$/.test(code) &&
    codes.some((one) => typeof one === 'string' && one.toUpperCase() === code)
  );
}
