/** Every rule as one record, so that faults can replace single rules. */
import * as bookValues from '../../rules/book-values.ts';
import * as chapters from '../../rules/chapters.ts';
import * as dates from '../../rules/dates.ts';
import * as files from '../../rules/files.ts';
import * as isbn from '../../rules/isbn.ts';
import * as lists from '../../rules/lists.ts';
import * as statuses from '../../rules/status.ts';
import type { AttachedFile, Book, Chapter } from '../book/index.ts';
import type { Readings } from './readings.ts';

export type Rules = ReturnType<typeof chooseRules>;

export function chooseRules(readings: Readings) {
  return {
    ...bookValues,
    ...chapters,
    ...files,
    ...isbn,
    ...statuses,
    formatAuthorNames: lists.formatAuthorNames,
    ...chooseVariants(readings),
    ...chooseStatusRules(readings),
  };
}

/** Returns the rules that have a variant for each reading of a silence. */
function chooseVariants(readings: Readings) {
  // The document speaks of 14 days, and leaves open whether the last of them counts.
  const lastDay = { inclusive: 14, exclusive: 13 }[readings['publish.day-14']];
  // Two arbitrary zones: New York and Tokyo, without daylight saving time.
  const zones = { utc: 0, 'account-zone': -300, 'server-zone': 540 };
  const minutesEast = zones[readings['publish.timezone']];
  const lastWhenEmpty = Number(readings['list.last-page-when-empty']);
  return {
    today: (now: number) => dates.today(now, minutesEast),
    needsFinalVersion: (book: Book, day: string) => dates.needsFinalVersion(book, day, lastDay),
    parseDate: { strict: dates.parseCalendarDate, lenient: dates.parseLooseDate }[
      readings['date.form']
    ],
    computeLastPage: (total: number, perPage: number) =>
      lists.computeLastPage(total, perPage, lastWhenEmpty),
    hasAcceptedPrefix: {
      '978-and-979': isbn.hasBookPrefix,
      '978-only': isbn.hasOlderPrefix,
      '979-0-refused': isbn.hasPrefixWithoutMusic,
    }[readings['isbn.prefixes']],
    spellIsbn: {
      '422': isbn.keepSeparators,
      'accepted-normalised': isbn.removeSeparators,
      'accepted-as-is': isbn.ignoreSeparators,
    }[readings['isbn.hyphens']],
    orderChapters: {
      'by-sequence': chapters.sortBySequence<Chapter>,
      insertion: chapters.keepOrder<Chapter>,
    }[readings['chapters.read-order']],
    mergeChapters: {
      merge: chapters.mergeChapters<Chapter>,
      replace: chapters.replaceChapters<Chapter>,
    }[readings['chapters.unmentioned']],
    addAttachedFile: {
      replaces: files.replaceSameRole<AttachedFile>,
      adds: files.addFile<AttachedFile>,
      '409': files.addFile<AttachedFile>,
      '422': files.addFile<AttachedFile>,
    }[readings['attach.second-content']],
  };
}

function chooseStatusRules(readings: Readings) {
  const nextStatus = readings['publish.next-status'];
  return {
    getStatusAfterReview: {
      closed: statuses.getStatusAfterReview,
      open: statuses.getDistributedStatus,
    }[readings['status.closed']],
    getStatusAfterPublish: (status: string) => statuses.getStatusAfterPublish(status, nextStatus),
    getStatusAfterUnpublish: (): string => readings['unpublish.next-status'],
    isDeletable: {
      'published-and-in-review': statuses.isDeletableUnlessReleased,
      'all-but-draft': statuses.isDeletableAsDraft,
    }[readings['delete.refused-states']],
  };
}
