/** Checks the publication date, and whether it is so near that the book must be a final version. */
import { calendarDate, looseDate } from '../rules/calendar-date.ts';
import { needsFinalVersion } from '../rules/needs-final-version.ts';
import { today } from '../rules/today.ts';
import type { Finding, Scene } from './finding.ts';

const pointer = '/publicationDate';

/** The document does not say how strictly a date is read, so a day in another form is not an error. */
export function date({ call, book }: Scene): readonly Finding[] {
  const { publicationDate } = book ?? {};
  if (publicationDate === undefined || calendarDate(publicationDate) !== undefined) return [];
  const received = JSON.stringify(publicationDate);
  if (looseDate(publicationDate) !== undefined) {
    return [{ requirement: 'date.form', severity: 'warning', pointer, received }];
  }
  const requirement = call === 'update' ? 'date.valid-on-update' : 'date.valid-on-create';
  return [{ requirement, severity: 'error', pointer, received }];
}

/** Where on Earth the day begins last and first, in minutes east of UTC. */
const zones = { last: -12 * 60, first: 14 * 60 } as const;
const lastDay = 14;

/** The document does not say whose day counts, so a date is an error only if every time zone refuses it. */
export function finalVersion({ call, book, now }: Scene): readonly Finding[] {
  if (call !== 'publish' && call !== 'flow') return [];
  const publicationDate = calendarDate(book?.publicationDate ?? '');
  if (publicationDate === undefined) return [];
  const dated = { publicationDate, isFinalVersion: book?.isFinalVersion === true };
  const needed = (minutesEast: number): boolean =>
    needsFinalVersion(dated, today(now, minutesEast), lastDay);
  if (!needed(zones.first)) return [];
  const severity = needed(zones.last) ? 'error' : 'warning';
  const sure = severity === 'error' ? '' : ', within 14 days in some time zones';
  const received = `${publicationDate} without isFinalVersion${sure}`;
  return [{ requirement: 'publish.final-version-window', severity, pointer, received }];
}
