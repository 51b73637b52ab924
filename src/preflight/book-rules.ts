/** Checks the fields of a book: its ISBN, its publication date and its narrator. */
import { readCalendarDate, readLooseDate } from '../rules/calendar-date.ts';
import { hasNarrator } from '../rules/has-narrator.ts';
import { hasBookPrefix } from '../rules/isbn-prefix.ts';
import { removeSeparators } from '../rules/isbn-spelling.ts';
import { needsFinalVersion } from '../rules/needs-final-version.ts';
import { today } from '../rules/today.ts';
import { isValidIsbn13 } from '../rules/valid-isbn13.ts';
import type { Finding, CheckContext } from './finding.ts';

/** The document does not mention hyphens and prefixes, so an ISBN that may be accepted is not an error. */
export function checkIsbn({ call, book }: CheckContext): readonly Finding[] {
  if (typeof book?.isbn !== 'string') return [];
  const { checked } = removeSeparators(book.isbn);
  const pointer = '/isbn';
  const received = JSON.stringify(book.isbn);
  if (!isValidIsbn13(checked)) {
    const requirement = call === 'update' ? 'isbn.valid-on-update' : 'isbn.valid-on-create';
    return [{ requirement, severity: 'error', pointer, received }];
  }
  if (checked !== book.isbn) {
    return [{ requirement: 'isbn.hyphens', severity: 'warning', pointer, received }];
  }
  if (hasBookPrefix(checked)) return [];
  return [{ requirement: 'isbn.prefixes', severity: 'warning', pointer, received }];
}

export function checkPrintIsbn({ call, book }: CheckContext): readonly Finding[] {
  if ((call !== 'create' && call !== 'flow') || book?.format !== 'print') return [];
  if (typeof book.isbn === 'string' && book.isbn !== '') return [];
  const requirement = 'isbn.expected-for-print';
  return [{ requirement, severity: 'warning', pointer: '/isbn', received: 'no ISBN' }];
}

/** The document does not say how strictly a date is read, so a day in another form is not an error. */
export function checkPublicationDate({ call, book }: CheckContext): readonly Finding[] {
  const { publicationDate } = book ?? {};
  if (publicationDate === undefined || readCalendarDate(publicationDate) !== undefined) return [];
  const pointer = '/publicationDate';
  const received = JSON.stringify(publicationDate);
  if (readLooseDate(publicationDate) !== undefined) {
    return [{ requirement: 'date.form', severity: 'warning', pointer, received }];
  }
  const requirement = call === 'update' ? 'date.valid-on-update' : 'date.valid-on-create';
  return [{ requirement, severity: 'error', pointer, received }];
}

/** The time zones in which a day begins last and first, in minutes east of UTC. */
const zones = { last: -12 * 60, first: 14 * 60 } as const;
const lastDay = 14;

/** The document does not say whose day counts, so a date is an error only if every time zone refuses it. */
export function checkFinalVersion({ call, book, now }: CheckContext): readonly Finding[] {
  if (call !== 'publish' && call !== 'flow') return [];
  const publicationDate = readCalendarDate(book?.publicationDate ?? '');
  if (publicationDate === undefined) return [];
  const dated = { publicationDate, isFinalVersion: book?.isFinalVersion === true };
  const isNeeded = (minutesEast: number): boolean =>
    needsFinalVersion(dated, today(now, minutesEast), lastDay);
  if (!isNeeded(zones.first)) return [];
  const severity = isNeeded(zones.last) ? 'error' : 'warning';
  const uncertainty = severity === 'error' ? '' : ', within 14 days in some time zones';
  const received = `${publicationDate} without isFinalVersion${uncertainty}`;
  const pointer = '/publicationDate';
  return [{ requirement: 'publish.final-version-window', severity, pointer, received }];
}

/** A missing narrator is a warning for a draft, and an error on publish. */
export function checkNarrator({ call, book }: CheckContext): readonly Finding[] {
  if (book?.format !== 'audio' || hasNarrator(book.contributor ?? [])) return [];
  const severity = call === 'publish' || call === 'flow' ? 'error' : 'warning';
  const requirement = severity === 'error' ? 'publish.narrator' : 'contributor.narrator';
  const received = 'no contributor with the role "Narrated by"';
  return [{ requirement, severity, pointer: '/contributor', received }];
}
