/** Says how far a date that was sent is from the day of the call, which often decides whether it is right. */
import { formatCount } from '../wording/index.ts';

const dayMs = 86_400_000;

/** Returns the days from the day of the call to a date; undefined for anything else, such as 30 February. */
export function countDays(value: unknown, startedAt: string | undefined): number | undefined {
  if (typeof value !== 'string' || startedAt === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(value)) return undefined;
  return (time - Date.parse(startedAt.slice(0, 10))) / dayMs;
}

/** Returns the distance of a date from the day of the call in words; nothing for anything else. */
export function describeDay(value: unknown, startedAt: string | undefined): string[] {
  const days = countDays(value, startedAt);
  if (days === undefined) return [];
  if (days === 0) return ['(today)'];
  const distance = formatCount(Math.abs(days), 'day');
  return [days < 0 ? `(${distance} ago)` : `(in ${distance})`];
}
