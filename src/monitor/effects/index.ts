/** Updates what is known after a call, by its response. */
import {
  accountRequirement,
  isForeign,
  type Expectation,
  type Question,
} from '../expectations/index.ts';
import type { StatedId } from '../../contract/requirements.ts';
import { grantsIn, type Outcome } from '../responses/index.ts';
import { anything, withClaims, type Book, type Claim, type World } from '../world/index.ts';
import {
  withExternalId,
  afterCreate,
  afterLostCreate,
  afterRefusedCreate,
  sentFields,
  withUsed,
} from './create.ts';
import {
  momentOf,
  withoutFinalFlag,
  withStatus,
  withTurn,
  withWrite,
  type Moment,
} from './change.ts';
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
  const next = withWrite(bookAfter(book, effect), question);
  const counted = outcome === 'accepted' ? withTurn(next, question) : next;
  const updating = call.operation === 'updateBook';
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
  const moment = { ...momentOf(question), certain: certain && !question.disturbed };
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
      return withClaims(withAnnounced(book, question), uploadClaims);
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
  const left = { ...withdrawn, wasPublished: true };
  return leaves
    ? withClaims(left, [{ requirement: 'unpublish.withdraws', field: 'status' }])
    : left;
}

/** Files whose grants were not read may be attached later. */
function withAnnounced(book: Book, { exchange }: Question): Book {
  const isRead = grantsIn(exchange.response?.body) !== undefined;
  return isRead ? book : { ...book, knowsFiles: false };
}

const uploadClaims: readonly Claim[] = [
  { requirement: 'upload.keeps-status', field: 'status' },
  { requirement: 'attach.references-only-after', field: 'files' },
];

/** The values that the next view of the book must still have. `judging/book-view.ts` compares them and reports the requirement. */
const refusalClaims: Readonly<Record<string, readonly Claim[]>> = {
  attachFile: [
    { requirement: 'attach.refused-changes-nothing', field: 'status' },
    { requirement: 'attach.refused-changes-nothing', field: 'files' },
    { requirement: 'attach.references-only-after', field: 'files' },
  ],
  publishBook: [{ requirement: 'publish.refused-keeps-status', field: 'status' }],
  deleteBook: [
    { requirement: 'delete.refused-changes-nothing', field: '*' },
    { requirement: 'delete.refused-changes-nothing', field: 'status' },
  ],
  requestUploads: uploadClaims,
};

function afterRefusal(book: Book, question: Question, expectation: Expectation | undefined): Book {
  const { call, exchange } = question;
  const status = exchange.response?.status;
  if (isForeign(book, question))
    return withClaims(book, claimAll(accountRequirement(call.operation)));
  if (status === 401) return withClaims(book, claimAll('auth.no-effect'));
  if (call.operation === 'updateBook' && status !== 404 && expectation !== undefined) {
    return withLooseFiles(afterRefusedUpdate(book, question, expectation), book);
  }
  return withClaims(book, refusalClaims[call.operation] ?? []);
}

/** Claims that nothing of the book changes. */
function claimAll(requirement: StatedId): readonly Claim[] {
  return ['*', 'status', 'files', 'chapters'].map((field) => ({ requirement, field }));
}
