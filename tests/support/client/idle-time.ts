/** Clocks for tests: one that skips the waits before retries, and one that jumps to the next timer. */
import { systemTime, type Time } from '../../../src/client/transport/index.ts';

/** Skips the waits before retries. Timeouts of ten seconds and more stay, because the machine may be slow. */
export const timeWithoutWaits: Time = {
  ...systemTime,
  after: (ms, run) => systemTime.after(ms < 10_000 ? 0 : ms, run),
};

export interface IdleTime extends Time {
  /** Stops the clock while this work is in progress. */
  readonly trackWork: <T>(work: Promise<T>) => Promise<T>;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/**
 * Creates a clock that jumps to the next timer when no work is in progress, so that an hour takes no time.
 * @param start milliseconds since 1970
 */
export function createIdleTime(start: number): IdleTime {
  const timers = new Set<Timer>();
  let now = start;
  let workInProgress = 0;
  let pendingTurns = 0;
  const fireNextTimer = () => {
    pendingTurns -= 1;
    const next = [...timers].reduce<Timer | undefined>(
      (earliest, timer) => (earliest === undefined || timer.at < earliest.at ? timer : earliest),
      undefined,
    );
    if (pendingTurns > 0 || workInProgress > 0 || next === undefined) return;
    timers.delete(next);
    now = Math.max(now, next.at);
    next.run();
    scheduleTurn();
  };
  // Waits for two turns of the event loop, because reading a response may need one.
  const scheduleTurn = () => {
    pendingTurns += 1;
    setTimeout(() => setTimeout(fireNextTimer));
  };
  return {
    now: () => now,
    // Another start shows code that mixes up the two clocks.
    monotonic: () => now - start,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      scheduleTurn();
      return () => timers.delete(timer);
    },
    trackWork: async (work) => {
      workInProgress += 1;
      try {
        return await work;
      } finally {
        workInProgress -= 1;
        scheduleTurn();
      }
    },
  };
}
