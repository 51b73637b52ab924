/** Faults of values: invalid ISBNs, days that do not exist, codes in lower case. */
import { nameFaults, changeRules } from './fault.ts';

const isbnIds = ['isbn.valid-on-create', 'isbn.valid-on-update', 'errors.documented-422'] as const;
const dateIds = ['date.valid-on-create', 'date.valid-on-update', 'errors.documented-422'] as const;

function listTranspositions(text: string): string[] {
  return [...text].slice(1).map((_character, index) => {
    const [left = '', right = ''] = [text[index], text[index + 1]];
    return text.slice(0, index) + right + left + text.slice(index + 2);
  });
}

export const valueFaults = nameFaults({
  'isbn-checksum-ignored': {
    breaks: isbnIds,
    description: 'Any thirteen digits are accepted as an ISBN.',
    override: () => ({ rules: { isValidIsbn13: (text) => /^[0-9]{13}$/.test(text) } }),
  },
  'isbn-transposition-accepted': {
    breaks: isbnIds,
    description: 'An ISBN with two adjacent digits swapped is accepted.',
    override: changeRules((rules) => ({
      isValidIsbn13: (text) => [text, ...listTranspositions(text)].some(rules.isValidIsbn13),
    })),
  },
  'isbn-of-ten-digits-accepted': {
    breaks: isbnIds,
    description: 'An ISBN-10 is accepted.',
    override: changeRules((rules) => ({
      isValidIsbn13: (text) => /^[0-9]{9}[0-9X]$/.test(text) || rules.isValidIsbn13(text),
      hasAcceptedPrefix: () => true,
    })),
  },
  'isbn-ending-in-zero-refused': {
    breaks: ['isbn.valid-on-create', 'isbn.valid-on-update'],
    mayAlsoBreak: ['isbn.expected-for-print', 'create.', 'update.', 'flow.print'],
    description: 'A valid ISBN with the check digit 0 is refused.',
    override: changeRules((rules) => ({
      isValidIsbn13: (text) => !text.endsWith('0') && rules.isValidIsbn13(text),
    })),
  },
  'impossible-day-accepted': {
    // The book then shows the accepted value, which is not a date.
    breaks: [...dateIds, 'book.publication-date'],
    description: 'Any string in the form of a date is accepted, even 30 February.',
    override: changeRules((rules) => ({
      parseDate: (text) =>
        /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? text : rules.parseDate(text),
    })),
  },
  'leap-day-refused': {
    breaks: ['date.valid-on-create', 'date.valid-on-update'],
    description: '29 February is refused in every year.',
    override: changeRules((rules) => ({
      parseDate: (text) => (text.endsWith('-02-29') ? undefined : rules.parseDate(text)),
    })),
  },
  'language-stays-lowercase': {
    breaks: ['book.language-uppercase', 'list.item-language'],
    // The language filter no longer finds these books.
    mayAlsoBreak: ['list.shows-created'],
    description: 'Language codes are shown as they were sent.',
    override: () => ({ rules: { formatLanguageCode: (text) => text } }),
  },
});
