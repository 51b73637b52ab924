/** Says how long to wait before a repetition, or that there is no time, no retry or no budget for one. */
import type { SetLimits } from './call-options.ts';
import type { RetryBudget } from './retry-budget.ts';
import type { Time } from './time.ts';

/** Which repetition it would be. */
export interface Repetition {
  /** How often the call was repeated before. */
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
 * How long to wait before a repetition, or undefined where there must be none; the budget pays for it.
 * Full jitter: many clients in the same trouble come back one by one. What the service asks to wait comes
 * on top of it.
 */
export function patience(
  { time, random, budget }: PatienceMeans,
  call: Patient,
  { retries, retryAfterMs = 0 }: Repetition,
): number | undefined {
  if (retries >= call.maxRetries || retryAfterMs > longestRetryAfter) return undefined;
  const wait = retryAfterMs + random() * Math.min(backoff.most, backoff.first * 2 ** retries);
  return time.now() + wait < call.endsAt && budget.take() ? wait : undefined;
}
