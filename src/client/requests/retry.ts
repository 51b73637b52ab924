/** The retry loop, the only one: every repeated request of this client goes through it. */
import { pause, type Owner } from './attempt.ts';
import type { Time } from './time.ts';

export interface RetryMeans {
  readonly time: Time;
  /** A number from 0 up to 1, which spreads the waits. */
  readonly random: () => number;
  readonly budget: RetryBudget;
}

/** How one attempt ended: with a result, or with a failure after which another attempt may follow. */
export type AttemptEnd<T> =
  | { readonly result: T }
  | {
      /** False when another attempt could do harm or would be no use. */
      readonly repeatable: boolean;
      /** The least time to wait, in milliseconds. */
      readonly waitMs?: number | undefined;
      /** Called with the wait before the next attempt, or with undefined when there is none. */
      readonly report?: ((retryInMs: number | undefined) => void) | undefined;
      /** Ends the call without another attempt. */
      readonly giveUp: () => T | Promise<T>;
    };

/**
 * Attempts until there is a result, no attempt is left, or the deadline would pass before the next one.
 * @param attempt gets the number of attempts that failed before
 * @throws whatever `attempt` and `giveUp` throw, and AbortedError
 */
export async function retry<T>(
  means: RetryMeans,
  owner: Owner,
  attempt: (failures: number) => Promise<AttemptEnd<T>>,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    const end = await attempt(failures);
    if ('result' in end) return end.result;
    const may = end.repeatable && owner.call.signal?.aborted !== true;
    const wait = may ? chooseWait(means, owner, { failures, leastMs: end.waitMs ?? 0 }) : undefined;
    end.report?.(wait);
    if (wait === undefined) return end.giveUp();
    await pause(wait, means.time, owner);
  }
}

/** If a service asks to wait longer than this, the caller gets the error instead. */
export const longestWaitMs = 120_000;

/**
 * Returns a wait between nothing and twice the one before, on top of what the service asks for: clients that failed
 * together come back one by one. Returns undefined when there is no time, no retry or no budget left.
 */
function chooseWait(
  { time, random, budget }: RetryMeans,
  { call }: Owner,
  { failures, leastMs }: { readonly failures: number; readonly leastMs: number },
): number | undefined {
  if (failures >= call.maxRetries || leastMs > longestWaitMs) return undefined;
  const wait = leastMs + random() * Math.min(8_000, 250 * 2 ** failures);
  return time.now() + wait < call.endsAt && budget.take() ? wait : undefined;
}

/** How many repetitions a client may still afford, so that a service in trouble does not get a storm of them. */
export interface RetryBudget {
  /** Takes the price of one repetition, or takes nothing and returns false. */
  readonly take: () => boolean;
  /** Puts a little back, for a request that succeeded. */
  readonly refill: () => void;
}

const price = 5;

/** A repetition costs five tokens; a request that succeeds brings one back, up to the capacity. */
export function createRetryBudget(capacity: number): RetryBudget {
  let left = capacity;
  return {
    take: () => {
      if (left < price) return false;
      left -= price;
      return true;
    },
    refill: () => {
      left = Math.min(capacity, left + 1);
    },
  };
}
