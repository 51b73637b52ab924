/** Classifies a string as a kind of date, with its distance from a day. */

const dayLength = 86_400_000;

/**
 * `valid`: `YYYY-MM-DD` of a day that exists. `other-form`: may be a day in another form. `invalid`:
 * not a date. A day that no calendar has is not a date, so a service may not store another one for it.
 */
export type DateKind = 'valid' | 'other-form' | 'invalid';

export function kindOfDate(text: string): DateKind {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return plainKind(text);
  const digits = text.match(/\d/g)?.length ?? 0;
  const mayBeRead = digits >= 4 || !Number.isNaN(Date.parse(text));
  return mayBeRead && !/-(1[3-9]|[2-9]\d)-/.test(text) ? 'other-form' : 'invalid';
}

function plainKind(text: string): DateKind {
  const time = Date.parse(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return exists ? 'valid' : 'invalid';
}

/** Whole days from the UTC day of `now` to a date; undefined if the text is not a plain date. */
export function daysUntil(date: string, now: number): number | undefined {
  if (kindOfDate(date) !== 'valid') return undefined;
  return Date.parse(`${date}T00:00:00Z`) / dayLength - Math.floor(now / dayLength);
}

/** Days by which a service's own day may differ from the UTC day, for its time zone. */
const zoneSlack = 1;
/** A publication date up to this many days ahead asks for a final version; day 14 itself is open. */
const windowDays = 14;

/** The reading that the caller set on the service, if any; the edges of the window are then exact. */
type SetReadings = Readonly<Partial<Record<'publish.day-14' | 'publish.timezone', string>>>;

const nearMidnight = 60_000;

/** The position of a date relative to the window of the final-version rule. */
export function windowPosition(
  date: string,
  now: number,
  { clockIsKnown, readings = {} }: { clockIsKnown: boolean; readings?: SetReadings },
): 'inside' | 'outside' | 'edge' | undefined {
  const days = daysUntil(date, now);
  if (days === undefined) return undefined;
  const last = { inclusive: windowDays, exclusive: windowDays - 1 }[
    readings['publish.day-14'] ?? ''
  ];
  const inUtc = readings['publish.timezone'] === 'utc' && clockIsKnown;
  if (inUtc && last !== undefined && now % dayLength < dayLength - nearMidnight) {
    return days <= last ? 'inside' : 'outside';
  }
  const slack = zoneSlack + (clockIsKnown ? 0 : 1);
  if (days < windowDays - slack) return 'inside';
  return days > windowDays + slack ? 'outside' : 'edge';
}
