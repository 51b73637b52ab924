/** Assertions of a case, whose failure is a drift, and preconditions, whose failure leaves it unproven. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Difference,
  Drift,
  type Exchange,
  noteExpectedAnswer,
  Unproven,
} from '../evidence/index.ts';
import { assertOpen, type Scope } from '../wire/index.ts';

const anySuccess = [200, 201, 202, 203, 204, 205, 206];

export type Expectations = ReturnType<typeof createExpectations>;

/** Binds the assertions to one case, which counts them. */
export function createExpectations(scope: Scope) {
  const that = (condition: boolean, difference: Difference, exchange?: Exchange): void => {
    assertOpen(scope);
    if (exchange && difference.permitted) noteExpectedAnswer(exchange, difference.expected);
    scope.assertions += 1;
    if (condition) return;
    scope.failures += 1;
    throw new Drift(difference, exchange ?? scope.exchanges.at(-1));
  };
  return {
    /** The response has this status, or one of these. */
    status: (exchange: Exchange, wanted: number | readonly number[], about?: string): void => {
      const permitted = [wanted].flat();
      const expected = permitted.join(' or ') + (about === undefined ? '' : ` ${about}`);
      const fits = permitted.includes(exchange.status);
      that(fits, { expected, actual: summary(exchange), permitted }, exchange);
    },
    /** The response is a 2xx. */
    accepted: (exchange: Exchange, about = ''): void => {
      const difference = { expected: `2xx ${about}`.trim(), actual: summary(exchange) };
      that(isSuccess(exchange), { ...difference, permitted: anySuccess }, exchange);
    },
    /** Two JSON values are deeply equal; `about` names them in the report. */
    equal: (actual: unknown, expected: unknown, about: string): void => {
      const difference = { expected: `${about}: ${shown(expected)}`, actual: shown(actual) };
      that(isDeepStrictEqual(actual, expected), { ...difference, values: { expected, actual } });
    },
    /** Anything else, with both sides in words. */
    that,
  };
}

export type Preconditions = ReturnType<typeof createPreconditions>;

/** Binds the preconditions to one case. */
export function createPreconditions(scope: Scope) {
  return {
    /** The call was accepted (2xx). Returns it, so that a case can use it in the same line. */
    accepted: (exchange: Exchange): Exchange => {
      assertOpen(scope);
      noteExpectedAnswer(exchange, '2xx');
      if (isSuccess(exchange)) return exchange;
      const call = `${exchange.request.method} ${exchange.request.path}`;
      const reason = `${call} must be accepted first, but was not: ${summary(exchange)}`;
      throw new Unproven(reason, exchange);
    },
    /** Some other precondition, in words. */
    that: (condition: boolean, reason: string): void => {
      assertOpen(scope);
      if (!condition) throw new Unproven(reason, scope.exchanges.at(-1));
    },
  };
}

function isSuccess({ status }: Exchange): boolean {
  return status >= 200 && status < 300;
}

/** Returns a response in one line: status, media type and the start of the body. */
export function summary(exchange: Exchange): string {
  return [exchange.status, exchange.mediaType, shown(exchange.text)]
    .filter((part) => part !== '' && part !== '""')
    .join('  ');
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 240 ? `${text.slice(0, 239)}…` : text;
}
