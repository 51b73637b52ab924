/** The current day in the time zone of the service (`publish.timezone`). */

/**
 * Returns the day of an instant in a time zone.
 * @param now epoch milliseconds
 * @param minutesEast offset of the zone from UTC
 * @returns `YYYY-MM-DD`
 */
export function today(now: number, minutesEast: number): string {
  return new Date(now + minutesEast * 60_000).toISOString().slice(0, 10);
}
