/** POST publish: the final validation. */
import { isObject } from '../../contract/json-pointer.ts';
import type { StatedId } from '../../contract/requirements.ts';
import type { Book, KnownChapter, World } from '../world/index.ts';
import { emptyBodyGrounds } from './body-grounds.ts';
import {
  existenceGrounds,
  hasNoOtherStatus,
  isCertain,
  isDraft,
  getKnownValue,
} from './book-grounds.ts';
import { hasGaps } from './chapter-grounds.ts';
import { hasNarrator } from './create-book.ts';
import { windowPosition } from './dates.ts';
import { decides, isMust, may, must, type Expectation, type Ground } from './grounds.ts';
import { kindOfIsbn } from './isbn.ts';
import type { Question } from './question.ts';

export function expectPublish(question: Question): Expectation {
  const { book } = question;
  return {
    grounds: [
      ...existenceGrounds(question, 'publish.unknown-404'),
      ...emptyBodyGrounds(question.call),
      ...(isCertain(question) ? validationGrounds(question.book, question) : []),
      ...draftGrounds(question),
    ],
    otherRefusal: 'publish.refused-422-any-status',
    accepts: {
      statuses: [204],
      status: 'publish.answers-204',
      refused: (names) =>
        book === undefined ? ['publish.answers-204'] : findBrokenByRefusal(book, question, names),
    },
  };
}

function draftGrounds(question: Question): readonly Ground[] {
  if (hasNoOtherStatus(question)) return [];
  const seen = isCertain(question) ? question.book.seenStatus : undefined;
  const isOther = seen !== undefined && seen !== 'draft';
  return [(isOther ? decides : may)('publish.not-draft', 409, 422)];
}

function validationGrounds(book: Book, question: Question): readonly Ground[] {
  const grounds = [
    ...windowGrounds(book, question),
    ...narratorGrounds(book),
    ...chapterGrounds(book, question),
    ...completenessGrounds(book, question),
  ];
  const refused = grounds.find(isMust);
  if (refused === undefined) return grounds;
  // That a draft was accepted is a matter of the rule that it breaks.
  const inAnyStatus = must('publish.refused-422-any-status', [422]);
  return [
    ...grounds,
    isDraft(question)
      ? { ...inAnyStatus, accepted: refused.accepted ?? refused.must }
      : inAnyStatus,
  ];
}

/** Returns the position of the stored date; undefined if it is not known. */
function getWindowPosition(book: Book, { now, clockIsKnown, world }: Question) {
  const date = getKnownValue(book, 'publicationDate');
  const { readings } = world.options;
  return typeof date === 'string'
    ? windowPosition(date, now, { clockIsKnown, readings })
    : undefined;
}

function windowGrounds(book: Book, question: Question): readonly Ground[] {
  const final = getKnownValue(book, 'isFinalVersion');
  if (final === true) return [];
  const position = getWindowPosition(book, question);
  if (position === 'outside') return [];
  if (position === 'inside' && final === false) {
    const window = must('publish.final-version-window', [422]);
    // With a date in the request, an acceptance shows that this date counted.
    return namesDate(question)
      ? [{ ...window, accepted: 'publish.stored-date' }, must('publish.stored-date', [422])]
      : [window];
  }
  return [may('publish.day-14', 422)];
}

/** True if the request has a publication date of its own. */
function namesDate({ call: { body } }: Question): boolean {
  return body.kind === 'json' && isObject(body.value) && 'publicationDate' in body.value;
}

function narratorGrounds(book: Book): readonly Ground[] {
  const format = getKnownValue(book, 'format');
  const contributor = getKnownValue(book, 'contributor');
  if (format === 'ebook' || format === 'print' || hasNarrator(contributor)) return [];
  const certain = format === 'audio' && contributor !== undefined;
  return certain
    ? [must('publish.narrator', [422]), must('contributor.narrator', [422])]
    : [may('publish.validation-content', 422)];
}

function chapterGrounds(book: Book, { world }: Question): readonly Ground[] {
  const format = getKnownValue(book, 'format');
  if (format === 'ebook' || format === 'print') return [];
  const { chapters } = book;
  if (format !== 'audio' || chapters === undefined) return [may('publish.missing-chapters', 422)];
  if (chapters.every((one) => one.length === 0)) return [must('publish.chapters-present', [422])];
  if (chapters.every(sharesFile)) return [must('chapters.one-file-one-chapter', [422])];
  if (chapters.every((one) => one.some(({ unfit }) => unfit))) {
    return [must('chapters.file-must-match', [422])];
  }
  return chapters.every((one) => hasCompleteChapters(one, book, world))
    ? []
    : [may('publish.missing-chapters', 422), may('chapters.gaps', 422)];
}

/** True if two chapters have one file. */
function sharesFile(chapters: readonly KnownChapter[]): boolean {
  return new Set(chapters.map(({ fileId }) => fileId)).size < chapters.length;
}

/** True if each track of the book has its chapter, without gaps. */
function hasCompleteChapters(chapters: readonly KnownChapter[], book: Book, world: World): boolean {
  const files = [...(book.files?.certain ?? []), ...(book.files?.possible ?? [])];
  const tracks = files.filter((id) => world.files.get(id)?.role === 'audio_content');
  return (
    chapters.length > 0 &&
    tracks.every((id) => chapters.some(({ fileId }) => fileId === id)) &&
    chapters.every(({ unfit, fileId }) => !unfit && tracks.includes(fileId)) &&
    !hasGaps(chapters.map(({ sequence }) => sequence))
  );
}

/** Further requirements of a final validation: a book that went through the whole flow meets them. */
function completenessGrounds(book: Book, question: Question): readonly Ground[] {
  const { world } = question;
  const format = getKnownValue(book, 'format');
  const prefix = { ebook: 'ebook', audio: 'audio', print: 'pod' }[String(format)];
  const files = (book.files?.certain ?? []).flatMap((id) => world.files.get(id) ?? []);
  const has = (kind: string) =>
    files.some(({ role, stored }) => role === `${prefix}_${kind}` && stored?.soundKind === true);
  const sound = files.every(({ stored }) => stored?.soundKind === true);
  const complete =
    prefix !== undefined &&
    has('content') &&
    has('cover') &&
    sound &&
    files.length === book.files?.certain.length &&
    book.files.possible.length === 0 &&
    hasDetails(book, format);
  return complete ? [] : [may('publish.validation-content', 422)];
}

function hasDetails(book: Book, format: unknown): boolean {
  const isbn = getKnownValue(book, 'isbn');
  if (format === 'print') return typeof isbn === 'string' && kindOfIsbn(isbn) === 'valid';
  const details = getKnownValue(book, 'audioDetails');
  return format !== 'audio' || (typeof details === 'object' && details !== null);
}

const flows: Readonly<Record<string, StatedId>> = {
  ebook: 'flow.ebook',
  audio: 'flow.audiobook',
  print: 'flow.print',
};

/** A refusal that names one of these is about the final version window. */
const windowFields: readonly string[] = ['isFinalVersion', 'publicationDate'];

/** Returns the broken requirement when a publish that leaves nothing open is refused. */
function findBrokenByRefusal(
  book: Book,
  question: Question,
  names: readonly string[],
): readonly StatedId[] {
  const final = getKnownValue(book, 'isFinalVersion') === true;
  const near = getWindowPosition(book, question) !== 'outside';
  const flow = flows[String(getKnownValue(book, 'format'))];
  const window: readonly StatedId[] = [
    ...(final && near ? (['publish.final-any-date'] as const) : []),
    ...(final || near ? [] : (['publish.outside-window', 'publish.stored-date'] as const)),
  ];
  if (window.length > 0 && names.some((name) => windowFields.includes(name))) return window;
  return [
    'publish.answers-204',
    'publish.from-draft',
    ...window,
    ...(flow === undefined ? [] : [flow]),
    ...(book.wasPublished ? (['publish.again', 'flow.edit-and-republish'] as const) : []),
  ];
}
