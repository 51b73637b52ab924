/** Faults of values: invalid ISBNs, days that do not exist, codes in lower case. */
import { faultsIn, ruling, operating, refusing } from './fault.ts';

const isbn = ['isbn.valid-on-create', 'isbn.valid-on-update', 'errors.documented-422'] as const;
const date = ['date.valid-on-create', 'date.valid-on-update', 'errors.documented-422'] as const;

/** Returns a string with two adjacent characters swapped, for each pair. */
function swaps(text: string): string[] {
  return [...text].slice(1).map((_sign, index) => {
    const [one = '', other = ''] = [text[index], text[index + 1]];
    return text.slice(0, index) + other + one + text.slice(index + 2);
  });
}

export const valueFaults = faultsIn({
  'isbn-checksum-ignored': {
    breaks: isbn,
    says: 'Any thirteen digits are accepted as an ISBN.',
    override: () => ({ rules: { validIsbn13: (text) => /^[0-9]{13}$/.test(text) } }),
  },
  'isbn-transposition-accepted': {
    breaks: isbn,
    says: 'An ISBN with two adjacent digits swapped is accepted.',
    override: ruling((rules) => ({
      validIsbn13: (text) => [text, ...swaps(text)].some(rules.validIsbn13),
    })),
  },
  'isbn-of-ten-digits-accepted': {
    breaks: isbn,
    says: 'An ISBN-10 is accepted.',
    override: ruling((rules) => ({
      validIsbn13: (text) => /^[0-9]{9}[0-9X]$/.test(text) || rules.validIsbn13(text),
      isbnPrefix: () => true,
    })),
  },
  'isbn-ending-in-zero-refused': {
    breaks: ['isbn.valid-on-create', 'isbn.valid-on-update'],
    shadows: ['isbn.expected-for-print', 'create.', 'update.', 'flow.print'],
    says: 'A valid ISBN whose check digit is 0 is refused.',
    override: ruling((rules) => ({
      validIsbn13: (text) => !text.endsWith('0') && rules.validIsbn13(text),
    })),
  },
  'isbn-unchecked-on-update': {
    breaks: ['isbn.valid-on-update'],
    says: 'An update accepts any string as an ISBN.',
    override: operating('updateBook', () => ({
      rules: { validIsbn13: () => true, isbnPrefix: () => true },
    })),
  },
  'isbn-refusal-answers-400': {
    breaks: ['isbn.valid-on-create', 'errors.documented-422'],
    says: 'A bad ISBN gets 400 on create.',
    override: refusing('isbn.valid-on-create', () => ({ status: 400 })),
  },
  'impossible-day-accepted': {
    // An accepted value is also shown, and is not a date there either.
    breaks: [...date, 'book.publication-date'],
    says: 'Any string in the form of a date is accepted, even 30 February.',
    override: ruling((rules) => ({
      readDate: (text) => (/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? text : rules.readDate(text)),
    })),
  },
  'leap-day-refused': {
    breaks: ['date.valid-on-create', 'date.valid-on-update'],
    says: '29 February is refused in every year.',
    override: ruling((rules) => ({
      readDate: (text) => (text.endsWith('-02-29') ? undefined : rules.readDate(text)),
    })),
  },
  'language-stays-lowercase': {
    breaks: ['book.language-uppercase', 'list.item-language'],
    // The language filter no longer finds these books.
    shadows: ['list.shows-created'],
    says: 'Language codes are shown as they were sent.',
    override: () => ({ rules: { languageCode: (text) => text } }),
  },
});
