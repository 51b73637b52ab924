/** A clock for tests: while nothing is at work, it jumps to the next timer, so that an hour takes no time. */
import type { Time } from '../transport/index.ts';

export interface IdleTime extends Time {
  /** The clock stands while this work is under way. */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** @param start milliseconds since 1970 */
export function idleTime(start: number): IdleTime {
  const timers = new Set<Timer>();
  let now = start;
  let working = 0;
  let turns = 0;
  const turn = () => {
    turns -= 1;
    const next = [...timers].reduce<Timer | undefined>(
      (first, each) => (first === undefined || each.at < first.at ? each : first),
      undefined,
    );
    if (turns > 0 || working > 0 || next === undefined) return;
    timers.delete(next);
    now = Math.max(now, next.at);
    next.run();
    look();
  };
  // Two turns, since what was just answered may need one to be read.
  const look = () => {
    turns += 1;
    setTimeout(() => setTimeout(turn));
  };
  return {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      look();
      return () => timers.delete(timer);
    },
    during: async (work) => {
      working += 1;
      try {
        return await work;
      } finally {
        working -= 1;
        look();
      }
    },
  };
}
