/** Finds responses that show a book as it was before a write, which is permitted only within the lag. */
import { isKnown, type Question } from '../grounds/index.ts';
import type { JudgedPage } from '../operations/index.ts';
import {
  findChapterMismatch,
  findFilesMismatch,
  getGoneState,
  getPermittedValues,
  type View,
} from '../views/index.ts';
import { readBook } from '../responses.ts';
import {
  allows,
  getField,
  getOnlyValue,
  getComparison,
  isSameStatus,
  type Book,
  type Field,
  type IsSame,
} from '../world/index.ts';

type Lag = NonNullable<View['lag']>;

/** Returns whether a lookup or a list shows an older state of a book of this history, or an older order. */
export function showsOlderState(question: Question, list: JudgedPage | undefined): boolean {
  const { call, exchange, world, lagTime } = question;
  const lag = { at: lagTime, length: world.options.lag };
  if (call.operation === 'listBooks') {
    if (list?.isOrderLate === true) return true;
    return (list?.items ?? []).some(({ id, attributes }) => isOlder(id, attributes));
  }
  const shown = call.operation === 'lookUpBook' ? readBook(exchange.response?.body) : undefined;
  if (shown === undefined) return false;
  return isOlder(shown.id, shown.attributes) || isFormerId(shown.id);

  /** Returns whether the book no longer has the external id of the lookup. */
  function isFormerId(id: string): boolean {
    const book = world.books.get(id);
    if (book === undefined || !isKnown(book, question)) return false;
    const { current, changedAt } = getField(book, 'externalId');
    const known = getOnlyValue(current);
    if (known === undefined || lag.at - changedAt > lag.length) return false;
    const requestedId = call.externalId?.toLowerCase();
    return typeof known.value !== 'string' || known.value.toLowerCase() !== requestedId;
  }

  function isOlder(id: string, attributes: View['attributes']): boolean {
    const book = world.books.get(id);
    if (getGoneState(id, question) === 'lags') return true;
    return book !== undefined && isKnown(book, question) && differs(book, attributes, lag);
  }
}

function differs(book: Book, attributes: View['attributes'], lag: Lag): boolean {
  if (lag.at - book.writtenAt > lag.length) return false;
  const isOld = (field: Field, actual: unknown, isSame: IsSame): boolean =>
    actual !== undefined &&
    !allows(field.current, actual, isSame) &&
    allows(getPermittedValues(field, lag, isSame), actual, isSame);
  return (
    isOld(book.status, attributes['status'], isSameStatus) ||
    Object.entries(book.fields).some(([name, field]) =>
      isOld(field, attributes[name], getComparison(name)),
    ) ||
    ('chapters' in attributes && findChapterMismatch(book, attributes['chapters']) !== undefined) ||
    findFilesMismatch(book, attributes['files']) !== undefined
  );
}
