/** The clock of the sandbox, which can be set, advanced and frozen. */

/** The state of a clock, which processes share. The clocks of their machines have to agree. */
export interface ClockState {
  /** How far a running clock is ahead of the machine's clock, in milliseconds. */
  readonly offset: number;
  /** The frozen time in epoch milliseconds; null while the clock runs. */
  readonly frozen: number | null;
}

export type SettableClock = ReturnType<typeof createClock>;

export type Clock = Pick<SettableClock, 'now'>;

/** The instants that a timestamp with a year of four digits can show. */
const [earliestTime, latestTime] = [
  Date.parse('0000-01-01T00:00:00.000Z'),
  Date.parse('9999-12-31T23:59:59.999Z'),
];

/** Returns whether a value is an instant, in epoch milliseconds, that a timestamp can show. */
export function isTime(value: unknown): boolean {
  return (
    Number.isSafeInteger(value) && Number(value) >= earliestTime && Number(value) <= latestTime
  );
}

/**
 * Creates a clock that runs at an offset from the machine's.
 * Setting it to what is not a time, or to a time outside the years 0000 to 9999, throws a RangeError.
 * @param state running with the machine's clock, unless given
 */
export function createClock(state: ClockState = { offset: 0, frozen: null }) {
  const now = (): number => state.frozen ?? Date.now() + state.offset;
  const run = (at: number): void => {
    state = { offset: checkTime(at) - Date.now(), frozen: null };
  };
  const freeze = (at = now()): void => {
    state = { ...state, frozen: checkTime(at) };
  };
  const set = (at: number): void => (state.frozen === null ? run(at) : freeze(at));
  return {
    /** Epoch milliseconds. */
    now,
    /** Freezes the time now, or at an instant. */
    freeze,
    /** Sets the time. A running clock keeps running, and a frozen one stays frozen. */
    set,
    advance: (milliseconds: number): void => set(now() + milliseconds),
    isFrozen: (): boolean => state.frozen !== null,
    resume: (): void => run(now()),
    state: (): ClockState => state,
    restore: (other: ClockState): void => {
      state = other;
    },
  };
}

function checkTime(at: number): number {
  if (isTime(at)) return at;
  throw new RangeError('The clock takes a time from the year 0000 to the end of the year 9999.');
}
