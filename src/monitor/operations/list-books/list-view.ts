/** Compares a page of the list with the books that are known. */
import { readFields } from '../../../contract/fields.ts';
import { isObject } from '../../../contract/json-pointer.ts';
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
  type ObservedReading,
  readChangeWithoutCall,
  readStatusHabits,
} from '../../views/index.ts';
import { allows, type Book, existence, getComparison } from '../../world/index.ts';
import { readItemAnswers, readMissingBooks } from './list-answers.ts';
import {
  getShownQuery,
  judgeEnvelope,
  type ListEnvelope,
  readLinkAnswers,
  readPage,
  readEmptyEnd,
  readPageBeyond,
} from './list-envelope.ts';
import { judgeFilters } from './list-filters.ts';
import { judgeOrder, type ShownItem } from './list-order.ts';
import { readOverlap } from './list-overlap.ts';
import { type ListQuery, readListQuery } from './list-query.ts';
import { judgeClock, judgeCreationTime } from './list-times.ts';
import { countRecentBooks, maxBooks, mustBeListed } from './listed-books.ts';
import type { Direction } from './sort-keys.ts';

export interface JudgedPage {
  readonly judgements: readonly Judgement[];
  readonly readings: readonly ObservedReading[];
  readonly page: ListEnvelope;
  readonly query: ListQuery;
  readonly items: readonly ShownItem[];
  readonly direction: Direction | undefined;
  /** True if the number of items does not agree with the total. */
  readonly isMiscounted: boolean;
}

/** Judges a page; undefined if the body has another form, or if the query may be refused. */
export function judgeList(question: Question): JudgedPage | undefined {
  const page = readPage(question.exchange.response?.body);
  const sentQuery = readListQuery(question.call.query);
  if (page === undefined || sentQuery === undefined) return undefined;
  const query = getShownQuery(page, sentQuery);
  const items = readItems(page);
  // Books and total may each lag behind a write.
  const isMiscounted =
    Math.abs(page.items.length - countOnPage(page.total, query)) > countRecentBooks(question);
  const holdsAll = query.page === 1 && page.lastPage <= 1 && items.length === page.total;
  const ids = new Set(items.map(({ id }) => id));
  const order = judgeOrder({ page, query, items }, question);
  return {
    page,
    query,
    items,
    isMiscounted,
    direction: order.direction,
    readings: [
      ...readLinkAnswers(page, query),
      ...readPageBeyond(page, sentQuery),
      ...readEmptyEnd(page),
      ...readOverlap({ page, query, items }, question),
      ...items.flatMap((item) => readItemAnswers(item, question)),
      ...(holdsAll ? readMissingBooks(ids, query, question) : []),
    ],
    judgements: [
      ...judgeEnvelope(page, query),
      ...judgeFilters(items, query, question),
      ...order.judgements,
      ...judgeRepeats(items),
      ...judgeOwners(items, question),
      ...judgeCount(page, query, question),
      ...(holdsAll ? judgeCompleteness(ids, query, question) : []),
      ...items.flatMap((item) => judgeItem(item, question)),
    ],
  };
}

function readItems({ items }: ListEnvelope): readonly ShownItem[] {
  return items.flatMap((item, index) => {
    if (!isObject(item) || typeof item['id'] !== 'string') return [];
    const attributes = isObject(item['attributes']) ? item['attributes'] : {};
    return [{ id: item['id'].toLowerCase(), attributes, index }];
  });
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
  const { world, lagTime } = question;
  const book = world.books.get(item.id);
  const { attributes, index } = item;
  if (book === undefined)
    return judgeLeftBehind({ attributes, pointer: `/data/${index}` }, question);
  if (!isKnown(book, question)) return judgeGone(item.id, `/data/${index}/id`, question);
  const lag = { at: lagTime, length: world.options.lag };
  const habits = readStatusHabits(question);
  // The fields that an item and the full book have in common.
  const sharedFields = Object.entries({ ...book.fields, status: book.status }).filter(([name]) =>
    readFields().item.all.includes(name),
  );
  const wrongFields = sharedFields.flatMap(([name, field]) => {
    const permitted = getPermittedValues(field, lag, getComparison(name));
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
