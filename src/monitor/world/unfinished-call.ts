/** Calls without a verdict of the service, such as a 504: they may take effect after other calls were answered. */
import type { Book } from './book.ts';
import type { UnfinishedCall, UnfinishedCalls, World } from './world.ts';

/** Adds a call that may take effect later than its response. */
export function withUnfinishedCall(world: World, book: Book, call: UnfinishedCall): World {
  const { calls } = world.unfinishedCalls.get(book.id) ?? { calls: [] };
  const unfinished = { calls: [...calls, call], applied: book };
  return { ...world, unfinishedCalls: world.unfinishedCalls.set(book.id, unfinished) };
}

/**
 * Returns the world in which each unfinished call may have taken effect since the last exchange, without those that no
 * longer can.
 * @param sentAt when the next call was sent, by the observer's clock
 */
export function repeatUnfinishedCalls(world: World, sentAt: number): World {
  return world.unfinishedCalls.entrySeq().reduce((current, [id, { calls, applied }]) => {
    const book = repeatCalls(current, id, { calls, applied });
    const remainingCalls = calls.filter(({ until }) => sentAt <= until);
    const { unfinishedCalls } = current;
    return {
      ...current,
      books: book === undefined ? current.books : current.books.set(id, book),
      unfinishedCalls:
        book === undefined || remainingCalls.length === 0
          ? unfinishedCalls.delete(id)
          : unfinishedCalls.set(id, { calls: remainingCalls, applied: book }),
    };
  }, world);
}

function repeatCalls(
  world: World,
  id: string,
  { calls, applied }: UnfinishedCalls,
): Book | undefined {
  const book = world.books.get(id);
  if (book === undefined || book === applied) return book;
  // Twice, so that any two calls may take effect in either order.
  const allOrders = [...calls, ...(calls.length > 1 ? calls : [])];
  return allOrders.reduce((changedBook, { repeat }) => repeat(changedBook, world), book);
}
