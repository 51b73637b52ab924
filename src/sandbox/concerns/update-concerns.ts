/** Concerns about an update that depend on the stored book, not only on the sent values. */
import type { Book } from '../book/index.ts';
import { missingNarratorReason } from './format-concerns.ts';
import type { Parts } from '../parts/index.ts';
import { type Concern, type Readings, applyReading, createConcern } from '../readings/index.ts';
import type { SentBook } from '../shapes/index.ts';

/** Returns concerns about editing a book in its status, and about changing its format. */
export function findEditConcerns(book: Book, body: SentBook, parts: Parts): readonly Concern[] {
  const { readings } = parts;
  const reason = `A book that is ${book.status} cannot be changed.`;
  return [
    ...(book.status === 'in_review'
      ? applyReading(readings, 'status.in-review-lock', { reason })
      : []),
    ...(book.status === 'action_needed'
      ? applyReading(readings, 'update.any-status', { reason })
      : []),
    ...(book.status === 'withdrawn' ? findWithdrawnEditConcerns(reason, readings) : []),
    ...(body.format !== undefined && body.format !== book.format
      ? applyReading(readings, 'update.format', {
          name: 'format',
          reason: 'The format cannot be changed.',
        })
      : []),
  ];
}

/** Returns a concern about editing a withdrawn book. If both silences refuse it, the first decides the status. */
function findWithdrawnEditConcerns(reason: string, readings: Readings): readonly Concern[] {
  const concerns = applyReading(readings, 'update.any-status', { reason });
  if (concerns.length > 0 || readings['unpublish.then-edit'] === 'draft') return concerns;
  return createConcern('unpublish.then-edit', reason, { status: 409 });
}

/** Returns a concern if an update removes the last narrator. */
export function findNarratorRemovedConcerns(
  book: Book,
  nextBook: Book,
  { rules, readings }: Parts,
): readonly Concern[] {
  const removesNarrator =
    rules.hasNarrator(book.contributor) && !rules.hasNarrator(nextBook.contributor);
  if (nextBook.format !== 'audio' || !removesNarrator) return [];
  return applyReading(readings, 'update.narrator-removal', {
    name: 'contributor',
    reason: missingNarratorReason,
  });
}

/** Returns a concern if an update moves the date into the final version window. */
export function findWindowEditConcerns(
  book: Book,
  nextBook: Book,
  { now, parts }: { readonly now: number; readonly parts: Parts },
): readonly Concern[] {
  const today = parts.rules.today(now);
  const hasNewDate = nextBook.publicationDate !== book.publicationDate;
  if (!hasNewDate || !parts.rules.needsFinalVersion(nextBook, today)) return [];
  return applyReading(parts.readings, 'update.window-edit', {
    name: 'publicationDate',
    reason: 'A book with this date must be a final version.',
  });
}
