/** A clock for tests: while no work is in progress, it jumps to the next timer, so that an hour takes no time. */
import type { Time } from '../transport/index.ts';

export interface IdleTime extends Time {
  /** Stops the clock while this work is in progress. */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** @param start milliseconds since 1970 */
export function createIdleTime(start: number): IdleTime {
  const timers = new Set<Timer>();
  let now = start;
  let running = 0;
  let pendingTurns = 0;
  const fireNextTimer = () => {
    pendingTurns -= 1;
    const next = [...timers].reduce<Timer | undefined>(
      (first, each) => (first === undefined || each.at < first.at ? each : first),
      undefined,
    );
    if (pendingTurns > 0 || running > 0 || next === undefined) return;
    timers.delete(next);
    now = Math.max(now, next.at);
    next.run();
    scheduleTurn();
  };
  // Two turns of the event loop, because reading a response may need one.
  const scheduleTurn = () => {
    pendingTurns += 1;
    setTimeout(() => setTimeout(fireNextTimer));
  };
  return {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      scheduleTurn();
      return () => timers.delete(timer);
    },
    during: async (work) => {
      running += 1;
      try {
        return await work;
      } finally {
        running -= 1;
        scheduleTurn();
      }
    },
  };
}
