/** A call with everything that may decide which responses to it are right. */
import type { Call } from '../call.ts';
import type { ObservedExchange } from '../exchange.ts';
import type { Book, World } from '../world/index.ts';

export interface Question {
  readonly world: World;
  readonly exchange: ObservedExchange;
  readonly call: Call;
  /** The addressed book, if anything is known of it. */
  readonly book: Book | undefined;
  /** True if another call may have changed the book, or a book with the requested external id, in the meantime. */
  readonly isDisturbed: boolean;
  /** The time by the service's clock, in epoch milliseconds. */
  readonly now: number;
  /** True if `now` comes from a `Date` header. Otherwise it is the observer's time. */
  readonly clockIsKnown: boolean;
  /** The time on the clock that measures lag. */
  readonly lagTime: number;
  /** True for a list if the books that it must contain reach the requested page, which is not the first. */
  readonly pageMustExist: boolean;
}
