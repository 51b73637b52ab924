/** Judges the order of books across the border between two pages of a list. */
import type { JsonObject } from '../../../contract/json-pointer.ts';
import type { StatedId } from '../../../contract/requirements.ts';
import { isKnown, type Question } from '../../grounds/index.ts';
import { formatValue, judgeCondition, type Judgement } from '../../views/index.ts';
import type { Book, ListPage, SettledItem, World } from '../../world/index.ts';
import type { ListEnvelope } from './list-envelope.ts';
import { compareKeys, type Direction, getSortKey } from './list-order.ts';
import type { ListQuery } from './list-query.ts';

/** A book on a page. */
export interface ShownItem {
  readonly id: string;
  readonly attributes: JsonObject;
  readonly index: number;
}

/** A page, with the direction of its list. */
interface BorderedPage {
  readonly items: readonly ShownItem[];
  readonly query: ListQuery;
  readonly total: number;
  readonly direction: Direction | undefined;
  /** The requirement that orders the list. */
  readonly requirement: StatedId;
}

/**
 * Judges the order of books on two neighbouring pages of one list. Only books of this history count that have not
 * changed since the earlier response. If such a book belonged before one on the first page, then the first page or a
 * page before it would have shown it. If the totals differ, other clients have added or removed books, and the order
 * is not judged.
 */
export function judgeBorder(page: BorderedPage, question: Question): readonly Judgement[] {
  const { query, total, direction, requirement } = page;
  const previousPage = question.world.lastPages.get(createPageKey(query, question));
  if (previousPage === undefined || direction === undefined) return [];
  const isNeighbour =
    Math.abs(query.page - previousPage.page) === 1 && total === previousPage.total;
  if (!isNeighbour || previousPage.epoch !== question.world.epoch) return [];
  // A book that was on the previous page has moved.
  const currentItems = findSettledItems(page, question, previousPage).filter(
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

function compareItems(item: SettledItem, laterItem: SettledItem) {
  const isComparable =
    item.key !== undefined && laterItem.key !== undefined && item.id !== laterItem.id;
  return { item, laterItem, step: isComparable ? compareKeys(item.key, laterItem.key) : 0 };
}

/** The number of queries whose pages are remembered, so that the world does not grow with the exchanges. */
const maxQueries = 50;

/** Remembers a page in place of the previous one of its list. */
export function withPage(
  { query, page, items }: Pick<BorderedPage, 'query' | 'items'> & { readonly page: ListEnvelope },
  question: Question,
): World['lastPages'] {
  const { lastPages, epoch } = question.world;
  const now = { sentAt: question.exchange.sentAt, lagTime: question.lagTime };
  const listPage: ListPage = {
    page: query.page,
    total: page.total,
    ...now,
    epoch,
    ids: items.map(({ id }) => id),
    settledItems: findSettledItems({ items, query }, question, now),
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
  { items, query }: Pick<BorderedPage, 'items' | 'query'>,
  question: Question,
  since: Since,
): readonly SettledItem[] {
  return items.flatMap(({ id, attributes }) => {
    const book = question.world.books.get(id);
    const isSettled = book !== undefined && isKnown(book, question);
    if (!isSettled || hasChanged(book, since, question)) return [];
    return [{ id, key: getSortKey({ attributes }, query.sort) }];
  });
}

type Since = Pick<ListPage, 'sentAt' | 'lagTime'>;

/** Returns whether a list requested at `since` may have shown another state of the book. */
function hasChanged({ writes, writtenAt }: Book, since: Since, { world }: Question): boolean {
  const isRecent = since.lagTime - writtenAt <= world.options.lag;
  return isRecent || writes.some(({ answeredAt }) => answeredAt > since.sentAt);
}
