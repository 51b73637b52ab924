/** Puts a call together with everything that may decide how it is answered. */
import type { Call } from './call.ts';
import type { ObservedExchange } from './exchange.ts';
import { isDisturbed } from './effects/index.ts';
import type { Question } from './expectations/index.ts';
import type { World } from './world/index.ts';

export function questionFor(world: World, exchange: ObservedExchange, call: Call): Question {
  const date = serviceTime(exchange);
  const book = call.bookId === undefined ? undefined : world.books.get(call.bookId);
  const now = date ?? exchange.answeredAt + (world.clockOffset ?? 0);
  const late = exchange.answeredAt < world.latest && exchange.sentAt < world.latest - outOfOrder;
  return {
    world,
    exchange,
    call,
    book,
    disturbed: late || (book !== undefined && isDisturbed(book, { exchange, call })),
    now,
    clockIsKnown: date !== undefined || world.clockOffset !== undefined,
    lagTime: world.options.lagBy === 'service' ? now : exchange.answeredAt,
  };
}

/** An exchange that comes this much too late in the history, in milliseconds, is out of order. */
const outOfOrder = 60_000;

/** The time of the `Date` header, epoch milliseconds; undefined if there is none. */
export function serviceTime({ response }: ObservedExchange): number | undefined {
  const time = Date.parse(response?.headers['date'] ?? '');
  return Number.isNaN(time) ? undefined : time;
}
