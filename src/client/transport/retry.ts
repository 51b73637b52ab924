/** The retry loop, the only one, and the rules of what is repeated: never what could have its effect twice. */
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

/** How one request ended: its status, if there was a response; `sent` is false when it certainly never left. */
export interface RequestOutcome {
  readonly status: number | undefined;
  readonly sent: boolean | undefined;
}

/** True when the service may have done its work although no response says so. */
function isUnclear({ status, sent }: RequestOutcome): boolean {
  return status === undefined ? sent === true : mayHaveFailed(status);
}

/**
 * True when the same request may be sent again: always when it never left; after a 429 for all but a create, which is
 * looked up first; after an unclear ending only when twice is as good as once.
 */
export function mayRepeat(operation: Operation, outcome: RequestOutcome): boolean {
  if (outcome.sent === false) return true;
  if (isUnclear(outcome)) return isIdempotent(operation);
  return outcome.status === 429 && operation !== 'createBook';
}

/** True for a failure that leaves open whether the call did its work. */
export function leavesOpen(error: unknown): error is DistributionError {
  if (!isDistributionError(error) || isAbortedError(error)) return false;
  return isUnclear({ status: error.status, sent: isNetworkError(error) ? error.sent : true });
}

export interface RetryMeans {
  readonly time: Time;
  readonly random: () => number;
  readonly budget: RetryBudget;
}

/** How one attempt ended: with a result, or with a failure after which another attempt may follow. */
export type AttemptEnd<T> =
  | { readonly result: T }
  | {
      /** False when another attempt could do harm or would be no use. */
      readonly repeatable: boolean;
      readonly waitMs?: number | undefined;
      /** Called with the wait before the next attempt, or with undefined when there is none. */
      readonly report?: ((retryInMs: number | undefined) => void) | undefined;
      readonly giveUp: () => T | Promise<T>;
    };

/**
 * Attempts until there is a result, no attempt is left, or the deadline would pass before the next one.
 * @throws whatever `attempt` and `giveUp` throw, and AbortedError
 */
export async function retry<T>(
  means: RetryMeans,
  call: Call<Operation>,
  attempt: () => Promise<AttemptEnd<T>>,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    const end = await attempt();
    if ('result' in end) return end.result;
    const may = end.repeatable && call.signal?.aborted !== true && failures < call.maxRetries;
    const wait = may ? chooseWait(means, call.endsAt, [end.waitMs ?? 0, failures]) : undefined;
    end.report?.(wait);
    if (wait === undefined) return end.giveUp();
    await pause(wait, means.time, call);
  }
}

/** If a service asks to wait longer than this, the caller gets the error instead. */
export const longestWaitMs = 120_000;

/**
 * Returns a wait between nothing and twice the one before, on top of what the service asks for: clients that failed
 * together come back one by one. Returns undefined when there is no time or no budget left.
 */
function chooseWait(
  { time, random, budget }: RetryMeans,
  endsAt: number,
  [leastMs, failures]: readonly [number, number],
): number | undefined {
  if (leastMs > longestWaitMs) return undefined;
  const wait = leastMs + random() * Math.min(8_000, 250 * 2 ** failures);
  if (time.now() + wait >= endsAt || budget.left < price) return undefined;
  budget.left -= price;
  return wait;
}

/** What a client may still spend on repetitions, so that a service in trouble does not get a storm of them. */
export interface RetryBudget {
  left: number;
  readonly capacity: number;
}

/** Each request that succeeds earns one token back. */
const price = 5;

export function refill(budget: RetryBudget): void {
  budget.left = Math.min(budget.capacity, budget.left + 1);
}
