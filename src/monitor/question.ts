/** Puts a call together with everything that may decide how it is answered. */
import type { Call } from './call.ts';
import type { ObservedExchange } from './exchange.ts';
import { isDisturbed } from './effects/index.ts';
import type { Question } from './expectations/index.ts';
import { withoutState, type World } from './world/index.ts';

export function questionFor(world: World, exchange: ObservedExchange, call: Call): Question {
  const date = serviceTime(exchange);
  const now = date ?? exchange.answeredAt + (world.clockOffset ?? 0);
  const lagTime = world.options.lagBy === 'service' ? now : exchange.answeredAt;
  const stored = call.bookId === undefined ? undefined : world.books.get(call.bookId);
  const stale = stored !== undefined && stored.epoch !== world.epoch;
  const book = stale ? withoutState(stored, lagTime) : stored;
  return {
    world,
    exchange,
    call,
    book,
    disturbed: book !== undefined && isDisturbed(book, { exchange, call }),
    now,
    clockIsKnown: date !== undefined || world.clockOffset !== undefined,
    lagTime,
  };
}

/** The time of the `Date` header, epoch milliseconds; undefined if there is none. */
export function serviceTime({ response }: ObservedExchange): number | undefined {
  const time = Date.parse(response?.headers['date'] ?? '');
  return Number.isNaN(time) ? undefined : time;
}
