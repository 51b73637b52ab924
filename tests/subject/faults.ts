/** The faults that the subject can have, each with the requirements that it breaks. */
import type { CharacterName } from './characters.ts';

export interface SubjectFault {
  readonly breaks: readonly string[];
  /** The characters in which a client can see the fault; all of them if absent. */
  readonly visibleIn?: readonly CharacterName[];
  /** The hour in UTC from which no time zone explains the difference. */
  readonly visibleFromHour?: number;
}

/** Every fault by name; the ids are those of the ledger. */
export const faults = {
  // Keys
  'any-key-opens': { breaks: ['auth.invalid-key'] },
  'reading-needs-no-key': { breaks: ['auth.missing-key'] },
  'strangers-delete': { breaks: ['auth.no-effect'] },
  'strangers-are-forbidden': { breaks: ['auth.missing-key', 'auth.invalid-key'] },
  // Fields that a book keeps
  'copyright-not-needed': {
    breaks: ['create.required-properties', 'create.schema-400', 'book.copyright'],
  },
  'keyword-falls-off': {
    breaks: ['create.reads-back', 'create.optional-properties', 'book.keyword'],
  },
  'editors-fall-off': {
    breaks: ['create.reads-back', 'book.contributor', 'contributor.roles'],
  },
  'whole-amounts': {
    breaks: ['create.reads-back', 'price.fields', 'book.price', 'price.currencies'],
  },
  'born-final': { breaks: ['create.not-final', 'create.reads-back'] },
  'born-in-need-of-action': {
    breaks: [
      'create.draft',
      'status.changed-only-by',
      'update.keeps-the-rest',
      'upload.keeps-status',
    ],
  },
  'refuses-and-stores': { breaks: ['create.refused-leaves-nothing'] },
  'languages-as-sent': {
    breaks: ['book.language-uppercase', 'create.reads-back', 'list.item-language'],
  },
  'imprint-by-publisher': { breaks: ['book.imprint-set-by-service'] },
  'every-book-printed': { breaks: ['book.pod-details-only-print', 'book.fields'] },
  'chapters-for-all': { breaks: ['book.chapters-only-audio', 'book.fields'] },
  // Dates and ISBNs
  'any-check-digit': { breaks: ['isbn.valid-on-create'] },
  'any-check-digit-later': { breaks: ['isbn.valid-on-update'] },
  'no-check-digit-zero': { breaks: ['isbn.valid-on-create', 'isbn.valid-on-update'] },
  'any-prefix': { breaks: ['isbn.valid-on-create', 'isbn.valid-on-update'] },
  'dates-need-only-look-right': { breaks: ['date.valid-on-create', 'book.publication-date'] },
  'later-dates-go-unread': { breaks: ['date.valid-on-update', 'book.publication-date'] },
  'no-leap-day': { breaks: ['date.valid-on-create', 'date.valid-on-update'] },
  // The publish rule
  'window-a-day-short': { breaks: ['publish.final-version-window'], visibleFromHour: 15 },
  'window-a-day-long': { breaks: ['publish.outside-window'], visibleFromHour: 5 },
  'window-of-a-week': { breaks: ['publish.final-version-window'] },
  'window-without-today': { breaks: ['publish.final-version-window'] },
  'window-without-past': { breaks: ['publish.final-version-window'] },
  'window-without-long-past': { breaks: ['publish.final-version-window'] },
  'window-reads-the-first-date': {
    breaks: ['publish.stored-date', 'publish.final-version-window', 'publish.outside-window'],
  },
  'final-books-wait': { breaks: ['publish.final-any-date'] },
  'publish-refused-as-409': {
    breaks: [
      'publish.final-version-window',
      'publish.refused-422-any-status',
      'errors.documented-422',
    ],
  },
  'refused-publish-calls-for-action': { breaks: ['publish.refused-keeps-status'] },
  'refused-publish-publishes': { breaks: ['publish.refused-keeps-status'] },
  'publish-says-more': { breaks: ['publish.answers-204'] },
  'narrator-not-needed': { breaks: ['publish.narrator', 'contributor.narrator'] },
  'narrator-comes-first': {
    breaks: ['contributor.narrator', 'publish.narrator', 'flow.audiobook', 'publish.from-draft'],
    visibleIn: ['terse', 'drowsy'],
  },
  'editor-will-do': { breaks: ['contributor.narrator', 'publish.narrator'] },
  'chapters-not-needed': { breaks: ['publish.chapters-present'] },
  // Requests that return a book to draft
  'update-keeps-the-status': { breaks: ['update.returns-to-draft', 'update.shows-draft'] },
  'price-keeps-the-status': { breaks: ['update.returns-to-draft', 'update.shows-draft'] },
  'attach-keeps-the-status': { breaks: ['attach.returns-to-draft', 'attach.publish-again'] },
  'asking-for-addresses-reopens': { breaks: ['upload.keeps-status', 'status.changed-only-by'] },
  'reading-reopens': { breaks: ['read.changes-nothing', 'status.changed-only-by'] },
  'withdraws-in-name-only': { breaks: ['unpublish.withdraws'] },
  'withdraws-the-unknown': { breaks: ['unpublish.unknown-404'] },
  // Updates
  'update-clears-the-subtitle': { breaks: ['update.keeps-the-rest'] },
  'update-loses-the-isbn': { breaks: ['update.keeps-the-rest'] },
  'audio-details-once': { breaks: ['audio-details.on-create-and-update', 'update.changes-values'] },
  'one-update-in-seven-lost': {
    breaks: [
      'update.changes-values',
      'update.keeps-the-rest',
      'update.shows-draft',
      'audio-details.on-create-and-update',
      'chapters.set-by-update',
      'chapters.read-back',
      'chapters.replace',
      'publish.stored-date',
    ],
  },
  'updates-collide': { breaks: ['update.keeps-the-rest', 'update.changes-values'] },
  'refused-update-half-done': { breaks: ['update.refused-changes-nothing'] },
  // Chapters
  'chapters-pile-up': { breaks: ['chapters.replace'] },
  'first-chapter-stands': { breaks: ['chapters.replace'] },
  'replaced-chapter-keeps-its-file': { breaks: ['chapters.replace'] },
  'sequences-from-zero': { breaks: ['chapters.read-back', 'chapters.sequence'] },
  'ascii-title-falls-off': {
    breaks: ['chapters.title-ascii-optional', 'chapters.read-back', 'chapters.title-ascii-only'],
  },
  'any-file-makes-a-chapter': { breaks: ['chapters.file-must-match'] },
  'covers-make-chapters': { breaks: ['chapters.file-must-match'] },
  'chapters-share-a-file': { breaks: ['chapters.one-file-one-chapter'] },
  // Files
  'only-the-first-role-counts': { breaks: ['upload.role-fits-format'] },
  'any-text-is-a-hash': { breaks: ['upload.descriptor-hash', 'upload.schema-400'] },
  'upload-takes-any-type': { breaks: ['upload.content-type-400'] },
  'last-grant-missing': { breaks: ['upload.one-grant-each'] },
  'one-address-for-all': { breaks: ['upload.url-per-file'] },
  'addresses-are-born-late': { breaks: ['upload.grant-expires-at', 'put.deadline'] },
  'grants-say-cover': { breaks: ['upload.grant-role'], visibleIn: ['chatty', 'drowsy'] },
  'storage-wants-the-key': { breaks: ['put.no-key'] },
  'storage-takes-sound-only': { breaks: ['put.content-types', 'put.takes-bytes'] },
  'late-bytes-welcome': { breaks: ['put.deadline'], visibleIn: ['drowsy'] },
  'urls-stay-valid': { breaks: ['put.used-url'] },
  'attach-takes-any-type': { breaks: ['attach.content-type-400'] },
  'attach-needs-no-hash': { breaks: ['attach.required-properties'] },
  'attach-says-nothing': { breaks: ['attach.answers-200'] },
  'attaches-in-name-only': { breaks: ['attach.references-file'] },
  'files-of-strangers': { breaks: ['attach.unknown-404', 'attach.other-book'] },
  'bytes-need-not-come': { breaks: ['attach.hash-mismatch-422', 'attach.before-put'] },
  'hash-goes-unread': { breaks: ['attach.hash-mismatch-422'] },
  'hash-of-the-promise': { breaks: ['attach.hash-mismatch-422'] },
  'hash-read-in-part': { breaks: ['attach.hash-mismatch-422'] },
  'mismatch-as-400': {
    breaks: ['attach.hash-mismatch-422', 'errors.documented-422'],
    visibleIn: ['chatty'],
  },
  'refuses-and-attaches': { breaks: ['attach.refused-changes-nothing'] },
  'shows-files-early': { breaks: ['attach.references-only-after'] },
  'second-file-unseen': { breaks: ['attach.references-file'] },
  // Lists and lookups
  'twenty-a-page': { breaks: ['list.per-page', 'list.meta-echo'] },
  'says-fifty': { breaks: ['list.meta-echo'] },
  'one-more-a-page': { breaks: ['list.per-page', 'list.invalid-query-400'] },
  'page-zero-will-do': { breaks: ['list.page', 'list.invalid-query-400'] },
  'sorts-by-anything': { breaks: ['list.sort', 'list.invalid-query-400'] },
  'titles-in-any-order': { breaks: ['list.sorted', 'list.sort'] },
  'pages-overlap': { breaks: ['list.walk'] },
  'a-book-between-pages': { breaks: ['list.walk', 'list.shows-created'] },
  'always-more': { breaks: ['list.next-null-on-last'] },
  'stops-before-the-last': { breaks: ['list.next-before-last', 'list.walk'] },
  'one-page-too-many': { breaks: ['list.last-page'] },
  'counts-the-page': { breaks: ['list.walk', 'list.last-page'] },
  'format-only-on-page-one': { breaks: ['list.format-filter'] },
  'next-forgets-the-format': { breaks: ['list.next-leads-on'] },
  'list-remembers-the-first': { breaks: ['list.agrees-with-book'] },
  'lookup-unknown-as-404': { breaks: ['lookup.unknown-422'] },
  'lookup-blames-another': { breaks: ['lookup.unknown-names-parameter'] },
  'lookup-remembers-old-ids': { breaks: ['lookup.unknown-422', 'lookup.same-book'] },
  // Refusals
  'unknown-book-as-422': { breaks: ['read.unknown-404'] },
  'names-the-first-item': { breaks: ['problem.param-names', 'upload.role-fits-format'] },
  'problem-says-500': { breaks: ['problem.status'] },
  'problem-forgets-the-path': { breaks: ['problem.instance-path'] },
  // Deletes
  'delete-refused-as-422': { breaks: ['delete.refused-409'] },
  'refuses-and-deletes': { breaks: ['delete.refused-changes-nothing'] },
  'deletes-in-name-only': { breaks: ['delete.deletes'] },
} as const satisfies Readonly<Record<string, SubjectFault>>;

export type FaultName = keyof typeof faults;
