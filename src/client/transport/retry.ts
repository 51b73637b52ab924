/** The only retry loop, and the rules for retries: no request is repeated that could take effect twice. */
import type { Operation } from '../contract.ts';
import {
  isAbortedError,
  isDistributionError,
  isNetworkError,
  type DistributionError,
} from '../errors/index.ts';
import { mayHaveFailed } from '../responses/index.ts';
import { isIdempotent, type Call } from './call.ts';
import { pause, type Time } from './waiting.ts';

/** How one request ended: its status, if there was a response; `sent` is false if it was certainly never sent. */
export interface RequestOutcome {
  readonly status: number | undefined;
  readonly sent: boolean | undefined;
}

/** True if the call may have taken effect although no response says so. */
function isUnclear({ status, sent }: RequestOutcome): boolean {
  return status === undefined ? sent === true : mayHaveFailed(status);
}

/**
 * True if the same request may be sent again. A request that was never sent can always be retried. After a 429,
 * every request except a create can be retried; a create is looked up first. After an unclear end, only idempotent
 * requests can be retried.
 */
export function mayRepeat(operation: Operation, outcome: RequestOutcome): boolean {
  if (outcome.sent === false) return true;
  if (isUnclear(outcome)) return isIdempotent(operation);
  return outcome.status === 429 && operation !== 'createBook';
}

/** True for a failure that leaves open whether the call took effect. */
export function isUnclearFailure(error: unknown): error is DistributionError {
  if (!isDistributionError(error) || isAbortedError(error)) return false;
  return isUnclear({ status: error.status, sent: isNetworkError(error) ? error.sent : true });
}

export interface RetryContext {
  readonly time: Time;
  readonly random: () => number;
  readonly budget: RetryBudget;
}

/** How one attempt ended: with a result, or with a failure after which another attempt may follow. */
export type AttemptEnd<T> =
  | { readonly result: T }
  | {
      /** False if another attempt could do harm or would not help. */
      readonly repeatable: boolean;
      readonly waitMs?: number | undefined;
      /** Called with the wait before the next attempt, or with undefined if there is none. */
      readonly report?: ((retryInMs: number | undefined) => void) | undefined;
      readonly giveUp: () => T | Promise<T>;
    };

/**
 * Repeats attempts until there is a result, no attempt is left, or the deadline would pass before the next one.
 * @throws everything that `attempt` and `giveUp` throw, and AbortedError
 */
export async function retry<T>(
  { time, random, budget }: RetryContext,
  call: Call<Operation>,
  attempt: () => Promise<AttemptEnd<T>>,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    const end = await attempt();
    if ('result' in end) return end.result;
    const { waitMs = 0, report, giveUp } = end;
    // At random below a limit that doubles, so that clients that failed together do not return together.
    const wait = waitMs + random() * Math.min(8_000, 250 * 2 ** failures);
    const isOver = call.signal?.aborted === true || failures >= call.maxRetries;
    const isLate = waitMs > maxWaitMs || time.now() + wait >= call.endsAt;
    const isRepeated = end.repeatable && !isOver && !isLate && budget.left >= retryCost;
    report?.(isRepeated ? wait : undefined);
    if (!isRepeated) return giveUp();
    budget.left -= retryCost;
    await pause(wait, time, call);
  }
}

/** If a service asks to wait longer than this, the caller gets the error instead. */
export const maxWaitMs = 120_000;

/** The tokens that a client may still spend on retries, so that a failing service is not flooded with them. */
export interface RetryBudget {
  left: number;
  readonly capacity: number;
}

/** The tokens that one retry costs. */
const retryCost = 5;

/** Returns one token, after a request that succeeded. */
export function refill(budget: RetryBudget): void {
  budget.left = Math.min(budget.capacity, budget.left + 1);
}
