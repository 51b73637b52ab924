/** Applies calls that address one book. */
import type { StatedId } from '../../contract/requirements.ts';
import { withSettledUpdates } from '../book-state/index.ts';
import {
  accountRequirement,
  type CompleteExpectation,
  isForeign,
  type Question,
} from '../grounds/index.ts';
import {
  type Book,
  type Claim,
  type UnfinishedCall,
  withClaims,
  withUnfinishedCall,
  type World,
  type Write,
} from '../world/index.ts';
import type { Effect } from './operation.ts';

/** What a call that addresses one book does to it. */
interface BookCall {
  /** Returns the book after a call that took effect, or may have done so if `wasAccepted` is false. */
  readonly change: (book: Book, question: Question, wasAccepted: boolean) => Book;
  /** Returns the book after a refused call. By default, it has the claims of `claimRefused`. */
  readonly refuse?: (book: Book, question: Question, expectation: CompleteExpectation) => Book;
  /** Returns the claims of a refused call: what it would have changed stays as it was. */
  readonly claimRefused?: (question: Question) => readonly Claim[];
  /** Returns the claims, all of one requirement, of a call that had to have no effect at all. */
  readonly claimNoEffect: (requirement: StatedId, question: Question) => readonly Claim[];
}

/**
 * Applies a call that addresses one book.
 * @param fieldValues the values that the call gives its fields, if it is an update that changes nothing else
 */
export function applyToBook(
  effect: Effect,
  bookCall: BookCall,
  fieldValues?: Write['fieldValues'],
): World {
  const { question, outcome } = effect;
  const { world, book } = question;
  if (book === undefined) return world;
  const changedBook =
    outcome === 'refused'
      ? refuseCall(book, effect, bookCall)
      : bookCall.change(book, question, outcome === 'accepted');
  const updatedBook = withSettledUpdates(withWrite(changedBook, question, fieldValues), question);
  const countedBook =
    outcome === 'accepted' ? countAcceptedCall(updatedBook, question) : updatedBook;
  const worldAfter = { ...world, books: world.books.set(book.id, countedBook) };
  return mayFinishLater(question)
    ? withUnfinishedCall(worldAfter, countedBook, createUnfinishedCall(bookCall, question))
    : worldAfter;
}

/** Records a call that may have changed the book, to find the calls that overlap with it. */
function withWrite(
  book: Book,
  { exchange, call, lagTime }: Question,
  fieldValues: Write['fieldValues'],
): Book {
  const { sentAt, answeredAt } = exchange;
  const attachedFileId = call.operation === 'attachFile' ? call.fileId : undefined;
  const write: Write = {
    sentAt,
    answeredAt,
    ...(attachedFileId === undefined ? {} : { attachedFileId }),
    ...(fieldValues === undefined ? {} : { fieldValues }),
  };
  // Calls that are answered later may overlap with any of these.
  const writes = [...book.writes.slice(-8), write];
  const times = book.times && { ...book.times, areFinal: false };
  return { ...book, writes, times, writtenAt: lagTime };
}

function countAcceptedCall(book: Book, { call }: Question): Book {
  const { operation } = call;
  return {
    ...book,
    acceptedCallCounts: {
      ...book.acceptedCallCounts,
      [operation]: (book.acceptedCallCounts[operation] ?? 0) + 1,
    },
  };
}

/** Statuses with which a gateway answers while the service may still be working. */
const gatewayStatuses: readonly number[] = [502, 503, 504];

/** Returns whether nobody knows when the service handles a call: no response arrived, or only that of a gateway. */
function mayFinishLater({ exchange: { response } }: Question): boolean {
  return response === undefined || gatewayStatuses.includes(response.status);
}

/** Milliseconds after which a call without a response of the service can no longer take effect. */
const maxEffectDelay = 30_000;

function createUnfinishedCall({ change }: BookCall, question: Question): UnfinishedCall {
  const { world: _world, book: _book, ...call } = question;
  const lagTime = question.lagTime + maxEffectDelay;
  return {
    until: question.exchange.answeredAt + maxEffectDelay,
    repeat: (book, world) => {
      const changedBook = change(book, { ...call, world, book, lagTime }, false);
      const writtenAt = Math.max(book.writtenAt, lagTime);
      return { ...changedBook, claims: book.claims, writtenAt };
    },
  };
}

function refuseCall(
  book: Book,
  { question, expectation }: Effect,
  { refuse, claimRefused, claimNoEffect }: BookCall,
): Book {
  const { call, exchange } = question;
  const status = exchange.response?.status;
  if (isForeign(book, question)) {
    return withClaims(book, claimNoEffect(accountRequirement(call.operation), question));
  }
  if (status === 401) return withClaims(book, claimNoEffect('auth.no-effect', question));
  if (refuse !== undefined && status !== 404 && expectation !== undefined) {
    return refuse(book, question, expectation);
  }
  return withClaims(book, claimRefused?.(question) ?? []);
}
