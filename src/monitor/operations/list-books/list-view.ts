/** Compares a page of the list with the books that are known. */
import { readFields } from '../../../contract/fields.ts';
import type { StatedId } from '../../../contract/requirements.ts';
import { isForeign, isKnown, type Question } from '../../grounds/index.ts';
import {
  conforms,
  describePermitted,
  drifts,
  formatValue,
  getPermittedValues,
  judgeGone,
  judgeLeftBehind,
  type Judgement,
  noVerdicts,
  readChangeWithoutCall,
  readStatusHabits,
  type Verdicts,
} from '../../views/index.ts';
import { allows, type Book, existence, getComparison } from '../../world/index.ts';
import { readItemAnswers, readMissingBooks } from './list-answers.ts';
import {
  judgeEnvelope,
  type ListEnvelope,
  readLinkAnswers,
  readEmptyEnd,
  readPageBeyond,
} from './list-envelope.ts';
import { judgeFilters } from './list-filters.ts';
import { judgeOrder } from './list-order.ts';
import { readOverlap } from './list-overlap.ts';
import type { ListQuery } from './list-query.ts';
import { judgeClock, judgeCreationTime } from './list-times.ts';
import { countRecentBooks, maxBooks, mustBeListed } from './listed-books.ts';
import { readShownPage, type ShownItem, type ShownPage } from './shown-page.ts';

/** Judges a page, unless its query may be refused. */
export function judgeList(question: Question): Verdicts {
  const shown = readShownPage(question);
  if (shown === undefined) return noVerdicts;
  const { page, query, sentQuery, items } = shown;
  const holdsAll = query.page === 1 && page.lastPage <= 1 && items.length === page.total;
  const ids = new Set(items.map(({ id }) => id));
  return {
    readings: [
      ...readLinkAnswers(page, query),
      ...readPageBeyond(page, sentQuery),
      ...readEmptyEnd(page),
      ...readOverlap(shown, question),
      ...items.flatMap((item) => readItemAnswers(item, question)),
      ...(holdsAll ? readMissingBooks(ids, query, question) : []),
    ],
    judgements: [
      ...judgeEnvelope(page, query),
      ...judgeFilters(items, query, question),
      ...judgeOrder(shown, question),
      ...judgeRepeats(items),
      ...judgeOwners(items, question),
      ...judgeCount(page, query, question),
      ...(holdsAll ? judgeCompleteness(ids, query, question) : []),
      ...items.flatMap((item) => judgeItem(item, question)),
    ],
  };
}

function judgeRepeats(items: readonly ShownItem[]): readonly Judgement[] {
  const ids = items.map(({ id }) => id);
  const repeatedIndex = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (repeatedIndex < 0) return [];
  const pointer = `/data/${repeatedIndex}/id`;
  const expected = 'every book once';
  return [drifts('list.walk', { expected, actual: `${ids[repeatedIndex]} twice`, pointer })];
}

/** A list shows only books of the caller's account. */
function judgeOwners(items: readonly ShownItem[], question: Question): readonly Judgement[] {
  const foreignItem = items.find(({ id }) => {
    const book = question.world.books.get(id);
    return book !== undefined && isForeign(book, question);
  });
  if (foreignItem === undefined) return [];
  const expected = 'no book of another account';
  const pointer = `/data/${foreignItem.index}/id`;
  return [drifts('account.hides-books', { expected, actual: foreignItem.id, pointer })];
}

/** Returns how many books a page has if the total is right. */
function countOnPage(total: number, { page, perPage }: ListQuery): number {
  return Math.max(0, Math.min(perPage, total - (page - 1) * perPage));
}

/** Returns whether the number of items does not agree with the total. Both may lag behind a write. */
export function isMiscounted({ page, query }: ShownPage, question: Question): boolean {
  const difference = page.items.length - countOnPage(page.total, query);
  return Math.abs(difference) > countRecentBooks(question);
}

function countBooks(count: number): string {
  return `${count} ${count === 1 ? 'book' : 'books'}`;
}

/** One wrong count may come from another client's write at the same time. Two in a row are the service's. */
function judgeCount(
  { total, items }: ListEnvelope,
  query: ListQuery,
  { world, exchange }: Question,
): readonly Judgement[] {
  const count = countOnPage(total, query);
  if (items.length === count || !world.miscountedAccounts.has(exchange.request.account)) return [];
  const expected = `${countBooks(count)} on this page, as the total of ${total} says`;
  // Either the total or the page is wrong, so no place is.
  return [drifts('list.walk', { expected, actual: countBooks(items.length) })];
}

/**
 * Returns a drift for the first missing book. Without one, the requirement conforms if any book had to be listed.
 * @param ids the ids on the only page
 */
function judgeCompleteness(
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
    // A refused delete may have removed it.
    const cause = book.claims.findLast(({ field }) => field === existence)?.requirement;
    const difference = { expected, actual: 'not listed', pointer: '/data' };
    return [drifts(cause ?? 'list.shows-created', difference)];
  }
  return requiredCount === 0 ? [] : [conforms('list.shows-created', 'every book that matches')];
}

function judgeItem(item: ShownItem, question: Question): readonly Judgement[] {
  const book = question.world.books.get(item.id);
  const { attributes, index } = item;
  if (book === undefined)
    return judgeLeftBehind({ attributes, pointer: `/data/${index}` }, question);
  if (!isKnown(book, question)) return judgeGone(item.id, `/data/${index}/id`, question);
  const habits = readStatusHabits(question);
  // The fields that an item and the full book have in common.
  const sharedFields = Object.entries({ ...book.fields, status: book.status }).filter(([name]) =>
    readFields().item.all.includes(name),
  );
  const wrongFields = sharedFields.flatMap(([name, field]) => {
    const permitted = getPermittedValues(field, habits.lag, getComparison(name));
    const isForSchema = !(name in attributes) && readFields().item.required.includes(name);
    const isRight =
      isForSchema ||
      allows(permitted, attributes[name] ?? null, getComparison(name)) ||
      (name === 'status' && readChangeWithoutCall(book, attributes[name], habits) !== undefined);
    return isRight ? [] : [{ name, permitted }];
  });
  const judgements =
    wrongFields.length === 0
      ? [conforms('list.agrees-with-book', 'what is known of the book')]
      : wrongFields.map(({ name, permitted }) =>
          drifts(findRefusedCause(book, name, attributes[name]) ?? 'list.agrees-with-book', {
            expected: `${name}: ${describePermitted(permitted)}`,
            actual: formatValue(attributes[name]),
            pointer: `/data/${index}/attributes/${name}`,
          }),
        );
  return [
    ...judgements,
    ...judgeCreationTime(book, item, question),
    ...judgeClock(book, item, question),
  ];
}

/**
 * Returns the requirement of a refused call that wrote the value all the same, if a list is the first response to show
 * it. A status or a format proves nothing, because there are so few of them.
 */
function findRefusedCause({ claims }: Book, name: string, value: unknown): StatedId | undefined {
  if (name === 'status' || name === 'format') return undefined;
  return claims.findLast(
    ({ field, refusedValue }) =>
      field === name && refusedValue !== undefined && getComparison(name)(refusedValue, value),
  )?.requirement;
}
