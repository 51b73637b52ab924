/** Decides whether a string is an ISBN, as far as the document says, and returns the reasons to refuse it. */
import { isCompleteHistory, toIsbnDigits } from '../world/index.ts';
import { anyRefusal, decides, type Ground, may, must, when } from './grounds.ts';
import type { Question } from './question.ts';

/**
 * `valid`: thirteen digits that start with 978, with the right check digit. `open`: the same with 979 or with
 * separators, which a service may accept or refuse. `invalid`: not an ISBN-13.
 */
export function classifyIsbn(text: string): 'valid' | 'open' | 'invalid' {
  if (describeIsbnMistake(text) !== undefined) return 'invalid';
  return /^978[0-9]*$/.test(text) ? 'valid' : 'open';
}

/** Returns what keeps a string from being an ISBN-13, such as `wrong check digit`; undefined for an ISBN. */
export function describeIsbnMistake(text: string): string | undefined {
  const digits = text.replaceAll(/[\s\u2010-\u2015-]/g, '');
  if (!/^[0-9]*$/.test(digits)) return 'not only digits';
  if (digits.length !== 13) return `${digits.length} digits`;
  if (!/^97[89]/.test(digits)) return `prefix ${digits.slice(0, 3)}`;
  return hasRightCheckDigit(digits) ? undefined : 'wrong check digit';
}

/** Weights the digits by 1 and 3 in turn. */
function hasRightCheckDigit(digits: string): boolean {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}

interface BookFormat {
  /** The format of the book, if it is known. */
  readonly format: string | undefined;
  readonly world: Question['world'];
}

/** Returns the reasons to refuse an ISBN, which no schema can express. */
export function isbnGrounds(
  isbn: unknown,
  requirement: 'isbn.valid-on-create' | 'isbn.valid-on-update',
  bookFormat: BookFormat,
): readonly Ground[] {
  if (typeof isbn !== 'string') return [];
  if (isbn.trim() === '') return [may('string.limits', 400, 422)];
  const kind = classifyIsbn(isbn);
  const grounds = isbnFormatGrounds(bookFormat);
  if (kind === 'invalid') return [must(requirement, [422], 'isbn'), ...grounds];
  return [
    ...when(kind === 'open', may('isbn.hyphens', 422), may('isbn.prefixes', 422)),
    ...grounds,
  ];
}

/** An ISBN for another format than print may be refused, unless this service has accepted one. */
function isbnFormatGrounds({ format, world }: BookFormat): readonly Ground[] {
  const isTaken = format !== undefined && world.usedMarks.has(isbnFormatMark(format));
  if (format === 'print' || isTaken) return [];
  return [(format === undefined ? may : decides)('isbn.formats', ...anyRefusal)];
}

/** Returns the mark that a book of a format was accepted with an ISBN. */
export function isbnFormatMark(format: string): string {
  return `isbn in ${format}`;
}

/** Another book may have the same ISBN, unless it is invalid. */
export function isbnUseGrounds(isbn: unknown, world: Question['world']): readonly Ground[] {
  if (typeof isbn !== 'string' || classifyIsbn(isbn) === 'invalid') return [];
  const mayBeUsed = !isCompleteHistory(world) || world.usedMarks.has(`isbn ${toIsbnDigits(isbn)}`);
  return mayBeUsed ? [may('isbn.uniqueness', ...anyRefusal)] : [];
}
