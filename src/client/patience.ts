/** Waits before a repetition, or says that there is no time, no retry or no budget left for one. */
import type { Operation } from './book.ts';
import type { SetLimits } from './call-options.ts';
import { pause } from './one-attempt.ts';
import type { RetryBudget } from './retry-budget.ts';
import type { Time } from './time.ts';

/** Before which repetition of which call. */
export interface Repetition {
  readonly operation: Operation;
  /** How many requests were sent for the call. */
  readonly attempts: number;
  /** How often it was repeated before. */
  readonly retries: number;
  /** What the service asks to wait. */
  readonly retryAfterMs?: number | undefined;
}

/** The limits of the call that waits. */
export interface Patient extends SetLimits {
  readonly signal: AbortSignal | undefined;
  /** When the whole call must have ended, in the client's time. */
  readonly endsAt: number;
}

export interface PatienceMeans {
  readonly time: Time;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  readonly budget: RetryBudget;
}

/** Longer than this nobody waits for an answer; the caller is told instead. */
const longestRetryAfter = 120_000;
const backoff = { first: 250, most: 8_000 };

/**
 * Waits and says true, or says false at once. Full jitter: many clients in the same trouble come back
 * one by one. What the service asks to wait comes on top of it.
 *
 * @throws AbortedError when the caller's signal ends the wait
 */
export type Patience = (call: Patient, repetition: Repetition) => Promise<boolean>;

export function createPatience({ time, random, budget }: PatienceMeans): Patience {
  return async (call, { operation, attempts, retries, retryAfterMs = 0 }) => {
    if (retries >= call.maxRetries || retryAfterMs > longestRetryAfter) return false;
    const wait = retryAfterMs + random() * Math.min(backoff.most, backoff.first * 2 ** retries);
    if (time.now() + wait >= call.endsAt || !budget.take()) return false;
    await pause(wait, time, { signal: call.signal, operation, attempts });
    return true;
  };
}
