/** Checks the ISBN, which a print book must have. */
import { anyBookPrefix } from '../rules/isbn-prefix.ts';
import { storedAsDigits } from '../rules/isbn-spelling.ts';
import { validIsbn13 } from '../rules/valid-isbn13.ts';
import type { Finding, Scene } from './finding.ts';

const pointer = '/isbn';

/** The document does not mention hyphens and prefixes, so an ISBN that may be accepted is not an error. */
export function isbn({ call, book }: Scene): readonly Finding[] {
  if (typeof book?.isbn !== 'string') return [];
  const { checked } = storedAsDigits(book.isbn);
  const received = JSON.stringify(book.isbn);
  if (!validIsbn13(checked)) {
    const requirement = call === 'update' ? 'isbn.valid-on-update' : 'isbn.valid-on-create';
    return [{ requirement, severity: 'error', pointer, received }];
  }
  if (checked !== book.isbn) {
    return [{ requirement: 'isbn.hyphens', severity: 'warning', pointer, received }];
  }
  if (anyBookPrefix(checked)) return [];
  return [{ requirement: 'isbn.prefixes', severity: 'warning', pointer, received }];
}

export function isbnOfPrint({ call, book }: Scene): readonly Finding[] {
  if ((call !== 'create' && call !== 'flow') || book?.format !== 'print') return [];
  if (typeof book.isbn === 'string' && book.isbn !== '') return [];
  const requirement = 'isbn.expected-for-print';
  return [{ requirement, severity: 'warning', pointer, received: 'no ISBN' }];
}
