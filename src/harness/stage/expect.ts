/**
 * Assertions of a case, whose failure is a drift, and preconditions, whose failure leaves it unproven. Repeats
 * a call until its result is as expected.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  type Difference,
  Drift,
  type Exchange,
  noteExpectedResponse,
  Unproven,
} from '../evidence/index.ts';
import { readMediaType } from '../../monitor/index.ts';
import { assertOpen, type Scope, lagPauses } from '../wire/index.ts';

const anySuccess = [200, 201, 202, 203, 204, 205, 206];

export type Expectations = ReturnType<typeof createExpectations>;

/** Binds the assertions to one case, which counts them. */
export function createExpectations(scope: Scope) {
  const that = (condition: boolean, difference: Difference, exchange?: Exchange): void => {
    assertOpen(scope);
    if (exchange && difference.permitted) noteExpectedResponse(exchange, difference.expected);
    scope.assertions += 1;
    if (condition) return;
    scope.failures += 1;
    throw new Drift(difference, exchange ?? scope.exchanges.at(-1));
  };
  return {
    /** The response has this status, or one of these. */
    status: (
      exchange: Exchange,
      status: number | readonly number[],
      description?: string,
    ): void => {
      const permitted = [status].flat();
      const expected =
        permitted.join(' or ') + (description === undefined ? '' : ` ${description}`);
      const difference = { expected, actual: summarizeResponse(exchange), permitted };
      that(permitted.includes(exchange.response.status), difference, exchange);
    },
    /** The response is a 2xx. */
    accepted: (exchange: Exchange, subject = ''): void => {
      const difference = { expected: `2xx ${subject}`.trim(), actual: summarizeResponse(exchange) };
      that(isSuccess(exchange), { ...difference, permitted: anySuccess }, exchange);
    },
    /** Two JSON values are deeply equal; `about` names them in the report. */
    equal: (actual: unknown, expected: unknown, subject: string): void => {
      that(isDeepStrictEqual(actual, expected), {
        expected: `${subject}: ${abbreviate(expected)}`,
        actual: abbreviate(actual),
        values: { expected, actual },
      });
    },
    /** Anything else, with both sides in words. */
    that,
  };
}

export type Preconditions = ReturnType<typeof createPreconditions>;

export function createPreconditions(scope: Scope) {
  return {
    /** The call was accepted (2xx). Returns it, so that a case can use it in the same line. */
    accepted: (exchange: Exchange): Exchange => {
      assertOpen(scope);
      noteExpectedResponse(exchange, '2xx');
      if (isSuccess(exchange)) return exchange;
      const call = `${exchange.request.method} ${exchange.request.path}`;
      const reason = `${call} must be accepted first, but was not: ${summarizeResponse(exchange)}`;
      throw new Unproven(reason, exchange);
    },
    that: (condition: boolean, reason: string): void => {
      assertOpen(scope);
      if (!condition) throw new Unproven(reason, scope.exchanges.at(-1));
    },
  };
}

function isSuccess({ response: { status } }: Exchange): boolean {
  return status >= 200 && status < 300;
}

/** Returns a response in one line: status, media type and the start of the body. */
export function summarizeResponse({ response }: Exchange): string {
  return [response.status, readMediaType(response), abbreviate(response.text)]
    .filter((part) => part !== '' && part !== '""')
    .join('  ');
}

function abbreviate(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 240 ? `${text.slice(0, 239)}…` : text;
}

/** Waits for a number of milliseconds. Rejects if the signal is aborted first. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export type Eventually = ReturnType<typeof createEventually>;

/**
 * Returns the function with which a case repeats a call, with growing pauses, until the result is
 * satisfactory. If it never is, the function returns the last result, which the case then judges.
 */
export function createEventually(wait: Pause, signal: AbortSignal) {
  return async <T>(probe: () => Promise<T>, isSatisfied: (result: T) => boolean): Promise<T> => {
    let result = await probe();
    for (const pause of lagPauses) {
      if (isSatisfied(result)) return result;
      await wait(pause, signal).catch(() => {
        throw new Unproven('interrupted');
      });
      result = await probe();
    }
    return result;
  };
}
