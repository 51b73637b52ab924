/** Returns the day at an instant, in a zone some minutes east of UTC (`publish.timezone`). */

/**
 * @param now epoch milliseconds
 * @param minutesEast offset of the zone from UTC
 * @returns `YYYY-MM-DD`
 */
export function today(now: number, minutesEast: number): string {
  return new Date(now + minutesEast * 60_000).toISOString().slice(0, 10);
}
