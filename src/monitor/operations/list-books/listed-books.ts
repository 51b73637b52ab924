/** Tells which books a list must contain, and which of its pages must exist. */
import { isArray } from '../../../contract/json-pointer.ts';
import {
  getKnownValue,
  isDisturbed,
  isDraft,
  isKnown,
  type Question,
} from '../../grounds/index.ts';
import { getPermittedValues } from '../../views/index.ts';
import { type Book, getComparison, getField, getOnlyValue } from '../../world/index.ts';
import { type ListQuery, readListQuery } from './list-query.ts';

/** The checks visit all known books for each page, so they are skipped if there are more than this. */
export const maxBooks = 2_000;

/** Returns whether the books that a list must contain reach the requested page, if it is not the first. */
export function mustReachPage(question: Question): boolean {
  const query = readListQuery(question.call.query);
  const { books } = question.world;
  if (query === undefined || query.page === 1 || books.size > maxBooks) return false;
  const listedBooks = [...books.values()].filter((book) => mustBeListed(book, query, question));
  return listedBooks.length > (query.page - 1) * query.perPage;
}

/** True if a field of a book changed a short time ago, so that a list may use its earlier value or the present one. */
export function isValueOpen(id: string, name: string, question: Question): boolean {
  const { world, lagTime } = question;
  const book = world.books.get(id);
  if (book === undefined || book.epoch !== world.epoch) return false;
  if (isDisturbed(book, question)) return true;
  const field = getField(book, name);
  const lag = { at: lagTime, length: world.options.lag };
  if (field.previous === undefined || lag.at - field.changedAt > lag.length) return false;
  return getOnlyValue(getPermittedValues(field, lag, getComparison(name))) === undefined;
}

/** Returns when a book or one of its fields may last have changed, on the clock that measures lag. */
export function getChangeTime(book: Book, ...names: readonly string[]): number {
  return Math.max(book.changedAt, ...names.map((name) => getField(book, name).changedAt));
}

/** Returns when it may last have changed whether lists contain a book. */
function getMembershipTime(book: Book): number {
  return Math.max(book.status.changedAt, getChangeTime(book, 'format', 'language'));
}

/** Returns the number of the caller's books that lists may contain or not, because they may lag behind a write. */
export function countRecentBooks({ world, lagTime, exchange }: Question): number {
  if (world.books.size > maxBooks) return 0;
  return world.books.count(
    (book) =>
      book.account === exchange.request.account &&
      lagTime - getMembershipTime(book) <= world.options.lag,
  );
}

/** Returns whether a list must contain a book. The document does not say whether withdrawn and rejected books are listed. */
export function mustBeListed(book: Book, query: ListQuery, question: Question): boolean {
  return isDraft({ ...question, book, isDisturbed: false }) && matches(book, query, question);
}

/** Returns whether a careful reader expects a book in a list, although it is no draft (`list.in-shops`). */
export function isListedInShops(book: Book, query: ListQuery, question: Question): boolean {
  const isInShops = book.seenStatus === 'in_review' || book.seenStatus === 'published';
  return isInShops && isKnown(book, question) && matches(book, query, question);
}

/** Returns whether a book of the caller has matched a query for longer than lists may lag. */
function matches(book: Book, query: ListQuery, question: Question): boolean {
  const { lagTime, world, exchange } = question;
  return (
    book.account === exchange.request.account &&
    lagTime - getMembershipTime(book) > world.options.lag &&
    !isDisturbed(book, question) &&
    (query.format === undefined || getKnownValue(book, 'format') === query.format) &&
    (query.language === undefined || mustMatch(book, query.language))
  );
}

/**
 * Returns whether the filter must match a book. How it compares codes is open (`list.language.match`), so only codes in
 * upper case must, and whether it knows all languages of a book (`list.language.entries`), whose order is open as well.
 */
function mustMatch(book: Book, code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && readCodes(book).join() === code;
}

/** Returns whether a book has the language and others, so that the filter may know another one of them. */
export function mayFilterByFirst(book: Book, code: string): boolean {
  const codes = readCodes(book);
  return /^[A-Z]{2}$/.test(code) && codes.length > 1 && codes.includes(code);
}

/** Returns the language codes of a book in upper case; none if they are not known. */
function readCodes(book: Book): readonly string[] {
  const languages = getKnownValue(book, 'language');
  const codes: readonly unknown[] = isArray(languages) ? languages : [];
  return codes.flatMap((code) => (typeof code === 'string' ? code.toUpperCase() : []));
}
