/** Faults of being too strict: a create is refused for a value that it should accept. */
import type { RequirementId } from '../contract/requirements.ts';
import type { Call } from '../sandbox/replaceable-parts/index.ts';
import { refuseWhen, type Fault } from './fault.ts';

interface StrictFault extends Pick<Fault, 'description' | 'mayAlsoBreak'> {
  readonly pattern: RegExp;
}

/** Until a print book or a leap day is accepted, the ISBN or the date may look like the reason. */
const defaultStrays = ['create.', 'book.', 'isbn.expected-for-print', 'date.valid-on-create'];

/** Creates a fault that refuses every create whose JSON body matches a pattern, although the value is valid. */
function createStrictFault(
  name: string,
  requirement: RequirementId,
  { description, pattern, mayAlsoBreak = defaultStrays }: StrictFault,
): Fault {
  const matches = ({ body }: Call) => pattern.test(JSON.stringify(body));
  const override = refuseWhen('createBook', requirement, matches);
  return { name, breaks: [requirement], mayAlsoBreak, description, override };
}

export const strictFaults: readonly Fault[] = [
  createStrictFault('uppercase-language-refused', 'book.language-either-case', {
    description: 'A language code in uppercase is refused.',
    pattern: /"language":\[[^\]]*"[A-Z]/,
  }),
  createStrictFault('isbn-of-new-print-books-refused', 'isbn.expected-for-print', {
    description: 'A create of a print book with an ISBN is refused.',
    pattern: /"format":"print".*"isbn":"/,
    // Until a print book is accepted, any field that only print books have may look like the reason.
    mayAlsoBreak: ['create.', 'isbn.'],
  }),
  createStrictFault('editor-refused', 'contributor.roles', {
    description: 'A book with an editor is refused.',
    pattern: /"role":"Editor"/,
    mayAlsoBreak: ['create.', 'contributor.', 'publish.', 'audio-details.', 'isbn.reason'],
  }),
  createStrictFault('pounds-refused', 'price.currencies', {
    description: 'A price in pounds is refused.',
    pattern: /"currency":"GBP"/,
  }),
  createStrictFault('keywords-refused-on-create', 'create.optional-properties', {
    description: 'A create with keywords is refused.',
    pattern: /"keyword":\["/,
    // A create with a bad ISBN may be refused for its keywords instead.
    mayAlsoBreak: ['create.', 'isbn.reason', 'book.language-either-case'],
  }),
  createStrictFault('audiobooks-refused', 'create.formats', {
    description: 'A create of an audiobook is refused.',
    pattern: /"format":"audio"/,
    // Some of the refused audiobooks have a language code in lower case, which may look like the reason.
    mayAlsoBreak: [
      'create.',
      'audio-details.',
      'contributor.',
      'list.',
      'book.language-either-case',
    ],
  }),
];
