/** The target's calendar: its last Date header plus the time since then. */

export interface TargetClock {
  /** The target's time, in milliseconds since the epoch. */
  readonly now: () => number;
  /** The target's UTC date, `YYYY-MM-DD`. */
  readonly today: () => string;
  /** Returns the date this many days from the target's date; negative for the past. */
  readonly day: (offset: number) => string;
}

export interface AdjustableClock extends TargetClock {
  /** Adopts the time of a response. A response without a Date header changes nothing. */
  readonly hear: (date: string | undefined) => void;
  /** The target's clock minus ours in milliseconds; undefined until a Date header arrives. */
  readonly skew: () => number | undefined;
}

const dayLength = 86_400_000;

/** Creates a clock that follows the target. @param local our own clock, milliseconds since the epoch */
export function createTargetClock(local: () => number): AdjustableClock {
  let heard: { target: number; local: number } | undefined;
  const now = (): number => {
    const here = local();
    return heard === undefined ? here : heard.target + (here - heard.local);
  };
  const day = (offset: number): string =>
    new Date(now() + offset * dayLength).toISOString().slice(0, 10);
  return {
    now,
    day,
    today: () => day(0),
    hear: (date) => {
      const target = date === undefined ? Number.NaN : Date.parse(date);
      if (!Number.isNaN(target)) heard = { target, local: local() };
    },
    skew: () => (heard === undefined ? undefined : heard.target - heard.local),
  };
}
