/** Says how far a date that was sent is from the day of the call, which often decides whether it is right. */
import { formatCount } from '../wording/index.ts';

const dayMs = 86_400_000;

/**
 * Returns the distance of a date from the day of the call in words; nothing for anything else, such as 30 February.
 * @param now the Date header of the response, because the clock of a sandbox may differ from ours
 */
export function describeDay(value: unknown, now: string | undefined): string[] {
  const [day, today] = [readDay(value), now === undefined ? Number.NaN : Date.parse(now)];
  if (day === undefined || Number.isNaN(today)) return [];
  const days = (day - Math.floor(today / dayMs) * dayMs) / dayMs;
  if (days === 0) return ['(today)'];
  const distance = formatCount(Math.abs(days), 'day');
  return [days < 0 ? `(${distance} ago)` : `(in ${distance})`];
}

function readDay(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const time = Date.parse(value);
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  return isDay ? time : undefined;
}
