/** How many repetitions a client may still afford: one service in trouble must not get a storm of them. */

export interface RetryBudget {
  /** Takes the price of one repetition, or takes nothing and says false. */
  readonly take: () => boolean;
  /** Puts a little back, for a call that went well. */
  readonly refill: () => void;
}

const price = 5;

/**
 * A repetition costs five tokens, a call that goes well brings one back. While the service is well the
 * budget is full; while it is not, repetitions die out and calls fail at once.
 */
export function retryBudget(capacity: number): RetryBudget {
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
