/** The clock and the timer of a client. */

/** The system's, or one that a test moves by hand. */
export interface Time {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs once after this many milliseconds, unless the function it returns is called first. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** A timer set for longer would fire at once. */
const longestTimer = 2 ** 31 - 1;

export const systemTime: Time = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(ms, longestTimer));
    return () => clearTimeout(timer);
  },
};
