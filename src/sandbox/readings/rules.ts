/** Every rule as one record, so that faults can replace single rules. */
import { isAsciiOnly } from '../../rules/ascii-only.ts';
import { listAuthorNames } from '../../rules/author-names.ts';
import { readCalendarDate, readLooseDate } from '../../rules/calendar-date.ts';
import { keepOrder, sortBySequence } from '../../rules/chapter-order.ts';
import { findUnmatchedChapters } from '../../rules/chapters-match.ts';
import { isDeletableAsDraft, isDeletableUnlessReleased } from '../../rules/deletable.ts';
import { detectFileKind } from '../../rules/file-kind.ts';
import { hasGaps } from '../../rules/has-gaps.ts';
import { hasNarrator } from '../../rules/has-narrator.ts';
import { isSameHash } from '../../rules/hash-matches.ts';
import { hasBookPrefix, hasOlderPrefix, hasPrefixWithoutMusic } from '../../rules/isbn-prefix.ts';
import { keepSeparators, removeSeparators, ignoreSeparators } from '../../rules/isbn-spelling.ts';
import { kindFitsRole } from '../../rules/kind-fits-role.ts';
import { formatLanguageCode } from '../../rules/language-code.ts';
import { computeLastPage } from '../../rules/last-page.ts';
import { mergeChapters, replaceChapters } from '../../rules/merge-chapters.ts';
import { lacksChapters } from '../../rules/missing-chapters.ts';
import { findMissingRoles } from '../../rules/missing-roles.ts';
import { needsFinalVersion } from '../../rules/needs-final-version.ts';
import {
  afterAttach,
  afterChange,
  afterPublish,
  afterReview,
  afterReviewAsDistributed,
} from '../../rules/next-status.ts';
import { addFile, replaceSameRole, isSecondOfRole } from '../../rules/place-file.ts';
import { findRepeatedSequences } from '../../rules/repeated-sequences.ts';
import { roleFitsFormat } from '../../rules/role-fits-format.ts';
import { findSharedFiles } from '../../rules/shared-files.ts';
import { today } from '../../rules/today.ts';
import { findUnmappedFiles } from '../../rules/unmapped-files.ts';
import { isUploadOpen } from '../../rules/upload-open.ts';
import { isValidIsbn13 } from '../../rules/valid-isbn13.ts';
import { isValidPrice } from '../../rules/valid-price.ts';
import { isWithdrawable } from '../../rules/withdrawable.ts';
import type { AttachedFile, Book, Chapter } from '../book/index.ts';
import type { Readings } from './readings.ts';

export type Rules = ReturnType<typeof chooseRules>;

/** Every rule, in the variant that the readings choose if there are several. */
export function chooseRules(readings: Readings) {
  return {
    ...isbnRules(readings),
    ...publishRules(readings),
    ...chapterRules(readings),
    ...fileRules(readings),
    ...statusRules(readings),
    isAsciiOnly,
    listAuthorNames,
    formatLanguageCode,
    isValidPrice,
    readDate: { strict: readCalendarDate, lenient: readLooseDate }[readings['date.form']],
    lastPage: (total: number, perPage: number) =>
      computeLastPage(total, perPage, Number(readings['list.last-page-when-empty'])),
  };
}

function isbnRules(readings: Readings) {
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

function publishRules(readings: Readings) {
  const lastDay = { inclusive: 14, exclusive: 13 }[readings['publish.day-14']];
  const minutesEast = { utc: 0, 'account-zone': -300, 'server-zone': 540 }[
    readings['publish.timezone']
  ];
  return {
    hasNarrator,
    lacksChapters,
    findMissingRoles,
    today: (now: number) => today(now, minutesEast),
    needsFinalVersion: (book: Book, day: string) => needsFinalVersion(book, day, lastDay),
  };
}

function chapterRules(readings: Readings) {
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

function fileRules(readings: Readings) {
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

function statusRules(readings: Readings) {
  const nextStatus = readings['publish.next-status'];
  return {
    isWithdrawable,
    afterAttach,
    afterChange,
    afterReview: { closed: afterReview, open: afterReviewAsDistributed }[readings['status.closed']],
    afterPublish: (status: string) => afterPublish(status, nextStatus),
    afterUnpublish: (): string => readings['unpublish.next-status'],
    isDeletable: {
      'published-and-in-review': isDeletableUnlessReleased,
      'all-but-draft': isDeletableAsDraft,
    }[readings['delete.refused-states']],
  };
}
