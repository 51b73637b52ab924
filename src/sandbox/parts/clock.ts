/** The time of the sandbox, which can be set, advanced and frozen. */

export interface Clock {
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** A clock that can be set, frozen and advanced. */
export interface SettableClock extends Clock {
  /** Freezes the time now, or at an instant. */
  readonly freeze: (at?: number) => void;
  /** Sets the time. A running clock keeps running, and a frozen one stays frozen. */
  readonly set: (at: number) => void;
  /** Moves the clock forward by milliseconds. */
  readonly advance: (milliseconds: number) => void;
  /** Returns whether the clock is frozen. */
  readonly isFrozen: () => boolean;
  /** Lets a frozen clock run again. */
  readonly resume: () => void;
  readonly state: () => ClockState;
  readonly restore: (state: ClockState) => void;
}

/** The state of a clock, for other processes. Their machines need the same time. */
export interface ClockState {
  /** Milliseconds that a running clock is ahead of the machine. */
  readonly offset: number;
  /** The frozen time in epoch milliseconds; null while the clock runs. */
  readonly frozen: number | null;
}

/**
 * Creates a clock that runs at an offset from another one.
 * @param source the other clock; the machine's by default
 */
export function createClock(source: () => number = Date.now): SettableClock {
  let offset = 0;
  let frozen: number | undefined;
  const now = () => frozen ?? source() + offset;
  const set = (at: number) => {
    if (frozen === undefined) offset = at - source();
    else frozen = at;
  };
  return {
    now,
    set,
    freeze: (at) => {
      frozen = at ?? now();
    },
    advance: (milliseconds) => {
      set(now() + milliseconds);
    },
    isFrozen: () => frozen !== undefined,
    resume: () => {
      const at = now();
      frozen = undefined;
      offset = at - source();
    },
    state: () => ({ offset, frozen: frozen ?? null }),
    restore: (state) => {
      ({ offset } = state);
      frozen = state.frozen ?? undefined;
    },
  };
}
