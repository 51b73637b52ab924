/** The target's calendar: its last Date header plus the time since then. */

const dayLength = 86_400_000;

export type AdjustableClock = ReturnType<typeof createTargetClock>;
export type TargetClock = Pick<AdjustableClock, 'now' | 'today' | 'day'>;

/** Creates a clock that follows the target. @param local our own clock, milliseconds since the epoch */
export function createTargetClock(local: () => number) {
  let lastSync: { target: number; local: number } | undefined;
  const now = (): number => {
    const localNow = local();
    return lastSync === undefined ? localNow : lastSync.target + (localNow - lastSync.local);
  };
  const day = (offset: number): string =>
    new Date(now() + offset * dayLength).toISOString().slice(0, 10);
  return {
    /** The target's time, in milliseconds since the epoch. */
    now,
    /** Returns the date this many days from the target's date, `YYYY-MM-DD`; negative for the past. */
    day,
    /** The target's UTC date. */
    today: (): string => day(0),
    /** Adopts the time of a response. A response without a Date header changes nothing. */
    sync: (date: string | undefined): void => {
      const target = date === undefined ? Number.NaN : Date.parse(date);
      if (!Number.isNaN(target)) lastSync = { target, local: local() };
    },
    /** The target's clock minus ours in milliseconds; undefined until a Date header arrives. */
    skew: (): number | undefined =>
      lastSync === undefined ? undefined : lastSync.target - lastSync.local,
  };
}
