/** Applies a call to the world, by its response. */
import {
  accountRequirement,
  isForeign,
  type Expectation,
  type Question,
} from '../expectations/index.ts';
import type { StatedId } from '../../contract/requirements.ts';
import { readGrants, type ResponseOutcome } from '../responses.ts';
import {
  anyValue,
  existence,
  exactly,
  withClaims,
  type Book,
  type Claim,
  type World,
} from '../world/index.ts';
import {
  withExternalId,
  applyCreate,
  applyLostCreate,
  applyRefusedCreate,
  readSentFields,
  withUsedMarks,
} from './create.ts';
import {
  getEffectTime,
  withoutFinalFlag,
  withStatus,
  countAcceptedCall,
  withWrite,
  type EffectTime,
} from './change.ts';
import { readFieldValues, withSettledUpdates } from './concurrent-updates.ts';
import { applyAttach, applyPut, markAttached, withLooseFiles } from './file-effects.ts';
import { applyUploadRequest } from './grants.ts';
import { applyRefusedUpdate, applyUpdate } from './update.ts';

export { readSentFields } from './create.ts';
export { findDescriptor, readSentDescriptors, type Descriptor } from './grants.ts';

/** A call with its outcome and what was expected of it. */
export interface Effect {
  readonly question: Question;
  readonly expectation: Expectation | undefined;
  readonly outcome: ResponseOutcome;
}

/** Returns the world after a call that took effect, was refused, or may have done either. */
export function applyEffect(effect: Effect): World {
  const { question, outcome } = effect;
  const { world, call, exchange } = question;
  const body = exchange.response?.body;
  switch (call.operation) {
    case 'createBook':
      if (outcome === 'accepted') return applyCreate(question, body);
      return outcome === 'refused'
        ? applyRefusedCreate(question, effect.expectation?.grounds.length === 0)
        : applyLostCreate(question);
    case 'putFile':
      return applyPut(question, outcome);
    case 'listBooks':
    case 'readBook':
    case 'lookUpBook':
      return world;
    default:
      return applyBookCall(effect);
  }
}

/** Applies a call that addresses one book. */
function applyBookCall(effect: Effect): World {
  const { question, outcome } = effect;
  const { world, call, book } = question;
  const worldWithGrants =
    call.operation === 'requestUploads' && outcome === 'accepted'
      ? applyUploadRequest(question, question.exchange.response?.body)
      : world;
  const wasAccepted = outcome === 'accepted';
  const mayAttach = call.operation === 'attachFile' && outcome !== 'refused';
  const files = mayAttach
    ? markAttached({ ...question, world: worldWithGrants }, wasAccepted)
    : worldWithGrants.files;
  if (book === undefined) return { ...worldWithGrants, files };
  const isUpdate = call.operation === 'updateBook';
  const fieldValues = isUpdate && wasAccepted ? readFieldValues(book, question) : undefined;
  const bookWithWrite = withWrite(applyToBook(book, effect), question, fieldValues);
  const updatedBook = withSettledUpdates(bookWithWrite, question);
  const sentId = isUpdate ? readSentFields(question)?.['externalId'] : undefined;
  return {
    ...worldWithGrants,
    files,
    books: worldWithGrants.books.set(
      book.id,
      wasAccepted ? countAcceptedCall(updatedBook, question) : updatedBook,
    ),
    usedMarks: isUpdate ? withUsedMarks(question).usedMarks : worldWithGrants.usedMarks,
    externalIds: withExternalId(worldWithGrants, sentId, book.id),
  };
}

function applyToBook(book: Book, { question, expectation, outcome }: Effect): Book {
  if (outcome === 'refused') return applyRefusal(book, question, expectation);
  const wasAccepted = outcome === 'accepted';
  const moment = getEffectTime(question, wasAccepted);
  switch (question.call.operation) {
    case 'updateBook':
      return withLooseFiles(applyUpdate(book, question, wasAccepted), book);
    case 'attachFile':
      return applyAttach(book, question, wasAccepted);
    case 'publishBook': {
      // The document does not say which status follows a publish, and when.
      const publishedBook = withStatus(withoutFinalFlag(book, moment), anyValue, moment);
      return { ...publishedBook, wasPublished: true };
    }
    case 'unpublishBook':
      return applyUnpublish(book, question, moment);
    case 'deleteBook':
      return {
        ...withStatus(book, anyValue, moment),
        // A deleted book stays deleted, even if other calls were in flight.
        deleted: wasAccepted || book.deleted === 'yes' ? 'yes' : 'maybe',
        changedAt: moment.at,
      };
    case 'requestUploads':
      return withClaims(withUnreadGrants(book, question), claimUpload(question));
    default:
      return book;
  }
}

/** Applies an unpublish: a published book gets another status, unless a 202 says that this takes time. */
function applyUnpublish(book: Book, { exchange }: Question, moment: EffectTime): Book {
  const takesTime = exchange.response?.status === 202;
  const isWithdrawn = book.seenStatus === 'published' && moment.isCertain && !takesTime;
  const status = isWithdrawn ? { except: ['published'] } : anyValue;
  const bookWithStatus = withStatus(withoutFinalFlag(book, moment), status, moment);
  const updatedBook = { ...bookWithStatus, wasPublished: true, wasUnpublished: true };
  return isWithdrawn
    ? withClaims(updatedBook, [
        { requirement: 'unpublish.withdraws', field: 'status', previous: exactly('published') },
      ])
    : updatedBook;
}

/** If the grants of a response cannot be read, unknown files may be attached later. */
function withUnreadGrants(book: Book, { exchange }: Question): Book {
  const isReadable = readGrants(exchange.response?.body) !== undefined;
  return isReadable ? book : { ...book, knowsFiles: false };
}

/** An upload request neither returns its book to draft nor attaches the files that it announces. */
function claimUpload({ exchange }: Question): readonly Claim[] {
  const ids = (readGrants(exchange.response?.body) ?? []).map(({ id }) => id);
  return [
    { requirement: 'upload.keeps-status', field: 'status', refusedValue: 'draft' },
    { requirement: 'attach.references-only-after', field: 'files', refusedValue: ids },
  ];
}

/** Returns the claims of a refused call: what it would have changed stays as it was. */
function claimRefusal(question: Question): readonly Claim[] {
  const { operation, fileId } = question.call;
  switch (operation) {
    case 'attachFile':
      return [
        { requirement: 'attach.refused-changes-nothing', field: 'status', refusedValue: 'draft' },
        { requirement: 'attach.refused-changes-nothing', field: 'files', refusedValue: [fileId] },
        { requirement: 'attach.references-only-after', field: 'files', refusedValue: [fileId] },
      ];
    case 'publishBook':
      return [{ requirement: 'publish.refused-keeps-status', field: 'status' }];
    case 'deleteBook':
      return [
        { requirement: 'delete.refused-changes-nothing', field: '*' },
        { requirement: 'delete.refused-changes-nothing', field: 'status' },
        { requirement: 'delete.refused-changes-nothing', field: existence },
      ];
    case 'requestUploads':
      return claimUpload(question);
    default:
      return [];
  }
}

function applyRefusal(book: Book, question: Question, expectation: Expectation | undefined): Book {
  const { call, exchange } = question;
  const status = exchange.response?.status;
  if (isForeign(book, question)) {
    return withClaims(book, claimNothingChanges(accountRequirement(call.operation), question));
  }
  if (status === 401) return withClaims(book, claimNothingChanges('auth.no-effect', question));
  if (call.operation === 'updateBook' && status !== 404 && expectation !== undefined) {
    return withLooseFiles(applyRefusedUpdate(book, question, expectation), book);
  }
  return withClaims(book, claimRefusal(question));
}

const draftingOperations: readonly string[] = ['updateBook', 'attachFile', 'requestUploads'];

/** Claims under one requirement that what the call would have changed stays as it was. */
function claimNothingChanges(requirement: StatedId, question: Question): readonly Claim[] {
  const { operation, fileId } = question.call;
  const draft = draftingOperations.includes(operation) ? { refusedValue: 'draft' } : {};
  const fields = operation === 'updateBook' ? (readSentFields(question) ?? {}) : {};
  return [
    ...Object.entries(fields).map(([field, value]): Claim => ({
      requirement,
      field,
      ...(field === 'chapters' ? {} : { refusedValue: value }),
    })),
    { requirement, field: 'status', ...draft },
    ...(operation === 'attachFile'
      ? [{ requirement, field: 'files', refusedValue: [fileId] }]
      : []),
    ...(operation === 'deleteBook' ? [{ requirement, field: existence }] : []),
  ];
}
