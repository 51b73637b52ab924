/** POST publish: what is expected of a publish, and what it does. */
import {
  getEffectTime,
  withoutFinalFlag,
  withQueuedPublish,
  withStatus,
} from '../../book-state/index.ts';
import {
  type Question,
  classifyIsbn,
  decides,
  emptyBodyGrounds,
  existenceGrounds,
  type Expectation,
  getKnownValue,
  type Ground,
  hasGaps,
  hasNarrator,
  hasNoOtherStatus,
  isCertain,
  isMust,
  locateInWindow,
  may,
  must,
  mustAlso,
  readSentFields,
} from '../../grounds/index.ts';
import { anyValue, type Book, type KnownChapter, type World } from '../../world/index.ts';
import { applyToBook } from '../book-call.ts';
import type { MonitoredOperation } from '../operation.ts';
import { readFields } from '../../../contract/fields.ts';
import type { StatedId } from '../../../contract/requirements.ts';

/** POST publish. */
export const publishOperation: MonitoredOperation = {
  expect: expectPublish,
  apply: (effect) =>
    applyToBook(effect, {
      change: applyPublish,
      claimRefused: () => [{ requirement: 'publish.refused-keeps-status', field: 'status' }],
      claimNoEffect: (requirement) => [{ requirement, field: 'status' }],
    }),
};

/** The document does not say which status follows a publish, and when. */
function applyPublish(book: Book, question: Question, wasAccepted: boolean): Book {
  const moment = getEffectTime(question, wasAccepted);
  const queuedBook = withQueuedPublish(withoutFinalFlag(book, moment), wasAccepted);
  const publishedBook = withStatus(queuedBook, anyValue, moment);
  return { ...publishedBook, wasPublished: true };
}

function expectPublish(question: Question): Expectation {
  const { book } = question;
  return {
    grounds: [
      ...existenceGrounds(question, 'publish.unknown-404'),
      ...emptyBodyGrounds(question.call),
      ...(isCertain(question) ? validationGrounds(question.book, question) : []),
      ...draftGrounds(question),
    ],
    brokenByOtherStatus: 'publish.refused-422-any-status',
    accepts: {
      brokenByRefusal: (names) =>
        book === undefined ? ['publish.answers-204'] : findBrokenByRefusal(book, question, names),
    },
  };
}

function draftGrounds(question: Question): readonly Ground[] {
  if (hasNoOtherStatus(question)) return [];
  return [(isSeenInOtherStatus(question) ? decides : may)('publish.not-draft', 409, 422)];
}

/** True if the last read showed that the book is not a draft, and no call may have changed that. */
function isSeenInOtherStatus(question: Question): boolean {
  const status = isCertain(question) ? question.book.seenStatus : undefined;
  return status !== undefined && status !== 'draft';
}

function validationGrounds(book: Book, question: Question): readonly Ground[] {
  const grounds = [
    ...windowGrounds(book, question),
    ...narratorGrounds(book),
    ...chapterGrounds(book, question),
    ...completenessGrounds(book, question),
  ];
  const reason = grounds.find(isMust);
  if (reason === undefined) return grounds;
  // If a book that may be a draft is accepted all the same, only the requirement of the reason drifts.
  const inAnyStatus = mustAlso('publish.refused-422-any-status', [422]);
  return [
    ...grounds,
    isSeenInOtherStatus(question)
      ? inAnyStatus
      : { ...inAnyStatus, brokenByAcceptance: reason.brokenByAcceptance ?? reason.must },
  ];
}

/** Returns the position of the stored date; undefined if it is not known. */
function getWindowPosition(book: Book, { now, clockIsKnown, world }: Question) {
  const date = getKnownValue(book, 'publicationDate');
  const { readings } = world.options;
  return typeof date === 'string'
    ? locateInWindow(date, now, { clockIsKnown, readings })
    : undefined;
}

function windowGrounds(book: Book, question: Question): readonly Ground[] {
  const final = getKnownValue(book, 'isFinalVersion');
  if (final === true) return [];
  const position = getWindowPosition(book, question);
  if (position === 'outside') return [];
  if (position === 'inside' && final === false) {
    const window = must('publish.final-version-window', [422]);
    // If the request has a date and is accepted, the service used that date instead of the stored one.
    return readSentFields(question)?.['publicationDate'] !== undefined
      ? [
          { ...window, brokenByAcceptance: 'publish.stored-date' },
          mustAlso('publish.stored-date', [422]),
        ]
      : [window];
  }
  return [may('publish.day-14', 422)];
}

function narratorGrounds(book: Book): readonly Ground[] {
  const format = getKnownValue(book, 'format');
  const contributor = getKnownValue(book, 'contributor');
  if (format === 'ebook' || format === 'print' || hasNarrator(contributor)) return [];
  const lacksNarrator = format === 'audio' && contributor !== undefined;
  return lacksNarrator
    ? [must('publish.narrator', [422]), mustAlso('contributor.narrator', [422])]
    : [may('publish.validation-content', 422)];
}

function chapterGrounds(book: Book, { world }: Question): readonly Ground[] {
  const format = getKnownValue(book, 'format');
  if (format === 'ebook' || format === 'print') return [];
  const { chapters } = book;
  if (format !== 'audio' || chapters === undefined) return [may('publish.missing-chapters', 422)];
  if (chapters.every((list) => list.length === 0)) return [must('publish.chapters-present', [422])];
  if (chapters.every(sharesFile)) return [must('chapters.one-file-one-chapter', [422])];
  if (chapters.every((list) => list.some(({ isUnfit }) => isUnfit))) {
    return [must('chapters.file-must-match', [422])];
  }
  return chapters.every((list) => hasCompleteChapters(list, book, world))
    ? []
    : [may('publish.missing-chapters', 422), may('chapters.gaps', 422)];
}

function sharesFile(chapters: readonly KnownChapter[]): boolean {
  return new Set(chapters.map(({ fileId }) => fileId)).size < chapters.length;
}

/** True if each track of the book has a chapter, and the sequences have no gaps. */
function hasCompleteChapters(chapters: readonly KnownChapter[], book: Book, world: World): boolean {
  const files = [...(book.files?.certain ?? []), ...(book.files?.possible ?? [])];
  const tracks = files.filter((id) => world.files.get(id)?.role === 'audio_content');
  return (
    chapters.length > 0 &&
    tracks.every((id) => chapters.some(({ fileId }) => fileId === id)) &&
    chapters.every(({ isUnfit, fileId }) => !isUnfit && tracks.includes(fileId)) &&
    !hasGaps(chapters.map(({ sequence }) => sequence))
  );
}

/** The document does not say what else the final validation checks. A book that went through its whole flow passes. */
function completenessGrounds(book: Book, question: Question): readonly Ground[] {
  const { world } = question;
  const format = getKnownValue(book, 'format');
  const prefix = readFields().rolePrefixes[String(format)];
  const files = (book.files?.certain ?? []).flatMap((id) => world.files.get(id) ?? []);
  const hasFile = (kind: string) =>
    files.some(
      ({ role, storedBytes }) =>
        role === `${prefix}${kind}` && storedBytes?.hasRightFormat === true,
    );
  const haveRightFormats = files.every(({ storedBytes }) => storedBytes?.hasRightFormat === true);
  const isComplete =
    prefix !== undefined &&
    hasFile('content') &&
    hasFile('cover') &&
    haveRightFormats &&
    files.length === book.files?.certain.length &&
    book.files.possible.length === 0 &&
    hasDetails(book, format);
  return isComplete ? [] : [may('publish.validation-content', 422)];
}

function hasDetails(book: Book, format: unknown): boolean {
  const isbn = getKnownValue(book, 'isbn');
  if (format === 'print') return typeof isbn === 'string' && classifyIsbn(isbn) === 'valid';
  const details = getKnownValue(book, 'audioDetails');
  return format !== 'audio' || (typeof details === 'object' && details !== null);
}

const flowByFormat: Readonly<Record<string, StatedId>> = {
  ebook: 'flow.ebook',
  audio: 'flow.audiobook',
  print: 'flow.print',
};

/** A refusal that names one of these fields is about the final version window. */
const windowFields: readonly string[] = ['isFinalVersion', 'publicationDate'];

/** Returns the requirements that are broken if a publish is refused although nothing permits it. */
function findBrokenByRefusal(
  book: Book,
  question: Question,
  names: readonly string[],
): readonly StatedId[] {
  const isFinal = getKnownValue(book, 'isFinalVersion') === true;
  const isNear = getWindowPosition(book, question) !== 'outside';
  const flow = flowByFormat[String(getKnownValue(book, 'format'))];
  const windowRequirements: readonly StatedId[] = [
    ...(isFinal && isNear ? (['publish.final-any-date'] as const) : []),
    ...(isFinal || isNear ? [] : (['publish.outside-window', 'publish.stored-date'] as const)),
  ];
  if (windowRequirements.length > 0 && names.some((name) => windowFields.includes(name))) {
    return windowRequirements;
  }
  return [
    'publish.answers-204',
    'publish.from-draft',
    ...windowRequirements,
    ...(flow === undefined ? [] : [flow]),
    ...(book.wasPublished ? (['publish.again', 'flow.edit-and-republish'] as const) : []),
  ];
}
