/** Faults that refuse too much: a create is refused for a value that it should accept. */
import type { RequirementId } from '../contract/requirements.ts';
import { refusesTo, type Fault } from './fault.ts';

/** A create that refuses some valid value. */
function refusingValue(
  name: string,
  requirement: RequirementId,
  how: { readonly says: string; readonly sent: RegExp; readonly shadows?: readonly string[] },
): Fault {
  return {
    name,
    breaks: [requirement],
    shadows: how.shadows ?? ['create.', 'book.'],
    says: how.says,
    override: refusesTo('createBook', requirement, ({ body }) =>
      how.sent.test(JSON.stringify(body)),
    ),
  };
}

export const narrowFaults: readonly Fault[] = [
  refusingValue('uppercase-language-refused', 'book.language-either-case', {
    says: 'A language code in uppercase is refused.',
    sent: /"language":\[[^\]]*"[A-Z]/,
  }),
  refusingValue('isbn-of-new-print-books-refused', 'isbn.expected-for-print', {
    says: 'A create of a print book with an ISBN is refused.',
    sent: /"format":"print".*"isbn":"/,
    // Until a print book was accepted, its ISBN may be the reason, or all that only print books have.
    shadows: ['create.', 'isbn.'],
  }),
  refusingValue('editor-refused', 'contributor.roles', {
    says: 'A book with an editor is refused.',
    sent: /"role":"Editor"/,
    shadows: ['create.', 'contributor.', 'publish.'],
  }),
  refusingValue('pounds-refused', 'price.currencies', {
    says: 'A price in pounds is refused.',
    sent: /"currency":"GBP"/,
  }),
  refusingValue('keywords-refused-on-create', 'create.optional-properties', {
    says: 'A create with keywords is refused.',
    sent: /"keyword":\["/,
    // A bad ISBN in the same create is refused for its keywords.
    shadows: ['create.', 'isbn.reason', 'book.language-either-case'],
  }),
  refusingValue('audiobooks-refused', 'create.formats', {
    says: 'A create of an audiobook is refused.',
    sent: /"format":"audio"/,
    // Some of the creates that are refused have a language in lower case.
    shadows: ['create.', 'audio-details.', 'contributor.', 'list.', 'book.language-either-case'],
  }),
];
