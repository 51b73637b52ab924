/** Combines a call with everything that may decide which responses to it are right. */
import type { Call } from './call.ts';
import type { ObservedExchange } from './exchange.ts';
import { isDisturbed } from './effects/index.ts';
import type { Question } from './expectations/index.ts';
import { mustReachPage } from './listed-books.ts';
import { withoutState, type World } from './world/index.ts';

export function createQuestion(world: World, exchange: ObservedExchange, call: Call): Question {
  const date = readServiceTime(exchange);
  const now = date ?? exchange.answeredAt + (world.clockOffset ?? 0);
  const lagTime = world.options.lagBy === 'service' ? now : exchange.answeredAt;
  const knownBook = call.bookId === undefined ? undefined : world.books.get(call.bookId);
  const isOutdated = knownBook !== undefined && knownBook.epoch !== world.epoch;
  const book = isOutdated ? withoutState(knownBook, lagTime) : knownBook;
  const holderIds =
    call.externalId === undefined ? [] : (world.externalIds.get(call.externalId) ?? []);
  const holders = [...holderIds].flatMap((id) => world.books.get(id) ?? []);
  const question: Question = {
    world,
    exchange,
    call,
    book,
    isDisturbed: [...(book === undefined ? [] : [book]), ...holders].some((candidate) =>
      isDisturbed(candidate, { exchange, call }),
    ),
    now,
    clockIsKnown: date !== undefined || world.clockOffset !== undefined,
    lagTime,
    pageMustExist: false,
  };
  return call.operation === 'listBooks'
    ? { ...question, pageMustExist: mustReachPage(question) }
    : question;
}

/** Returns the time of the `Date` header in epoch milliseconds; undefined if there is none. */
export function readServiceTime({ response }: ObservedExchange): number | undefined {
  const time = Date.parse(response?.headers['date'] ?? '');
  return Number.isNaN(time) ? undefined : time;
}
