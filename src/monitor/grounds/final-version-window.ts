/** Measures how far a date is from a day and from the final version window. */
import { classifyDate } from '../../contract/value-formats.ts';

const dayLength = 86_400_000;

/** Returns the days from the UTC day of `now` to a date; undefined if the text is not a plain date. */
export function countDaysUntil(date: string, now: number): number | undefined {
  if (classifyDate(date) !== 'valid') return undefined;
  return Date.parse(`${date}T00:00:00Z`) / dayLength - Math.floor(now / dayLength);
}

/** By how many days the service's day may differ from the UTC day, because of its time zone. */
const zoneSlack = 1;

/** A publication date up to this many days ahead requires a final version. Day 14 itself is open. */
const windowDays = 14;

/** The readings that the recorder chose. With both of them, the edges of the window are exact. */
type ChosenReadings = Readonly<Partial<Record<'publish.day-14' | 'publish.timezone', string>>>;

const nearMidnight = 60_000;

/** Returns the position of a date relative to the final version window. */
export function locateInWindow(
  date: string,
  now: number,
  { clockIsKnown, readings = {} }: { clockIsKnown: boolean; readings?: ChosenReadings },
): 'inside' | 'outside' | 'edge' | undefined {
  const days = countDaysUntil(date, now);
  if (days === undefined) return undefined;
  const lastDay = { inclusive: windowDays, exclusive: windowDays - 1 }[
    readings['publish.day-14'] ?? ''
  ];
  const inUtc = readings['publish.timezone'] === 'utc' && clockIsKnown;
  if (inUtc && lastDay !== undefined && now % dayLength < dayLength - nearMidnight) {
    return days <= lastDay ? 'inside' : 'outside';
  }
  const slack = zoneSlack + (clockIsKnown ? 0 : 1);
  if (days < windowDays - slack) return 'inside';
  return days > windowDays + slack ? 'outside' : 'edge';
}
