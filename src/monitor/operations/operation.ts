/** What the monitor knows of one operation: the one place for its expectations, its effects and its responses. */
import type { CompleteExpectation, Expectation, Question } from '../grounds/index.ts';
import type { ResponseOutcome } from '../responses.ts';
import type { Verdicts } from '../views/index.ts';
import type { World } from '../world/index.ts';

/** A call with its outcome and what was expected of it. */
export interface Effect {
  readonly question: Question;
  readonly expectation: CompleteExpectation | undefined;
  readonly outcome: ResponseOutcome;
}

/** Everything that the monitor knows of one operation, beyond what the contract says. */
export interface MonitoredOperation {
  /** Returns for which reasons a call must or may be refused; undefined if any response is possible. */
  readonly expect: (question: Question) => Expectation | undefined;
  /** Returns the world after a call that took effect, was refused, or may have done either. A read changes nothing. */
  readonly apply?: (effect: Effect) => World;
  /**
   * Judges the body of an accepted call.
   * @param after the world with the effects of the call
   */
  readonly judge?: (effect: Effect, after: World) => Verdicts;
  /**
   * Returns the world with the facts that the response shows.
   * @param after the world with the effects of the call
   */
  readonly learn?: (effect: Effect, after: World) => World;
}
