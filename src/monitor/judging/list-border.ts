/** Compares a page of a list with the page before it, across their border. */
import type { StatedId } from '../../contract/requirements.ts';
import type { Question } from '../expectations/index.ts';
import {
  mostQueries,
  type Book,
  type ListPage,
  type ListPages,
  type SettledItem,
} from '../world/index.ts';
import type { Page } from './list-envelope.ts';
import { compareKeys, sortKeyOf, type Direction } from './list-order.ts';
import { isKnown } from './known-book.ts';
import type { ListQuery } from './list-query.ts';
import { judgeCondition, formatValue, type Finding } from './verdicts.ts';

/** A book on a page. */
export interface ShownItem {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly index: number;
}

/** The page to compare, with the direction that its list runs in. */
export interface BorderedPage {
  readonly items: readonly ShownItem[];
  readonly query: ListQuery;
  readonly total: number;
  readonly direction: Direction | undefined;
  /** The requirement that orders the list. */
  readonly requirement: StatedId;
}

/**
 * Judges the order of books on two neighbouring pages of one list. Only books of this history count
 * that did not change since before the first of the two was seen. If such a book belonged before one
 * that the first page shows, the first page would have shown it as well, or a page before that.
 * Books of others may come and go meanwhile; then the totals differ, and nothing is said.
 */
export function judgeBorder(page: BorderedPage, question: Question): readonly Finding[] {
  const { query, total, direction, requirement } = page;
  const before = question.world.pages.get(keyOf(query, question));
  if (before === undefined || direction === undefined) return [];
  const isNeighbour = Math.abs(query.page - before.page) === 1 && total === before.total;
  if (!isNeighbour || before.epoch !== question.world.epoch) return [];
  const fresh = settledItems(page, question, { since: before, elsewhere: before.ids });
  const [first, last] =
    before.page < query.page ? [before.settled, fresh] : [fresh, before.settled];
  const pairs = first.flatMap((one) => last.map((other) => stepBetween(one, other)));
  const steps = pairs.filter(({ step }) => step !== 0);
  if (steps.length === 0) return [];
  const wrong = steps.find(({ step }) => (direction === 'ascending' ? step > 0 : step < 0));
  return [
    judgeCondition(wrong === undefined, requirement, {
      expected: `books ${direction} by ${query.sort} from page to page`,
      actual:
        wrong === undefined
          ? ''
          : `${formatValue(wrong.one.key)} on the page before ${formatValue(wrong.other.key)}`,
      pointer: '/data',
    }),
  ];
}

function stepBetween(one: SettledItem, other: SettledItem) {
  const comparable = one.key !== undefined && other.key !== undefined && one.id !== other.id;
  return { one, other, step: comparable ? compareKeys(one.key, other.key) : 0 };
}

/** Remembers a page, in place of the last one of its list. */
export function withPage(
  { query, page, items }: Pick<BorderedPage, 'query' | 'items'> & { readonly page: Page },
  question: Question,
): ListPages {
  const { pages, epoch } = question.world;
  const now = { sentAt: question.exchange.sentAt, lagTime: question.lagTime };
  const seen: ListPage = {
    page: query.page,
    total: page.total,
    ...now,
    epoch,
    ids: items.map(({ id }) => id),
    settled: settledItems({ items, query }, question, { since: now, elsewhere: [] }),
  };
  return (pages.size < mostQueries ? pages : pages.clear()).set(keyOf(query, question), seen);
}

function keyOf({ page: _page, ...query }: ListQuery, { exchange }: Question): string {
  return `${exchange.request.account} ${JSON.stringify(query)}`;
}

/**
 * Returns the items that did not change since `since`.
 * @param elsewhere ids that were on the previous page and so have moved
 */
function settledItems(
  { items, query }: Pick<BorderedPage, 'items' | 'query'>,
  question: Question,
  { since, elsewhere }: { since: Since; elsewhere: readonly string[] },
): readonly SettledItem[] {
  return items.flatMap(({ id, attributes }) => {
    const book = question.world.books.get(id);
    const isSettled = book !== undefined && isKnown(book, question);
    if (!isSettled || elsewhere.includes(id) || hasChanged(book, since, question)) return [];
    return [{ id, key: sortKeyOf({ attributes }, query.sort) }];
  });
}

type Since = Pick<ListPage, 'sentAt' | 'lagTime'>;

/** True if a list that was asked for then may have shown another state of the book. */
function hasChanged({ writes, writtenAt }: Book, since: Since, { world }: Question): boolean {
  const isRecent = since.lagTime - writtenAt <= world.options.lag;
  return isRecent || writes.some(({ answeredAt }) => answeredAt > since.sentAt);
}
