/** Updates what is known after a call, by its response. */
import {
  accountRequirement,
  isForeign,
  type Expectation,
  type Question,
} from '../expectations/index.ts';
import type { StatedId } from '../../contract/requirements.ts';
import { readGrants, type Outcome } from '../responses/index.ts';
import {
  anything,
  existence,
  exactly,
  withClaims,
  type Book,
  type Claim,
  type World,
} from '../world/index.ts';
import {
  withExternalId,
  afterCreate,
  afterLostCreate,
  afterRefusedCreate,
  sentFields,
  withUsed,
} from './create.ts';
import {
  getMoment,
  withoutFinalFlag,
  withStatus,
  withTurn,
  withWrite,
  type Moment,
} from './change.ts';
import { readSetValues, withSettledUpdates } from './concurrent-updates.ts';
import { afterAttach, afterPut, attachedFile, withLooseFiles } from './file-effects.ts';
import { afterUploadRequest } from './grants.ts';
import { afterRefusedUpdate, afterUpdate } from './update.ts';

export { isDisturbed } from './change.ts';
export { sentFields } from './create.ts';
export { descriptorFor, sentDescriptors } from './grants.ts';

/** One answered, refused or lost call. */
export interface Effect {
  readonly question: Question;
  readonly expectation: Expectation | undefined;
  readonly outcome: Outcome;
}

/** The world after a call took effect, was refused, or may have done either. */
export function worldAfter(effect: Effect): World {
  const { question, outcome } = effect;
  const { world, call, exchange } = question;
  const body = exchange.response?.body;
  switch (call.operation) {
    case 'createBook':
      if (outcome === 'accepted') return afterCreate(question, body);
      return outcome === 'refused'
        ? afterRefusedCreate(question, effect.expectation?.grounds.length === 0)
        : afterLostCreate(question);
    case 'putFile':
      return afterPut(question, outcome);
    case 'listBooks':
    case 'readBook':
    case 'lookUpBook':
      return world;
    default:
      return afterBookCall(effect);
  }
}

/** A call that addresses one book. */
function afterBookCall(effect: Effect): World {
  const { question, outcome } = effect;
  const { world, call, book } = question;
  const granted =
    call.operation === 'requestUploads' && outcome === 'accepted'
      ? afterUploadRequest(question, question.exchange.response?.body)
      : world;
  const attaching = call.operation === 'attachFile' && outcome !== 'refused';
  const files = attaching
    ? attachedFile({ ...question, world: granted }, outcome === 'accepted')
    : granted.files;
  if (book === undefined) return { ...granted, files };
  const updating = call.operation === 'updateBook';
  const sets = updating && outcome === 'accepted' ? readSetValues(book, question) : undefined;
  const next = withSettledUpdates(withWrite(bookAfter(book, effect), question, sets), question);
  const counted = outcome === 'accepted' ? withTurn(next, question) : next;
  const sentId = updating ? sentFields(question)?.['externalId'] : undefined;
  return {
    ...granted,
    files,
    books: granted.books.set(book.id, counted),
    used: updating ? withUsed(question).used : granted.used,
    externalIds: withExternalId(granted, sentId, book.id),
  };
}

function bookAfter(book: Book, { question, expectation, outcome }: Effect): Book {
  if (outcome === 'refused') return afterRefusal(book, question, expectation);
  const certain = outcome === 'accepted';
  const moment = { ...getMoment(question), certain: certain && !question.disturbed };
  switch (question.call.operation) {
    case 'updateBook':
      return withLooseFiles(afterUpdate(book, question, certain), book);
    case 'attachFile':
      return afterAttach(book, question, certain);
    case 'publishBook': {
      // The document does not say what follows a publish, and when.
      const published = withStatus(withoutFinalFlag(book, moment), anything, moment);
      return { ...published, wasPublished: true };
    }
    case 'unpublishBook':
      return afterUnpublish(book, question, moment);
    case 'deleteBook':
      return {
        ...withStatus(book, anything, moment),
        // A deleted book stays deleted, even if other calls were in flight.
        deleted: certain ? 'yes' : book.deleted === 'yes' ? 'yes' : 'maybe',
        changedAt: moment.at,
      };
    case 'requestUploads':
      return withClaims(withAnnounced(book, question), uploadClaims(question));
    default:
      return book;
  }
}

/** The next status is open, but a book that was published is so no longer, unless that takes time. */
function afterUnpublish(book: Book, { exchange }: Question, moment: Moment): Book {
  const isLater = exchange.response?.status === 202;
  const leaves = book.seenStatus === 'published' && moment.certain && !isLater;
  const next = leaves ? { except: ['published'] } : anything;
  const withdrawn = withStatus(withoutFinalFlag(book, moment), next, moment);
  const left = { ...withdrawn, wasPublished: true, wasUnpublished: true };
  return leaves
    ? withClaims(left, [
        { requirement: 'unpublish.withdraws', field: 'status', was: exactly('published') },
      ])
    : left;
}

/** Files whose grants were not read may be attached later. */
function withAnnounced(book: Book, { exchange }: Question): Book {
  const isRead = readGrants(exchange.response?.body) !== undefined;
  return isRead ? book : { ...book, knowsFiles: false };
}

/** A request for upload URLs makes no draft of a book and attaches none of the files that it announces. */
function uploadClaims({ exchange }: Question): readonly Claim[] {
  const ids = (readGrants(exchange.response?.body) ?? []).map(({ id }) => id);
  return [
    { requirement: 'upload.keeps-status', field: 'status', refused: 'draft' },
    { requirement: 'attach.references-only-after', field: 'files', refused: ids },
  ];
}

/** A refused call claims that it changed nothing of what it would have changed. */
function refusalClaims(question: Question): readonly Claim[] {
  const { operation, fileId } = question.call;
  switch (operation) {
    case 'attachFile':
      return [
        { requirement: 'attach.refused-changes-nothing', field: 'status', refused: 'draft' },
        { requirement: 'attach.refused-changes-nothing', field: 'files', refused: [fileId] },
        { requirement: 'attach.references-only-after', field: 'files', refused: [fileId] },
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
      return uploadClaims(question);
    default:
      return [];
  }
}

function afterRefusal(book: Book, question: Question, expectation: Expectation | undefined): Book {
  const { call, exchange } = question;
  const status = exchange.response?.status;
  if (isForeign(book, question))
    return withClaims(book, claimNothingChanges(accountRequirement(call.operation), question));
  if (status === 401) return withClaims(book, claimNothingChanges('auth.no-effect', question));
  if (call.operation === 'updateBook' && status !== 404 && expectation !== undefined) {
    return withLooseFiles(afterRefusedUpdate(book, question, expectation), book);
  }
  return withClaims(book, refusalClaims(question));
}

const makeDrafts: readonly string[] = ['updateBook', 'attachFile', 'requestUploads'];

/** Claims that nothing changes of what the call would have changed. */
function claimNothingChanges(requirement: StatedId, question: Question): readonly Claim[] {
  const { operation, fileId } = question.call;
  const drafts = makeDrafts.includes(operation) ? { refused: 'draft' } : {};
  const sent = operation === 'updateBook' ? Object.entries(sentFields(question) ?? {}) : [];
  return [
    ...sent.map(([field, value]) => ({
      requirement,
      field,
      ...(field === 'chapters' ? {} : { refused: value }),
    })),
    { requirement, field: 'status', ...drafts },
    ...(operation === 'attachFile' ? [{ requirement, field: 'files', refused: [fileId] }] : []),
    ...(operation === 'deleteBook' ? [{ requirement, field: existence }] : []),
  ];
}
