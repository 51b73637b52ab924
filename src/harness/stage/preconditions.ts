/** Preconditions of a case. A precondition that fails leaves the case unproven. */
import { type Exchange, noteExpectedAnswer, Unproven } from '../evidence/index.ts';
import { assertOpen, type Scope } from '../wire/index.ts';
import { summary } from './expect.ts';

/** Each function returns what it checked, so that a case can use it in the same line. */
export interface Preconditions {
  /** The call was accepted (2xx). */
  readonly accepted: (exchange: Exchange) => Exchange;
  /** Some other precondition, in words. */
  readonly that: (condition: boolean, reason: string) => void;
}

/** Creates the preconditions of one case. */
export function createPreconditions(scope: Scope): Preconditions {
  return {
    accepted: (exchange) => {
      assertOpen(scope);
      noteExpectedAnswer(exchange, '2xx');
      if (exchange.status >= 200 && exchange.status < 300) return exchange;
      const call = `${exchange.request.method} ${exchange.request.path}`;
      throw new Unproven(
        `${call} must be accepted first, but was not: ${summary(exchange)}`,
        exchange,
      );
    },
    that: (condition, reason) => {
      assertOpen(scope);
      if (!condition) throw new Unproven(reason, scope.exchanges.at(-1));
    },
  };
}
