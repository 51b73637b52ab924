/** Concerns about fields that a format requires or does not have. */
import type { Book } from '../book/index.ts';
import type { SandboxParts } from '../parts/index.ts';
import {
  type Concern,
  type Readings,
  readingConcern,
  documentedConcern,
} from '../readings/index.ts';

type Parts = Pick<SandboxParts, 'rules' | 'readings'>;

/** The moment of a check. */
export type Moment = 'create' | 'update' | 'publish';

/** The reason to refuse an audiobook without a narrator. */
export const missingNarratorReason =
  'An audiobook needs a contributor with the role "Narrated by".';

/** An audiobook needs a narrator; the document does not say when that is checked. */
export function narratorConcerns(book: Book, moment: Moment, parts: Parts): readonly Concern[] {
  const isChecked = moment === 'publish' || parts.readings['create.narrator-check'] === moment;
  if (!isChecked || book.format !== 'audio' || parts.rules.hasNarrator(book.contributor)) return [];
  const requirement = moment === 'publish' ? 'publish.narrator' : 'contributor.narrator';
  return documentedConcern(requirement, missingNarratorReason, { name: 'contributor' });
}

/** Print books are expected to have an ISBN; when, and how its absence is refused, is open. */
export function printIsbnConcerns(book: Book, moment: Moment, { readings }: Parts) {
  const check = printIsbnChecks[readings['create.print-isbn']];
  if (book.format !== 'print' || book.isbn !== null || check?.moment !== moment) return [];
  const place = { status: check.status, name: 'isbn' };
  return documentedConcern('create.print-isbn', 'A print book needs an ISBN-13.', place);
}

const printIsbnChecks: Readonly<
  Record<Readings['create.print-isbn'], { moment: Moment; status: number } | undefined>
> = {
  'publish-422': { moment: 'publish', status: 422 },
  'create-422': { moment: 'create', status: 422 },
  'create-400': { moment: 'create', status: 400 },
  never: undefined,
};

/** Returns a concern about an audiobook without audio details, at the moment the reading names. */
export function audioDetailsConcerns(book: Book, moment: Moment, { readings }: Parts) {
  const isChecked = readings['create.audio-details-required'] === moment;
  if (!isChecked || book.format !== 'audio' || book.audioDetails !== null) return [];
  const place = { name: 'audioDetails' };
  return documentedConcern(
    'create.audio-details-required',
    'An audiobook needs its audio details.',
    place,
  );
}

/** Returns concerns about fields that the format of the book does not have. */
export function misplacedConcerns(book: Book, { readings }: Parts): readonly Concern[] {
  const reason = `This field does not belong to ${book.format}.`;
  return [
    ...(book.format !== 'audio' && book.audioDetails !== null
      ? readingConcern(readings, 'create.audio-details-on-other', { name: 'audioDetails', reason })
      : []),
    ...(book.format !== 'print' && book.isbn !== null
      ? readingConcern(readings, 'isbn.formats', { name: 'isbn', reason })
      : []),
  ];
}

/** Returns the book without the fields that are ignored for its format. */
export function removeMisplaced(book: Book, readings: Readings): Book {
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
export async function duplicateIsbnConcerns(
  { account, isbn, id }: Book,
  { readings, store }: Pick<SandboxParts, 'readings' | 'store'>,
): Promise<readonly Concern[]> {
  const reason = 'Another book of this account has this ISBN.';
  const concerns = readingConcern(readings, 'isbn.uniqueness', { name: 'isbn', reason });
  if (isbn === null || concerns.length === 0) return [];
  return (await store.countOthersByIsbn(account, isbn, id)) > 0 ? concerns : [];
}
