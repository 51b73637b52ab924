/** Every rule as one record, so that faults can replace single rules. */
import { formatLanguageCode, hasNarrator, isValidPrice } from '../../rules/book-values.ts';
import {
  findRepeatedSequences,
  findSharedFiles,
  findUnmappedFiles,
  findUnmatchedChapters,
  hasGaps,
  isAsciiOnly,
  keepOrder,
  lacksChapters,
  mergeChapters,
  replaceChapters,
  sortBySequence,
} from '../../rules/chapters.ts';
import { needsFinalVersion, parseCalendarDate, parseLooseDate, today } from '../../rules/dates.ts';
import {
  addFile,
  detectFileKind,
  findMissingRoles,
  isSameHash,
  isSecondOfRole,
  isUploadOpen,
  kindFitsRole,
  replaceSameRole,
  roleFitsFormat,
} from '../../rules/files.ts';
import {
  hasBookPrefix,
  hasOlderPrefix,
  hasPrefixWithoutMusic,
  ignoreSeparators,
  isValidIsbn13,
  keepSeparators,
  removeSeparators,
} from '../../rules/isbn.ts';
import { computeLastPage, formatAuthorNames } from '../../rules/lists.ts';
import {
  getDistributedStatus,
  getStatusAfterAttach,
  getStatusAfterChange,
  getStatusAfterPublish,
  getStatusAfterReview,
  isDeletableAsDraft,
  isDeletableUnlessReleased,
  isWithdrawable,
} from '../../rules/status.ts';
import type { AttachedFile, Book, Chapter } from '../book/index.ts';
import type { Readings } from './readings.ts';

export type Rules = ReturnType<typeof chooseRules>;

/** Returns every rule, in the variant that the readings choose if there are several. */
export function chooseRules(readings: Readings) {
  return {
    ...chooseIsbnRules(readings),
    ...choosePublishRules(readings),
    ...chooseChapterRules(readings),
    ...chooseFileRules(readings),
    ...chooseStatusRules(readings),
    isAsciiOnly,
    formatAuthorNames,
    formatLanguageCode,
    isValidPrice,
    parseDate: { strict: parseCalendarDate, lenient: parseLooseDate }[readings['date.form']],
    computeLastPage: (total: number, perPage: number) =>
      computeLastPage(total, perPage, Number(readings['list.last-page-when-empty'])),
  };
}

function chooseIsbnRules(readings: Readings) {
  return {
    isValidIsbn13,
    hasAcceptedPrefix: {
      '978-and-979': hasBookPrefix,
      '978-only': hasOlderPrefix,
      '979-0-refused': hasPrefixWithoutMusic,
    }[readings['isbn.prefixes']],
    spellIsbn: {
      '422': keepSeparators,
      'accepted-normalised': removeSeparators,
      'accepted-as-is': ignoreSeparators,
    }[readings['isbn.hyphens']],
  };
}

function choosePublishRules(readings: Readings) {
  // The document speaks of 14 days, and leaves open whether the last of them counts.
  const lastDay = { inclusive: 14, exclusive: 13 }[readings['publish.day-14']];
  // Two arbitrary zones: New York and Tokyo, without daylight saving time.
  const zones = { utc: 0, 'account-zone': -300, 'server-zone': 540 };
  const minutesEast = zones[readings['publish.timezone']];
  return {
    hasNarrator,
    lacksChapters,
    findMissingRoles,
    today: (now: number) => today(now, minutesEast),
    needsFinalVersion: (book: Book, day: string) => needsFinalVersion(book, day, lastDay),
  };
}

function chooseChapterRules(readings: Readings) {
  return {
    findUnmatchedChapters,
    findRepeatedSequences,
    hasGaps,
    findSharedFiles,
    findUnmappedFiles,
    orderChapters: { 'by-sequence': sortBySequence<Chapter>, insertion: keepOrder<Chapter> }[
      readings['chapters.read-order']
    ],
    mergeChapters: { merge: mergeChapters<Chapter>, replace: replaceChapters<Chapter> }[
      readings['chapters.unmentioned']
    ],
  };
}

function chooseFileRules(readings: Readings) {
  return {
    roleFitsFormat,
    detectFileKind,
    kindFitsRole,
    isSameHash,
    isUploadOpen,
    isSecondOfRole,
    addAttachedFile: {
      replaces: replaceSameRole<AttachedFile>,
      adds: addFile<AttachedFile>,
      '409': addFile<AttachedFile>,
      '422': addFile<AttachedFile>,
    }[readings['attach.second-content']],
  };
}

function chooseStatusRules(readings: Readings) {
  const nextStatus = readings['publish.next-status'];
  return {
    isWithdrawable,
    getStatusAfterAttach,
    getStatusAfterChange,
    getStatusAfterReview: { closed: getStatusAfterReview, open: getDistributedStatus }[
      readings['status.closed']
    ],
    getStatusAfterPublish: (status: string) => getStatusAfterPublish(status, nextStatus),
    getStatusAfterUnpublish: (): string => readings['unpublish.next-status'],
    isDeletable: {
      'published-and-in-review': isDeletableUnlessReleased,
      'all-but-draft': isDeletableAsDraft,
    }[readings['delete.refused-states']],
  };
}
