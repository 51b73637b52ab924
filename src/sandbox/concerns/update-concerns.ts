/** Concerns about a change that do not depend on the values alone. */
import type { Book } from '../book/index.ts';
import { noNarrator } from './format-concerns.ts';
import type { SandboxParts } from '../parts/index.ts';
import { type Concern, type Readings, open, stated } from '../readings/index.ts';
import type { SentBook } from '../shapes/index.ts';

type Parts = Pick<SandboxParts, 'rules' | 'readings'>;

/** Returns concerns about editing a book in its status, and about changing its format. */
export function editConcerns(book: Book, body: SentBook, parts: Parts): readonly Concern[] {
  const { readings } = parts;
  const reason = `A book that is ${book.status} cannot be changed.`;
  return [
    ...(book.status === 'in_review' ? open(readings, 'status.in-review-lock', { reason }) : []),
    ...(book.status === 'action_needed' ? open(readings, 'update.any-status', { reason }) : []),
    ...(book.status === 'withdrawn' ? withdrawnConcerns(reason, readings) : []),
    ...(body.format !== undefined && body.format !== book.format
      ? open(readings, 'update.format', { name: 'format', reason: 'The format stays.' })
      : []),
  ];
}

/** Two silences are about a withdrawn book. If both refuse, the first decides the status. */
function withdrawnConcerns(reason: string, readings: Readings): readonly Concern[] {
  const refused = open(readings, 'update.any-status', { reason });
  if (refused.length > 0 || readings['unpublish.then-edit'] === 'draft') return refused;
  return stated('unpublish.then-edit', reason, { status: 409 });
}

/** Returns a concern if an update removes the last narrator. */
export function narratorRemovedConcerns(
  book: Book,
  next: Book,
  { rules, readings }: Parts,
): readonly Concern[] {
  const leaves = rules.hasNarrator(book.contributor) && !rules.hasNarrator(next.contributor);
  if (next.format !== 'audio' || !leaves) return [];
  return open(readings, 'update.narrator-removal', {
    name: 'contributor',
    reason: noNarrator,
  });
}

/** Returns a concern if an update moves the date into the final version window. */
export function windowEditConcerns(
  book: Book,
  next: Book,
  { now, parts }: { readonly now: number; readonly parts: Parts },
): readonly Concern[] {
  const day = parts.rules.today(now);
  const moved = next.publicationDate !== book.publicationDate;
  if (!moved || !parts.rules.needsFinalVersion(next, day)) return [];
  return open(parts.readings, 'update.window-edit', {
    name: 'publicationDate',
    reason: 'A book with this date must be a final version.',
  });
}
