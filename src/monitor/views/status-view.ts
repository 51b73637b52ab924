/** Tells which statuses a response may show although no call explains them. */
import { getKnownValue, type Question } from '../grounds/index.ts';
import {
  allows,
  type Book,
  getHabit,
  isSameStatus,
  withHabit,
  type World,
} from '../world/index.ts';
import type { ObservedReading } from './verdicts.ts';

/** What a service has shown, or may still show, of statuses. */
export interface StatusHabits {
  /** The time on the clock that measures lag, and the longest lag. */
  readonly lag: { readonly at: number; readonly length: number };
  /** True if it has changed a status although there was no call. */
  readonly changesWithoutCall: boolean;
  /** True if it has returned a book from review to draft at the time of a call that must not change the status. */
  readonly hasReturnedBook: boolean;
  /** Returns `draft` or `other` if its reads have shown only such statuses of new books of a book's format. */
  readonly getNewBookStatus: (book: Book) => string | undefined;
}

export function readStatusHabits({ world, lagTime }: Question): StatusHabits {
  const shown = world.readings.get('status.without-call');
  return {
    lag: { at: lagTime, length: world.options.lag },
    changesWithoutCall:
      shown?.has('returned-to-draft') === true || shown?.has('withdrawn') === true,
    hasReturnedBook: shown?.has('returned-meanwhile') === true,
    getNewBookStatus: (book) => getHabit(world, getNewBookSubject(book)),
  };
}

function getNewBookSubject(book: Book): string {
  const format = getKnownValue(book, 'format');
  return `the status of a new book of format ${String(format)}`;
}

/** Records the status that a read shows of a new book, if only the create can have set it. */
export function withNewBookStatus(book: Book, shown: unknown, world: World): World {
  const claims = book.claims.filter(({ field }) => field === 'status');
  const isNew = claims[0]?.requirement === 'create.draft' && book.status.previous === undefined;
  // A refused call may have changed the status, but hardly to draft.
  if (!isNew || (shown !== 'draft' && claims.length > 1)) return world;
  return withHabit(world, getNewBookSubject(book), shown === 'draft' ? 'draft' : 'other');
}

/** Returns whether a book still shows `published` a moment after its unpublish. */
export function isWithdrawnLate(
  { claims, status }: Book,
  shown: unknown,
  { lag }: StatusHabits,
): boolean {
  const setter = claims.findLast(({ field, previous }) => field === 'status' && previous);
  return (
    shown === 'published' &&
    setter?.requirement === 'unpublish.withdraws' &&
    lag.at - status.changedAt <= lag.length
  );
}

const readings = { draft: 'returned-to-draft', withdrawn: 'withdrawn' } as const;

/**
 * Returns how a reviewer or a shop changed the status of a book; undefined if it did not. If a call since the last read
 * explains the status as well, the call is to blame, unless the service has changed a status without a call before, or
 * returns a book from review for the first time.
 */
export function readChangeWithoutCall(
  { status, seenStatus, wasPublished, claims }: Book,
  shown: unknown,
  { changesWithoutCall, hasReturnedBook }: StatusHabits,
): 'returned-to-draft' | 'returned-meanwhile' | 'withdrawn' | undefined {
  if (!wasPublished || (shown !== 'draft' && shown !== 'withdrawn')) return undefined;
  const wasWithShops = seenStatus !== undefined && !(seenStatus in readings);
  if (!wasWithShops || allows(status.current, shown, isSameStatus)) return undefined;
  const isExplained = claims.some(
    ({ field, refusedValue }) =>
      field === 'status' && (refusedValue === undefined || refusedValue === shown),
  );
  if (!isExplained || changesWithoutCall) return readings[shown];
  const isReturned = seenStatus === 'in_review' && shown === 'draft';
  return isReturned && !hasReturnedBook ? 'returned-meanwhile' : undefined;
}

/** Returns the reading that a full book shows of `status.without-call`, if there is one. */
export function readStatusChange(
  book: Book,
  shown: unknown,
  habits: StatusHabits,
): readonly ObservedReading[] {
  const reading = readChangeWithoutCall(book, shown, habits);
  if (reading === undefined) return [];
  const difference = {
    expected: `${book.seenStatus}, as before`,
    actual: String(shown),
    pointer: '/data/attributes/status',
  };
  return [{ silence: 'status.without-call', reading, difference }];
}
