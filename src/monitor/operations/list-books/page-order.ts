/** Judges the order of the books on a page. */
import type { StatedId } from '../../../contract/requirements.ts';
import { isDisturbed, type Question } from '../../grounds/index.ts';
import {
  formatValue,
  getPermittedValues,
  judgeCondition,
  type Judgement,
} from '../../views/index.ts';
import { getComparison, getField, getOnlyValue } from '../../world/index.ts';
import type { ShownItem } from './list-border.ts';
import { type Direction, findDirection, getSortKey } from './list-order.ts';
import type { ListQuery } from './list-query.ts';

interface Order {
  readonly judgements: readonly Judgement[];
  /** The direction of this sort key; undefined if it is not known. */
  readonly direction: Direction | undefined;
  readonly requirement: StatedId;
}

export function judgeOrder(
  items: readonly ShownItem[],
  { sort }: ListQuery,
  question: Question,
): Order {
  const { world, call } = question;
  const settledItems = items.filter((item) => !isPlaceOpen(item, sort, question));
  const direction = findDirection(settledItems.map((item) => getSortKey(item, sort)));
  const requirement = call.query.has('sort') ? 'list.sorted' : 'list.default-sort';
  const knownDirection = world.sortDirections.get(sort);
  const isRight = (found: typeof direction): boolean =>
    found === undefined ||
    (found !== 'neither' && (knownDirection === undefined || knownDirection === found));
  if (direction === undefined) {
    return { judgements: [], direction: knownDirection, requirement };
  }
  const keys = settledItems.map(({ attributes }) => attributes[sort]);
  return {
    requirement,
    direction: direction === 'neither' ? knownDirection : (knownDirection ?? direction),
    judgements: [
      judgeCondition(isRight(direction), requirement, {
        expected: `books ${knownDirection ?? 'in one direction'} by ${sort}`,
        actual: formatValue(keys),
        pointer: '/data',
      }),
    ],
  };
}

/** The field of a book whose value is a sort key. A creation time never changes. */
const fieldBySort: Readonly<Record<string, string>> = { title: 'title', productIdentifier: 'isbn' };

/** True if the sort key of a book changed a short time ago: its item and its place in the list may each lag behind. */
function isPlaceOpen({ id }: ShownItem, sort: string, question: Question): boolean {
  const { world, lagTime } = question;
  const book = world.books.get(id);
  const name = fieldBySort[sort];
  if (book === undefined || name === undefined || book.epoch !== world.epoch) return false;
  if (isDisturbed(book, question)) return true;
  const field = getField(book, name);
  const lag = { at: lagTime, length: world.options.lag };
  if (field.previous === undefined || lag.at - field.changedAt > lag.length) return false;
  return getOnlyValue(getPermittedValues(field, lag, getComparison(name))) === undefined;
}
