/** Concerns about fields that a format requires or does not have. */
import type { Book } from '../book/index.ts';
import type { Parts } from '../parts/index.ts';
import { type Concern, type Readings, applyReading, createConcern } from '../readings/index.ts';

/** The operation that checks a book. */
export type CheckTime = 'create' | 'update' | 'publish';

/** The reason to refuse an audiobook without a narrator. */
export const missingNarratorReason =
  'An audiobook needs a contributor with the role "Narrated by".';

/** Returns a concern about an audiobook without a narrator. The document does not say when narrators are checked. */
export function findNarratorConcerns(book: Book, moment: CheckTime, parts: Parts) {
  const isChecked = moment === 'publish' || parts.readings['create.narrator-check'] === moment;
  if (!isChecked || book.format !== 'audio' || parts.rules.hasNarrator(book.contributor)) return [];
  const requirement = moment === 'publish' ? 'publish.narrator' : 'contributor.narrator';
  return createConcern(requirement, missingNarratorReason, { name: 'contributor' });
}

/** Returns a concern about a print book without an ISBN, at the moment and with the status of the reading. */
export function findPrintIsbnConcerns(book: Book, moment: CheckTime, { readings }: Parts) {
  const check = printIsbnChecks[readings['create.print-isbn']];
  if (book.format !== 'print' || book.isbn !== null || check?.moment !== moment) return [];
  const place = { status: check.status, name: 'isbn' };
  return createConcern('create.print-isbn', 'A print book needs an ISBN-13.', place);
}

/** When the ISBN of a print book is checked, and with which status its absence is refused. */
const printIsbnChecks: Readonly<
  Record<Readings['create.print-isbn'], { moment: CheckTime; status: number } | undefined>
> = {
  'publish-422': { moment: 'publish', status: 422 },
  'create-422': { moment: 'create', status: 422 },
  'create-400': { moment: 'create', status: 400 },
  never: undefined,
};

/** Returns a concern about an audiobook without audio details, at the moment of the reading. */
export function findAudioDetailsConcerns(book: Book, moment: CheckTime, { readings }: Parts) {
  const isChecked = readings['create.audio-details-required'] === moment;
  if (!isChecked || book.format !== 'audio' || book.audioDetails !== null) return [];
  const place = { name: 'audioDetails' };
  return createConcern(
    'create.audio-details-required',
    'An audiobook needs its audio details.',
    place,
  );
}

/** Returns concerns about fields that the format of the book does not have. */
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
  const dropsDetails =
    book.format !== 'audio' && readings['create.audio-details-on-other'] === 'ignored';
  const dropsIsbn = book.format !== 'print' && readings['isbn.formats'] === 'ignored';
  return {
    ...book,
    audioDetails: dropsDetails ? null : book.audioDetails,
    isbn: dropsIsbn ? null : book.isbn,
  };
}

/** Returns a concern if another book of the account has the ISBN and the reading forbids that. */
export async function findDuplicateIsbnConcerns(
  { account, isbn, id }: Book,
  { readings, store }: Parts,
): Promise<readonly Concern[]> {
  const reason = 'Another book of this account has this ISBN.';
  const concerns = applyReading(readings, 'isbn.uniqueness', { name: 'isbn', reason });
  if (isbn === null || concerns.length === 0) return [];
  return (await store.countOthersByIsbn(account, isbn, id)) > 0 ? concerns : [];
}
