/**
 * Concerns about fields that a format requires or does not have. Concerns about an update that depend on the
 * stored book, not only on the sent values.
 */
import type { Book } from '../book/index.ts';
import type { Parts } from '../replaceable-parts/index.ts';
import { type Concern, type Readings, applyReading, createConcern } from '../readings/index.ts';
import type { SentBook } from '../shapes/index.ts';

export type CheckTime = 'create' | 'update' | 'publish';

const narratorReason = 'An audiobook needs a contributor with the role "Narrated by".';

/** Returns concerns about fields that the format requires. The document does not say when they are checked. */
export function findFormatConcerns(book: Book, moment: CheckTime, parts: Parts) {
  return [
    ...findNarratorConcerns(book, moment, parts),
    ...findPrintIsbnConcerns(book, moment, parts),
    ...findAudioDetailsConcerns(book, moment, parts),
  ];
}

function findNarratorConcerns(book: Book, moment: CheckTime, { rules, readings }: Parts) {
  const isChecked = moment === 'publish' || readings['create.narrator-check'] === moment;
  if (!isChecked || book.format !== 'audio' || rules.hasNarrator(book.contributor)) return [];
  const requirement = moment === 'publish' ? 'publish.narrator' : 'contributor.narrator';
  return createConcern(requirement, narratorReason, { name: 'contributor' });
}

function findPrintIsbnConcerns(book: Book, moment: CheckTime, { readings }: Parts) {
  // The reading says when the ISBN is checked, and with which status its absence is refused.
  const [time, status] = readings['create.print-isbn'].split('-');
  if (book.format !== 'print' || book.isbn !== null || time !== moment) return [];
  const place = { status: Number(status), name: 'isbn' };
  return createConcern('create.print-isbn', 'A print book needs an ISBN-13.', place);
}

function findAudioDetailsConcerns(book: Book, moment: CheckTime, { readings }: Parts) {
  const requirement = 'create.audio-details-required';
  const isMissing = book.format === 'audio' && book.audioDetails === null;
  if (!isMissing || readings[requirement] !== moment) return [];
  const reason = 'An audiobook needs its audio details.';
  return createConcern(requirement, reason, { name: 'audioDetails' });
}

export function findMisplacedFieldConcerns(book: Book, { readings }: Parts): readonly Concern[] {
  const reason = `A book of the format ${book.format} does not have this field.`;
  return [
    ...(book.format !== 'audio' && book.audioDetails !== null
      ? applyReading(readings, 'create.audio-details-on-other', {
          name: 'audioDetails',
          reason,
        })
      : []),
    ...(book.format !== 'print' && book.isbn !== null
      ? applyReading(readings, 'isbn.formats', { name: 'isbn', reason })
      : []),
  ];
}

/** Returns the book without the fields that are ignored for its format. */
export function removeMisplacedFields(book: Book, readings: Readings): Book {
  const ignoresDetails = readings['create.audio-details-on-other'] === 'ignored';
  const ignoresIsbn = readings['isbn.formats'] === 'ignored';
  return {
    ...book,
    audioDetails: book.format !== 'audio' && ignoresDetails ? null : book.audioDetails,
    isbn: book.format !== 'print' && ignoresIsbn ? null : book.isbn,
  };
}

export async function findDuplicateIsbnConcerns(
  { account, isbn, id }: Book,
  { readings, store }: Parts,
): Promise<readonly Concern[]> {
  const reason = 'Another book of this account has this ISBN.';
  const concerns = applyReading(readings, 'isbn.uniqueness', { name: 'isbn', reason });
  if (isbn === null || concerns.length === 0) return [];
  return (await store.hasOtherWithIsbn(account, isbn, id)) ? concerns : [];
}

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

export function findNarratorRemovedConcerns(book: Book, nextBook: Book, parts: Parts) {
  const { rules, readings } = parts;
  const hadNarrator = rules.hasNarrator(book.contributor);
  const removesNarrator = hadNarrator && !rules.hasNarrator(nextBook.contributor);
  if (nextBook.format !== 'audio' || !removesNarrator) return [];
  const place = { name: 'contributor', reason: narratorReason };
  return applyReading(readings, 'update.narrator-removal', place);
}

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
