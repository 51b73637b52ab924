/** Applies an update to the known state of its book, whether it was accepted, refused or lost. */
import type { JsonObject } from '../../../contract/json-pointer.ts';
import {
  computeUpdate,
  type EffectTime,
  getDraftStatuses,
  getEffectTime,
  mayBeMerged,
  withField,
  withoutFinalFlag,
  withStatus,
} from '../../book-state/index.ts';
import {
  getKnownValue,
  type CompleteExpectation,
  getFieldName,
  isMust,
  type Question,
  readSentFields,
} from '../../grounds/index.ts';
import { readParamNames } from '../../responses.ts';
import {
  anyValue,
  type Book,
  exactly,
  getField,
  isClientField,
  isSameStatus,
  unite,
  withClaims,
  withoutState,
} from '../../world/index.ts';
import { type UpdateContext, withSentChapters } from './update-chapters.ts';
import { claimUpdate, claimUpdateRefused } from './update-claims.ts';

/** Applies an update that was accepted, or may have been if `wasAccepted` is false. */
export function applyUpdate(book: Book, question: Question, wasAccepted: boolean): Book {
  const fields = readSentFields(question);
  if (fields === undefined) return applyUnreadableUpdate(book, question);
  const moment = getEffectTime(question, wasAccepted);
  const exists = moment.isCertain && book.deleted === 'maybe' && !book.mayDisappear;
  const existingBook = exists ? { ...book, deleted: 'no' as const } : book;
  const bookWithValues = withValues(existingBook, fields, { question, moment });
  const draftEffect = wasAccepted && setsValues(fields) ? 'certain' : 'possible';
  const updatedBook = withDraft(bookWithValues, draftEffect, moment);
  return wasAccepted ? withClaims(updatedBook, claimUpdate(book, fields)) : updatedBook;
}

/** Applies an update that may have taken effect, and whose body is not known or has no fields. */
function applyUnreadableUpdate(book: Book, question: Question): Book {
  if (question.call.body.kind === 'unknown') return withoutState(book, question.lagTime);
  return withDraft(book, 'possible', getEffectTime(question, true));
}

function withValues(book: Book, fields: JsonObject, { question, moment }: UpdateContext): Book {
  const format = getKnownValue(book, 'format');
  let updatedBook = 'isFinalVersion' in fields ? book : withoutFinalFlag(book, moment);
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'chapters') {
      updatedBook = withSentChapters(updatedBook, value, { question, moment });
    } else if (name === 'imprint') {
      const sentImprints = [...updatedBook.sentImprints.slice(-4), value];
      updatedBook = { ...updatedBook, sentImprints };
    } else if (isClientField(name)) {
      const previous = getField(updatedBook, name).current;
      // An overlapping update may have added other entries before or after this one.
      const update =
        question.isDisturbed && mayBeMerged(name, value, question.world)
          ? { newValue: anyValue }
          : computeUpdate(name, value, { previous, format, world: question.world });
      updatedBook = withField(updatedBook, { name, ...update }, moment);
    }
  }
  const mayChangeFormat = 'format' in fields && fields['format'] !== format;
  return mayChangeFormat ? { ...updatedBook, chapters: undefined } : updatedBook;
}

/** An update returns a book to draft even if it sets the values that the book has. The service may ignore other keys. */
export function setsValues(fields: JsonObject): boolean {
  return Object.entries(fields).some(
    ([name, value]) => (isClientField(name) || name === 'chapters') && value !== null,
  );
}

function withDraft(book: Book, effect: 'certain' | 'possible', moment: EffectTime): Book {
  const status =
    effect === 'certain'
      ? getDraftStatuses(book)
      : unite(book.status.current, exactly('draft'), isSameStatus);
  return withStatus(book, status, moment);
}

/**
 * Applies an update that was refused: the status and the values that it was refused for stay as they were.
 * The document does not say what happens to its valid values.
 */
export function applyRefusedUpdate(
  book: Book,
  question: Question,
  expectation: CompleteExpectation,
): Book {
  const { response } = question.exchange;
  const fields = readSentFields(question);
  if (question.call.body.kind === 'unknown') return withoutState(book, question.lagTime);
  if (fields === undefined || response === undefined) return book;
  const requiredNames = expectation.grounds.filter(isMust).flatMap(({ names }) => names);
  const invalidFields = [...requiredNames, ...readParamNames(response.body)].map(getFieldName);
  // If the update was refused for another reason, such as the book's status, all of its values are valid.
  const validFields = Object.fromEntries(
    Object.entries(fields).filter(([name]) => !invalidFields.includes(name)),
  );
  const moment = getEffectTime(question, false);
  const hasValidFields = Object.keys(validFields).length > 0;
  const newBook = hasValidFields ? withValues(book, validFields, { question, moment }) : book;
  return withClaims(newBook, claimUpdateRefused(fields));
}

/**
 * Marks the files of chapters that an update may have removed as possibly attached: the document does not say
 * whether they stay.
 */
export function withLooseFiles(book: Book, previousBook: Book): Book {
  if (book.files === undefined || previousBook.chapters === undefined) return book;
  const chapterFiles = new Set(previousBook.chapters.flat().map(({ fileId }) => fileId));
  const allRemain = book.chapters?.every((chapters) =>
    [...chapterFiles].every((id) => chapters.some(({ fileId }) => fileId === id)),
  );
  if (allRemain === true) return book;
  const { certain, possible } = book.files;
  const looseFiles = certain.filter((id) => chapterFiles.has(id));
  const otherFiles = certain.filter((id) => !chapterFiles.has(id));
  return { ...book, files: { certain: otherFiles, possible: [...possible, ...looseFiles] } };
}
