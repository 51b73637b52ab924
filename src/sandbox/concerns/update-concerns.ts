/** Concerns about a change that do not depend on the values alone. */
import type { Book } from '../book/index.ts';
import { missingNarratorReason } from './format-concerns.ts';
import type { SandboxParts } from '../parts/index.ts';
import {
  type Concern,
  type Readings,
  readingConcern,
  documentedConcern,
} from '../readings/index.ts';
import type { SentBook } from '../shapes/index.ts';

type Parts = Pick<SandboxParts, 'rules' | 'readings'>;

/** Returns concerns about editing a book in its status, and about changing its format. */
export function editConcerns(book: Book, body: SentBook, parts: Parts): readonly Concern[] {
  const { readings } = parts;
  const reason = `A book that is ${book.status} cannot be changed.`;
  return [
    ...(book.status === 'in_review'
      ? readingConcern(readings, 'status.in-review-lock', { reason })
      : []),
    ...(book.status === 'action_needed'
      ? readingConcern(readings, 'update.any-status', { reason })
      : []),
    ...(book.status === 'withdrawn' ? withdrawnEditConcerns(reason, readings) : []),
    ...(body.format !== undefined && body.format !== book.format
      ? readingConcern(readings, 'update.format', { name: 'format', reason: 'The format stays.' })
      : []),
  ];
}

/** Two silences are about a withdrawn book. If both refuse, the first decides the status. */
function withdrawnEditConcerns(reason: string, readings: Readings): readonly Concern[] {
  const concerns = readingConcern(readings, 'update.any-status', { reason });
  if (concerns.length > 0 || readings['unpublish.then-edit'] === 'draft') return concerns;
  return documentedConcern('unpublish.then-edit', reason, { status: 409 });
}

/** Returns a concern if an update removes the last narrator. */
export function narratorRemovedConcerns(
  book: Book,
  next: Book,
  { rules, readings }: Parts,
): readonly Concern[] {
  const removesNarrator =
    rules.hasNarrator(book.contributor) && !rules.hasNarrator(next.contributor);
  if (next.format !== 'audio' || !removesNarrator) return [];
  return readingConcern(readings, 'update.narrator-removal', {
    name: 'contributor',
    reason: missingNarratorReason,
  });
}

/** Returns a concern if an update moves the date into the final version window. */
export function windowEditConcerns(
  book: Book,
  next: Book,
  { now, parts }: { readonly now: number; readonly parts: Parts },
): readonly Concern[] {
  const today = parts.rules.today(now);
  const dateChanged = next.publicationDate !== book.publicationDate;
  if (!dateChanged || !parts.rules.needsFinalVersion(next, today)) return [];
  return readingConcern(parts.readings, 'update.window-edit', {
    name: 'publicationDate',
    reason: 'A book with this date must be a final version.',
  });
}
