/** Tells which statuses a response may show although no call explains them. */
import type { Question } from '../grounds/index.ts';
import { allows, type Book, isSameStatus } from '../world/index.ts';
import type { ObservedReading } from './verdicts.ts';

/** What a service has shown, or may still show, of statuses. */
export interface StatusHabits {
  /** The time on the clock that measures lag, and the longest lag. */
  readonly lag: { readonly at: number; readonly length: number };
  /** True if it has changed the status of another book without a call. */
  readonly changesWithoutCall: boolean;
}

export function readStatusHabits({ world, lagTime }: Question): StatusHabits {
  const shown = world.readings.get('status.without-call');
  return {
    lag: { at: lagTime, length: world.options.lag },
    changesWithoutCall: shown !== undefined && shown.size > 0,
  };
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
 * Returns how a reviewer or a shop changed the status of a book; undefined if it did not, or if a call since the last
 * read explains the status better, unless the service has shown before that it changes a status without a call.
 */
export function readChangeWithoutCall(
  { status, seenStatus, wasPublished, claims }: Book,
  shown: unknown,
  changesWithoutCall: boolean,
): 'returned-to-draft' | 'withdrawn' | undefined {
  if (!wasPublished || (shown !== 'draft' && shown !== 'withdrawn')) return undefined;
  const wasWithShops = seenStatus !== undefined && !(seenStatus in readings);
  if (!wasWithShops || allows(status.current, shown, isSameStatus)) return undefined;
  const isExplained = claims.some(
    ({ field, refusedValue }) =>
      field === 'status' && (refusedValue === undefined || refusedValue === shown),
  );
  return isExplained && !changesWithoutCall ? undefined : readings[shown];
}

/** Returns the reading that a full book shows of `status.without-call`, if there is one. */
export function readStatusChange(
  book: Book,
  shown: unknown,
  { changesWithoutCall }: StatusHabits,
): readonly ObservedReading[] {
  const reading = readChangeWithoutCall(book, shown, changesWithoutCall);
  if (reading === undefined) return [];
  const difference = {
    expected: `${book.seenStatus}, as before`,
    actual: String(shown),
    pointer: '/data/attributes/status',
  };
  return [{ silence: 'status.without-call', reading, difference }];
}
