/** Every rule as one record, so that faults can replace single rules. */
import { asciiOnly } from '../../rules/ascii-only.ts';
import { authorNames } from '../../rules/author-names.ts';
import { calendarDate, looseDate } from '../../rules/calendar-date.ts';
import { asSet, bySequence } from '../../rules/chapter-order.ts';
import { unmatchedChapters } from '../../rules/chapters-match.ts';
import { deletableAsDraft, deletableUnlessOut } from '../../rules/deletable.ts';
import { fileKind } from '../../rules/file-kind.ts';
import { hasGaps } from '../../rules/has-gaps.ts';
import { hasNarrator } from '../../rules/has-narrator.ts';
import { hashMatches } from '../../rules/hash-matches.ts';
import { anyBookPrefix, olderPrefix, prefixWithoutMusic } from '../../rules/isbn-prefix.ts';
import { digitsOnly, storedAsDigits, storedAsSent } from '../../rules/isbn-spelling.ts';
import { kindFitsRole } from '../../rules/kind-fits-role.ts';
import { languageCode } from '../../rules/language-code.ts';
import { lastPage } from '../../rules/last-page.ts';
import { mergeChapters, replaceChapters } from '../../rules/merge-chapters.ts';
import { missingChapters } from '../../rules/missing-chapters.ts';
import { missingRoles } from '../../rules/missing-roles.ts';
import { needsFinalVersion } from '../../rules/needs-final-version.ts';
import {
  afterAttach,
  afterChange,
  afterPublish,
  afterReview,
  afterReviewByAnotherName,
} from '../../rules/next-status.ts';
import { addBeside, replaceSameRole, secondOfRole } from '../../rules/place-file.ts';
import { repeatedSequences } from '../../rules/repeated-sequences.ts';
import { roleFitsFormat } from '../../rules/role-fits-format.ts';
import { sharedFiles } from '../../rules/shared-files.ts';
import { today } from '../../rules/today.ts';
import { unmappedFiles } from '../../rules/unmapped-files.ts';
import { uploadOpen } from '../../rules/upload-open.ts';
import { validIsbn13 } from '../../rules/valid-isbn13.ts';
import { validPrice } from '../../rules/valid-price.ts';
import { withdrawable } from '../../rules/withdrawable.ts';
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
    asciiOnly,
    authorNames,
    languageCode,
    validPrice,
    readDate: { strict: calendarDate, lenient: looseDate }[readings['date.form']],
    lastPage: (total: number, perPage: number) =>
      lastPage(total, perPage, Number(readings['list.last-page-when-empty'])),
  };
}

function isbnRules(readings: Readings) {
  return {
    validIsbn13,
    isbnPrefix: {
      '978-and-979': anyBookPrefix,
      '978-only': olderPrefix,
      '979-0-refused': prefixWithoutMusic,
    }[readings['isbn.prefixes']],
    spellIsbn: {
      '422': digitsOnly,
      'accepted-normalised': storedAsDigits,
      'accepted-as-is': storedAsSent,
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
    missingChapters,
    missingRoles,
    today: (now: number) => today(now, minutesEast),
    needsFinalVersion: (book: Book, day: string) => needsFinalVersion(book, day, lastDay),
  };
}

function chapterRules(readings: Readings) {
  return {
    unmatchedChapters,
    repeatedSequences,
    hasGaps,
    sharedFiles,
    unmappedFiles,
    orderChapters: { 'by-sequence': bySequence<Chapter>, insertion: asSet<Chapter> }[
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
    fileKind,
    kindFitsRole,
    hashMatches,
    uploadOpen,
    secondOfRole,
    placeFile: {
      replaces: replaceSameRole<AttachedFile>,
      adds: addBeside<AttachedFile>,
      '409': addBeside<AttachedFile>,
      '422': addBeside<AttachedFile>,
    }[readings['attach.second-content']],
  };
}

function statusRules(readings: Readings) {
  const nextStatus = readings['publish.next-status'];
  return {
    withdrawable,
    afterAttach,
    afterChange,
    afterReview: { closed: afterReview, open: afterReviewByAnotherName }[readings['status.closed']],
    afterPublish: (status: string) => afterPublish(status, nextStatus),
    afterUnpublish: (): string => readings['unpublish.next-status'],
    deletable: {
      'published-and-in-review': deletableUnlessOut,
      'all-but-draft': deletableAsDraft,
    }[readings['delete.refused-states']],
  };
}
