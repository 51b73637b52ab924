/** Tells responses that show a book as it was before a write, which only lag permits. */
import type { Question } from '../expectations/index.ts';
import { readBook } from '../responses/index.ts';
import {
  allows,
  clientFields,
  onlyValue,
  sameIn,
  sameStatus,
  type Book,
  type Field,
  type Same,
} from '../world/index.ts';
import { getPermittedValues, type View } from './book-view.ts';
import { findChapterMismatch } from './chapter-view.ts';
import { findFilesMismatch } from './file-view.ts';
import { goneState } from './gone-book.ts';
import { isKnown } from './known-book.ts';
import type { ListFindings } from './list-view.ts';

type Attributes = View['attributes'];
type Lag = NonNullable<View['lag']>;

/** Returns whether a lookup or a list shows an older state of a book of this history. */
export function showsOlderState(question: Question, list: ListFindings | undefined): boolean {
  const { call, exchange, world, lagTime } = question;
  const lag = { at: lagTime, length: world.options.lag };
  if (call.operation === 'listBooks') {
    return (list?.items ?? []).some(({ id, attributes }) => isOlder(id, attributes));
  }
  const found = call.operation === 'lookUpBook' ? readBook(exchange.response?.body) : undefined;
  if (found === undefined) return false;
  return isOlder(found.id, found.attributes) || isFormerId(found.id);

  /** True if the book that is found no longer has the external id that was asked for. */
  function isFormerId(id: string): boolean {
    const book = world.books.get(id);
    if (book === undefined || !isKnown(book, question)) return false;
    const { now, changedAt } = book.fields.externalId;
    const settled = onlyValue(now);
    if (settled === undefined || lag.at - changedAt > lag.length) return false;
    const asked = call.externalId?.toLowerCase();
    return typeof settled.value !== 'string' || settled.value.toLowerCase() !== asked;
  }

  function isOlder(id: string, attributes: Attributes): boolean {
    const book = world.books.get(id);
    if (goneState(id, question) === 'lags') return true;
    return book !== undefined && isKnown(book, question) && differs(book, attributes, lag);
  }
}

function differs(book: Book, attributes: Attributes, lag: Lag): boolean {
  if (lag.at - book.writtenAt > lag.length) return false;
  const isOld = (field: Field, actual: unknown, same: Same): boolean =>
    actual !== undefined &&
    !allows(field.now, actual, same) &&
    allows(getPermittedValues(field, lag, same), actual, same);
  return (
    isOld(book.status, attributes['status'], sameStatus) ||
    clientFields.some((name) => isOld(book.fields[name], attributes[name], sameIn(name))) ||
    ('chapters' in attributes && findChapterMismatch(book, attributes['chapters']) !== undefined) ||
    findFilesMismatch(book, attributes['files']) !== undefined
  );
}
