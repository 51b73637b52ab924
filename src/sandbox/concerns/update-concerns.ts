/** Concerns about an update that depend on the stored book, not only on the sent values. */
import type { Book } from '../book/index.ts';
import { narratorReason } from './format-concerns.ts';
import type { Parts } from '../parts/index.ts';
import { type Concern, applyReading, createConcern } from '../readings/index.ts';
import type { SentBook } from '../shapes/index.ts';

/** Returns concerns about editing a book in its status, and about changing its format. */
export function findEditConcerns(book: Book, body: SentBook, parts: Parts): readonly Concern[] {
  const format = { name: 'format', reason: 'The format cannot be changed.' };
  const hasNewFormat = body.format !== undefined && body.format !== book.format;
  return [
    ...findStatusConcerns(book.status, parts),
    ...(hasNewFormat ? applyReading(parts.readings, 'update.format', format) : []),
  ];
}

/** If two silences refuse the edit of a withdrawn book, the first decides the status. */
function findStatusConcerns(status: string, { readings }: Parts): readonly Concern[] {
  const reason = `A book that is ${status} cannot be changed.`;
  if (status === 'in_review') return applyReading(readings, 'status.in-review-lock', { reason });
  if (status !== 'action_needed' && status !== 'withdrawn') return [];
  const concerns = applyReading(readings, 'update.any-status', { reason });
  const isRefused = status === 'withdrawn' && readings['unpublish.then-edit'] !== 'draft';
  if (concerns.length > 0 || !isRefused) return concerns;
  return createConcern('unpublish.then-edit', reason, { status: 409 });
}

/** Returns a concern if an update removes the last narrator. */
export function findNarratorRemovedConcerns(book: Book, nextBook: Book, parts: Parts) {
  const { rules, readings } = parts;
  const hadNarrator = rules.hasNarrator(book.contributor);
  const removesNarrator = hadNarrator && !rules.hasNarrator(nextBook.contributor);
  if (nextBook.format !== 'audio' || !removesNarrator) return [];
  const place = { name: 'contributor', reason: narratorReason };
  return applyReading(readings, 'update.narrator-removal', place);
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
