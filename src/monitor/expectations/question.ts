/** One call with everything that may decide how it is answered. */
import type { Call } from '../call.ts';
import type { ObservedExchange } from '../exchange.ts';
import type { Book, World } from '../world/index.ts';

export interface Question {
  readonly world: World;
  readonly exchange: ObservedExchange;
  readonly call: Call;
  /** The addressed book, if anything is known of it. */
  readonly book: Book | undefined;
  /** True if another call may have changed that book meanwhile, so that its state is not known. */
  readonly disturbed: boolean;
  /** The service's clock, epoch milliseconds, and whether its `Date` header says so. */
  readonly now: number;
  readonly clockIsKnown: boolean;
  /** The time that measures lag. */
  readonly lagTime: number;
}
