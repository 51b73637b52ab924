/** The retry loop of all calls, and its rules: no request is repeated that could take effect twice. */
import type { Operation } from '../contract.ts';
import {
  isAbortedError,
  isDistributionError,
  isNetworkError,
  isTimeoutError,
  type DistributionError,
} from '../errors/index.ts';
import { mayHaveFailed } from '../responses/index.ts';
import { isIdempotent, type ActiveCall } from './call.ts';
import { pause, type Time } from './waiting.ts';

/** The outcome of one request. */
export interface RequestOutcome {
  /** The status of the response; undefined if there was none. */
  readonly status: number | undefined;
  /** False if the request was certainly never sent. */
  readonly sent: boolean;
}

/** Returns true if no response shows whether the call took effect. */
function isUnclear({ status, sent }: RequestOutcome): boolean {
  return status === undefined ? sent : mayHaveFailed(status);
}

/**
 * Returns true if the same request may be sent again. A request that was never sent can always be retried. After a 429,
 * every request except a create can be retried; a create is looked up first. After an unclear outcome, only idempotent
 * requests can be retried.
 */
export function mayRepeat(operation: Operation, outcome: RequestOutcome): boolean {
  if (!outcome.sent) return true;
  if (isUnclear(outcome)) return isIdempotent(operation);
  return outcome.status === 429 && operation !== 'createBook';
}

/** Returns true for a failure after which it is unclear whether the call took effect. */
export function isUnclearFailure(error: unknown): error is DistributionError {
  if (!isDistributionError(error) || isAbortedError(error)) return false;
  const sent = isNetworkError(error) || isTimeoutError(error) ? error.sent : true;
  return isUnclear({ status: error.status, sent });
}

export interface RetryContext {
  readonly time: Time;
  readonly random: () => number;
  readonly budget: RetryBudget;
}

/** The end of one attempt: a result, or a failure after which another attempt may follow. */
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
 * Repeats attempts until there is a result, neither an attempt nor time is left, or the wait would exceed the deadline.
 * @throws the errors of `attempt` and `giveUp`, and AbortedError
 */
export async function retry<T>(
  { time, random, budget }: RetryContext,
  call: ActiveCall<Operation>,
  attempt: () => Promise<AttemptEnd<T>>,
): Promise<T> {
  let persistUntil = Number.NaN;
  for (let failures = 0; ; failures += 1) {
    const end = await attempt();
    if ('result' in end) return end.result;
    const { waitMs = 0, report, giveUp } = end;
    const now = time.monotonic();
    if (failures === 0) persistUntil = now + call.retryForMs;
    // Between half a step and a step, which doubles from 1 to 8 s. Without the random part, clients that failed at the
    // same time would retry at the same time.
    const step = Math.min(8_000, 1_000 * 2 ** failures);
    // A `random` of the caller may return anything.
    const share = Math.min(Math.max(random(), 0), 1) || 0;
    const wait = waitMs + step * (0.5 + share / 2);
    const isOver = failures >= call.maxRetries && now >= persistUntil;
    const isLate = waitMs > maxWaitMs || now + wait >= call.endsAt || call.signal?.aborted === true;
    const isRepeated = end.repeatable && !isOver && !isLate && budget.tokens >= retryCost;
    report?.(isRepeated ? wait : undefined);
    if (!isRepeated) return giveUp();
    budget.tokens -= retryCost;
    await pause(wait, time, call);
  }
}

/** The longest wait that a service may request. After a request for a longer wait, the call throws the error instead. */
export const maxWaitMs = 120_000;

/** The tokens that a client may still spend on retries. They prevent a flood of retries to a failing service. */
export interface RetryBudget {
  tokens: number;
  readonly capacity: number;
}

const retryCost = 5;

/** Adds one token, after a successful request. */
export function refillBudget(budget: RetryBudget): void {
  budget.tokens = Math.min(budget.capacity, budget.tokens + 1);
}
