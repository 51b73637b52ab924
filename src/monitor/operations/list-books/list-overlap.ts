/** Finds books that two neighbouring pages of one list show. */
import { findOperation } from '../../call.ts';
import type { Question } from '../../grounds/index.ts';
import type { ObservedReading } from '../../views/index.ts';
import type { ListPage } from '../../world/index.ts';
import { findNeighbour } from './list-order.ts';
import { getChangeTime, maxBooks } from './listed-books.ts';
import type { ShownItem, ShownPage } from './shown-page.ts';

/**
 * Returns whether two neighbouring pages show a book twice although no known call has moved a book in the list meanwhile.
 * Another client may have moved one, and the list may show an earlier move late, so that this breaks nothing.
 */
export function readOverlap(shown: ShownPage, question: Question): readonly ObservedReading[] {
  const neighbour = findNeighbour(shown, question);
  if (neighbour === undefined || mayHaveMoved(neighbour.lagTime, question)) return [];
  const silence = 'list.overlap';
  const twice = shown.items.find(
    (item) => neighbour.ids.includes(item.id) && hasOwnPlace(item, shown, neighbour),
  );
  if (twice === undefined) return [{ silence, reading: 'no' }];
  const difference = {
    expected: 'every book on one page',
    actual: `${twice.id} on pages ${neighbour.page} and ${shown.query.page}`,
    pointer: `/data/${twice.index}/id`,
  };
  return [{ silence, reading: 'yes', difference }];
}

/** Returns whether a call of this history may have moved a book in a list since a time on the clock that measures lag. */
function mayHaveMoved(since: number, { world, exchange }: Question): boolean {
  const isBeingMoved = (exchange.inFlight ?? []).some((call) =>
    movingOperations.includes(findOperation(call) ?? ''),
  );
  return (
    isBeingMoved ||
    world.books.size > maxBooks ||
    world.books.count((book) => getChangeTime(book, ...movingFields) >= since) > 0
  );
}

const movingOperations: readonly string[] = ['createBook', 'updateBook', 'deleteBook'];
const movingFields = ['title', 'isbn', 'format', 'language'];

/** Ignores all that a collation may ignore. */
const collator = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });

/**
 * Returns whether no book near an item can change places with it from page to page, as books with equal sort keys may.
 * Creation times are often equal.
 */
function hasOwnPlace(
  { id, attributes }: ShownItem,
  shown: ShownPage,
  neighbour: ListPage,
): boolean {
  const { sort } = shown.query;
  const text = attributes[sort];
  if (typeof text !== 'string' || sort === 'createdAt') return false;
  const others = [
    ...shown.items.map((item) => ({ id: item.id, key: item.attributes[sort] })),
    ...neighbour.settledItems,
  ];
  return others.every(
    ({ id: other, key }) =>
      other === id || typeof key !== 'string' || collator.compare(text, key) !== 0,
  );
}
