/** Combines a call with everything that may decide which responses to it are right. */
import { isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { type Call, findOperation, getWrittenBookId } from '../call.ts';
import { type CallInFlight, getSentJson, type ObservedExchange } from '../exchange.ts';
import { type Book, withoutState, type World } from '../world/index.ts';

export interface Question {
  readonly world: World;
  readonly exchange: ObservedExchange;
  readonly call: Call;
  /** The addressed book, if anything is known of it. */
  readonly book: Book | undefined;
  /** True if another call may have changed the book, or a book with the requested external id, in the meantime. */
  readonly isDisturbed: boolean;
  /** The time of the response by the service's clock, in epoch milliseconds. */
  readonly now: number;
  /** The time by the service's clock at which the call was sent. The service may have handled it at any time since. */
  readonly sentAt: number;
  /** True if `now` comes from a `Date` header. Otherwise it is the observer's time. */
  readonly clockIsKnown: boolean;
  /** The time on the clock that measures lag. */
  readonly lagTime: number;
}

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
  const possibleBooks = [...(book === undefined ? [] : [book]), ...holders];
  return {
    world,
    exchange,
    call,
    book,
    isDisturbed: possibleBooks.some((possible) => isDisturbed(possible, { exchange, call })),
    now,
    sentAt: now - (exchange.answeredAt - exchange.sentAt),
    clockIsKnown: date !== undefined || world.clockOffset !== undefined,
    lagTime,
  };
}

/** Returns the time of the `Date` header in epoch milliseconds; undefined if there is none. */
export function readServiceTime({ response }: ObservedExchange): number | undefined {
  const time = Date.parse(response?.headers['date'] ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** Recorded times are truncated to milliseconds, so calls in a row may seem to overlap by less. */
const clockResolution = 1;

/** Returns whether another call on the same book overlapped with this one. Attaches of different files do not count. */
export function isDisturbed(
  book: Book,
  { exchange, call }: Pick<Question, 'exchange' | 'call'>,
): boolean {
  const isAttach = call.operation === 'attachFile';
  const overlapsWrite = book.writes.some(({ answeredAt, attachedFileId }) => {
    const isOtherAttach =
      isAttach && attachedFileId !== undefined && attachedFileId !== call.fileId;
    return answeredAt >= exchange.sentAt + clockResolution && !isOtherAttach;
  });
  const overlapsCallInFlight = (exchange.inFlight ?? []).some((otherCall) => {
    const isOtherAttach = isAttach && attachesOtherFile(otherCall, call.fileId);
    return getWrittenBookId(otherCall) === book.id && !isOtherAttach;
  });
  return overlapsWrite || overlapsCallInFlight;
}

/** Returns whether a create overlaps with the call that the monitor has not judged yet. */
export function hasCreateInFlight({ exchange }: Pick<Question, 'exchange'>): boolean {
  return (exchange.inFlight ?? []).some((call) => findOperation(call) === 'createBook');
}

function attachesOtherFile({ path }: CallInFlight, fileId = ''): boolean {
  return path.endsWith('/attach') && !path.toLowerCase().includes(fileId);
}

/** Returns the fields of a JSON body; undefined if it is not an object. */
export function readSentFields({ call }: Question): JsonObject | undefined {
  const value = getSentJson(call);
  return isObject(value) ? value : undefined;
}
