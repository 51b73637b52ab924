/** Faults that refuse too much: a create is refused for a value that it should accept. */
import type { RequirementId } from '../contract/requirements.ts';
import { refuseWhen, type Fault } from './fault.ts';

/** A create that refuses some valid value. */
function refuseValue(
  name: string,
  requirement: RequirementId,
  fault: {
    readonly description: string;
    readonly pattern: RegExp;
    readonly mayAlsoBreak?: readonly string[];
  },
): Fault {
  return {
    name,
    breaks: [requirement],
    mayAlsoBreak: fault.mayAlsoBreak ?? ['create.', 'book.'],
    description: fault.description,
    override: refuseWhen('createBook', requirement, ({ body }) =>
      fault.pattern.test(JSON.stringify(body)),
    ),
  };
}

export const narrowFaults: readonly Fault[] = [
  refuseValue('uppercase-language-refused', 'book.language-either-case', {
    description: 'A language code in uppercase is refused.',
    pattern: /"language":\[[^\]]*"[A-Z]/,
  }),
  refuseValue('isbn-of-new-print-books-refused', 'isbn.expected-for-print', {
    description: 'A create of a print book with an ISBN is refused.',
    pattern: /"format":"print".*"isbn":"/,
    // Until a print book was accepted, its ISBN may be the reason, or all that only print books have.
    mayAlsoBreak: ['create.', 'isbn.'],
  }),
  refuseValue('editor-refused', 'contributor.roles', {
    description: 'A book with an editor is refused.',
    pattern: /"role":"Editor"/,
    mayAlsoBreak: ['create.', 'contributor.', 'publish.'],
  }),
  refuseValue('pounds-refused', 'price.currencies', {
    description: 'A price in pounds is refused.',
    pattern: /"currency":"GBP"/,
  }),
  refuseValue('keywords-refused-on-create', 'create.optional-properties', {
    description: 'A create with keywords is refused.',
    pattern: /"keyword":\["/,
    // A bad ISBN in the same create is refused for its keywords.
    mayAlsoBreak: ['create.', 'isbn.reason', 'book.language-either-case'],
  }),
  refuseValue('audiobooks-refused', 'create.formats', {
    description: 'A create of an audiobook is refused.',
    pattern: /"format":"audio"/,
    // Some of the creates that are refused have a language in lower case.
    mayAlsoBreak: [
      'create.',
      'audio-details.',
      'contributor.',
      'list.',
      'book.language-either-case',
    ],
  }),
];
