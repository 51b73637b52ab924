/** The sandbox's own time: it runs, or stands still, or jumps, without anybody waiting. */

export interface Clock {
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** A clock that can be set, frozen and advanced. */
export interface SettableClock extends Clock {
  /** Stops time now, or at an instant. */
  readonly freeze: (at?: number) => void;
  /** Puts the clock to an instant; it goes on running, or standing, from there. */
  readonly set: (at: number) => void;
  /** Moves the clock forward by milliseconds. */
  readonly advance: (milliseconds: number) => void;
  /** Returns whether time stands still. */
  readonly isFrozen: () => boolean;
  /** Lets time run again from the stopped time. */
  readonly resume: () => void;
  readonly state: () => ClockState;
  readonly restore: (state: ClockState) => void;
}

/** A clock as other processes can take it over; they need the same time on their machines. */
export interface ClockState {
  /** Milliseconds that a running clock is ahead of the machine. */
  readonly offset: number;
  /** Epoch milliseconds at which it stands; null while it runs. */
  readonly frozen: number | null;
}

/**
 * Makes a clock that runs with another one, at an offset.
 * @param source what makes it run; the machine's own clock unless given
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
