/** Judges the order of the books on a page, and across the border between two pages of a list. */
import type { StatedId } from '../../../contract/requirements.ts';
import { isKnown, type Question } from '../../grounds/index.ts';
import { formatValue, judgeCondition, type Judgement } from '../../views/index.ts';
import { type Book, type ListPage, type SettledItem, type World } from '../../world/index.ts';
import type { ListQuery } from './list-query.ts';
import { isValueOpen } from './listed-books.ts';
import type { ShownItem, ShownPage } from './shown-page.ts';
import { compareKeys, type Direction, findDirection, getSortKey } from './sort-keys.ts';

export function judgeOrder(shown: ShownPage, question: Question): readonly Judgement[] {
  const { sort } = shown.query;
  const { world, call } = question;
  const placedItems = listPlacedItems(shown, question);
  const shownDirection = findItemsDirection(placedItems, sort);
  const requirement = call.query.has('sort') ? 'list.sorted' : 'list.default-sort';
  const knownDirection = world.sortDirections.get(sort);
  const direction = knownDirection ?? (shownDirection === 'neither' ? undefined : shownDirection);
  const difference = {
    expected: `books ${knownDirection ?? 'in one direction'} by ${sort}`,
    actual: formatValue(placedItems.map(({ attributes }) => attributes[sort])),
    pointer: '/data',
  };
  return [
    ...(shownDirection === undefined
      ? []
      : [judgeCondition(shownDirection === direction, requirement, difference)]),
    ...(direction === undefined ? [] : judgeBorder(shown, { direction, requirement }, question)),
  ];
}

/** Returns the direction of a page: `neither` if it is not sorted, undefined if it cannot be known. */
export function readDirection(
  shown: ShownPage,
  question: Question,
): ReturnType<typeof findDirection> {
  return findItemsDirection(listPlacedItems(shown, question), shown.query.sort);
}

function findItemsDirection(items: readonly ShownItem[], sort: string) {
  return findDirection(items.map(({ attributes }) => getSortKey(attributes, sort)));
}

/** Returns the items whose place in the list is not open. */
function listPlacedItems({ items, query }: ShownPage, question: Question): readonly ShownItem[] {
  return items.filter((item) => !isPlaceOpen(item, query.sort, question));
}

/** The field of a book whose value is a sort key. A creation time never changes. */
const fieldBySort: Readonly<Record<string, string>> = { title: 'title', productIdentifier: 'isbn' };

/** True if the sort key of a book may be open: its item and its place in the list may each lag behind a write. */
function isPlaceOpen({ id }: ShownItem, sort: string, question: Question): boolean {
  const name = fieldBySort[sort];
  return name !== undefined && isValueOpen(id, name, question);
}

/**
 * Judges the order of books on two neighbouring pages of one list. Only books of this history count that have not
 * changed since the earlier response. If such a book belonged before one on the first page, then the first page or a
 * page before it would have shown it. If the totals differ, other clients have added or removed books, and the order
 * is not judged.
 */
function judgeBorder(
  shown: ShownPage,
  { direction, requirement }: { readonly direction: Direction; readonly requirement: StatedId },
  question: Question,
): readonly Judgement[] {
  const { query } = shown;
  const previousPage = findNeighbour(shown, question);
  if (previousPage === undefined) return [];
  // A book that was on the previous page has moved.
  const currentItems = findSettledItems(shown, question, previousPage).filter(
    ({ id }) => !previousPage.ids.includes(id),
  );
  const [first, last] =
    previousPage.page < query.page
      ? [previousPage.settledItems, currentItems]
      : [currentItems, previousPage.settledItems];
  const pairs = first.flatMap((item) => last.map((laterItem) => compareItems(item, laterItem)));
  const steps = pairs.filter(({ step }) => step !== 0);
  if (steps.length === 0) return [];
  const wrongStep = steps.find(({ step }) => (direction === 'ascending' ? step > 0 : step < 0));
  return [
    judgeCondition(wrongStep === undefined, requirement, {
      expected: `books ${direction} by ${query.sort} from page to page`,
      actual:
        wrongStep === undefined
          ? ''
          : `${formatValue(wrongStep.item.key)} on the page before ${formatValue(wrongStep.laterItem.key)}`,
      pointer: '/data',
    }),
  ];
}

/** Returns the page of the list that was shown last, if it is next to this one and has the same total. */
export function findNeighbour(
  { query, page }: ShownPage,
  question: Question,
): ListPage | undefined {
  const { lastPages, epoch } = question.world;
  const previousPage = lastPages.get(createPageKey(query, question));
  const isNeighbour =
    previousPage?.epoch === epoch &&
    Math.abs(query.page - previousPage.page) === 1 &&
    page.total === previousPage.total;
  return isNeighbour ? previousPage : undefined;
}

function compareItems(item: SettledItem, laterItem: SettledItem) {
  const isComparable =
    item.key !== undefined && laterItem.key !== undefined && item.id !== laterItem.id;
  return { item, laterItem, step: isComparable ? compareKeys(item.key, laterItem.key) : 0 };
}

/** The number of queries whose pages are remembered, so that the world does not grow with the exchanges. */
const maxQueries = 50;

/** Remembers a page in place of the previous one of its list. */
export function withPage(shown: ShownPage, question: Question): World['lastPages'] {
  const { query, page, items } = shown;
  const { lastPages, epoch } = question.world;
  const now = { sentAt: question.exchange.sentAt, lagTime: question.lagTime };
  const listPage: ListPage = {
    page: query.page,
    total: page.total,
    ...now,
    epoch,
    ids: items.map(({ id }) => id),
    settledItems: findSettledItems(shown, question, now),
  };
  return (lastPages.size < maxQueries ? lastPages : lastPages.clear()).set(
    createPageKey(query, question),
    listPage,
  );
}

function createPageKey({ page: _page, ...query }: ListQuery, { exchange }: Question): string {
  return `${exchange.request.account} ${JSON.stringify(query)}`;
}

/** Returns the items that have not changed since `since`. */
function findSettledItems(
  { items, query }: ShownPage,
  question: Question,
  since: Since,
): readonly SettledItem[] {
  return items.flatMap(({ id, attributes }) => {
    const book = question.world.books.get(id);
    const isSettled = book !== undefined && isKnown(book, question);
    if (!isSettled || hasChanged(book, since, question)) return [];
    return [{ id, key: getSortKey(attributes, query.sort) }];
  });
}

type Since = Pick<ListPage, 'sentAt' | 'lagTime'>;

/** Returns whether a list requested at `since` may have shown another state of the book. */
function hasChanged({ writes, writtenAt }: Book, since: Since, { world }: Question): boolean {
  const isRecent = since.lagTime - writtenAt <= world.options.lag;
  return isRecent || writes.some(({ answeredAt }) => answeredAt > since.sentAt);
}
