/** The steps that add a made-up field. */
import { bookdist, generate, tsx, type Edit, type Step } from './step.ts';

const contractFile = 'openapi/distribution.yaml';
const typeCheck = ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'];
const factsFile = 'src/contract/document-facts.test.ts';
const factsTest = ['node_modules/vitest/vitest.mjs', 'run', factsFile];

/** Returns the edit that adds the field to a schema, before one of its properties. */
function addTagline(schema: string, before: string, requirement?: string): Edit {
  const indent = before.slice(0, before.search(/\S/));
  const lines = [
    'tagline:',
    "  type: [string, 'null']",
    '  maxLength: 100',
    '  description: A short line that advertises the book.',
    ...(requirement === undefined ? [] : [`  x-requirements: [${requirement}]`]),
    '  examples: [One last time across the salt.]',
  ];
  const text = lines.map((line) => `${indent}${line}\n`).join('');
  return { file: contractFile, after: `\n    ${schema}:\n`, anchor: before, text };
}

/** Every fault of the field, as its echo and its type give them. */
const fieldFaults = ['book-attributes-tagline', 'book-list-item-attributes-tagline'].flatMap(
  (place) => [`${place}-not-as-given`, `${place}-of-another-type`],
);

export const fieldSteps: readonly Step[] = [
  {
    about: 'a field in the contract: the generated files are stale',
    edits: [
      addTagline('BookAttributes', '        series:\n', 'book.fields'),
      addTagline('BookCreate', '        externalId:\n'),
      addTagline('BookUpdate', '        externalId:\n'),
      addTagline('BookListItem', '            seriesTitle:\n', 'list.item'),
    ],
    command: [...generate, '--check'],
    exit: 1,
    expectedOutput: [/src\/generated\/api\.ts/],
  },
  { about: 'the generated files', command: generate, exit: 0 },
  {
    about: 'the facts of the document lack it',
    command: factsTest,
    exit: 1,
    expectedOutput: [/shows 24 fields/, /shows thirteen attributes/],
  },
  {
    about: 'the sandbox and the suite follow',
    command: [...bookdist, 'verify', '--own-sandbox'],
    exit: 0,
    expectedOutput: [/conforms/],
  },
  {
    about: 'the suite finds every fault of it',
    command: [
      ...tsx,
      'scripts/grade.ts',
      '--page',
      'docs/grade.md',
      ...fieldFaults.flatMap((name) => ['--fault', name]),
    ],
    exit: 0,
  },
  {
    about: 'the type of a book in the tests of the store',
    command: typeCheck,
    exit: 2,
    expectedOutput: [/tests\/support\/sandbox\/stored-book\.ts.*\n.*tagline/],
  },
  {
    about: 'the types',
    edits: [
      {
        file: 'tests/support/sandbox/stored-book.ts',
        anchor: '    subtitle: null,\n',
        text: '    tagline: null,\n',
      },
    ],
    command: typeCheck,
    exit: 0,
  },
];
