/** The steps that add a requirement, and those that add a field. */

/** Inserts text before the first occurrence of `anchor` in a file, or at its end. */
export interface Edit {
  readonly file: string;
  readonly anchor?: string;
  /** The anchor is searched for after this text. */
  readonly after?: string;
  readonly text: string;
}

export interface Step {
  readonly about: string;
  readonly edits?: readonly Edit[];
  readonly command: readonly string[];
  readonly exit: 0 | 1;
  /** Patterns that the output must match. */
  readonly expectedOutput?: readonly RegExp[];
}

const tsx = ['--import', 'tsx'];
const generate = [...tsx, 'scripts/generate.ts'];
const trace = [...tsx, 'scripts/trace.ts'];
const bookdist = [...tsx, 'src/cli/main.ts'];
const faultTests = ['node_modules/vitest/vitest.mjs', 'run', 'src/faults/faults.test.ts', '-t'];

const contractFile = 'openapi/distribution.yaml';
const typeCheck = ['node_modules/typescript-native/bin/tsc', '--noEmit', '-p', '.'];
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

/** One of the field's four faults. */
const fieldFault = 'book-attributes-tagline-not-as-given';

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
    command: [...bookdist, 'verify', '--own-sandbox', '--depth', 'quick'],
    exit: 0,
    expectedOutput: [/conforms/],
  },
  {
    about: 'the suite finds a fault of it',
    command: [...tsx, 'scripts/grade.ts', '--page', 'docs/grade.md', '--fault', fieldFault],
    exit: 0,
  },
  {
    about: 'the types lack it in the tests of the store, and nowhere else',
    command: typeCheck,
    exit: 1,
    // The lines after the first one explain it.
    expectedOutput: [/^tests\/support\/sandbox\/stored-book\.ts.*(\n .*)*tagline.*(\n .*)*\s*$/],
  },
];

const id = 'publish.recent-date';
const fault = 'old-date-answers-400';

const ground = `
function oldDateGrounds(book: Book, { now }: Question): readonly Ground[] {
  const date = getKnownValue(book, 'publicationDate');
  const days = typeof date === 'string' ? countDaysUntil(date, now) : undefined;
  return days !== undefined && days < -45 ? [must('${id}', [422])] : [];
}
`;

const concern = `
function findOldDateConcerns(book: Book, now: number): readonly Concern[] {
  if (Date.parse(book.publicationDate) > now - 46 * 86_400_000) return [];
  const reason = 'The publication date is more than 45 days ago.';
  return createConcern('${id}', reason, { name: 'publicationDate' });
}
`;

export const requirementSteps: readonly Step[] = [
  {
    about: 'an entry of the ledger without `since`',
    edits: [
      {
        file: 'openapi/requirements.yaml',
        anchor: '\n# Unpublish\n',
        text: `${id}:
  says: Publish answers 422 for a book dated more than 45 days in the past.
  from: States and transitions
  level: must
`,
      },
    ],
    command: generate,
    exit: 1,
    expectedOutput: [new RegExp(`${id}: add \`since\``)],
  },
  {
    about: 'the complete entry',
    edits: [
      { file: 'openapi/requirements.yaml', anchor: '\n# Unpublish\n', text: '  since: 0.1.0\n' },
    ],
    command: generate,
    exit: 0,
    expectedOutput: [/wrote src\/generated\/requirements\.ts/, /wrote docs\/requirements\.md/],
  },
  {
    about: 'trace asks for a place, a check and a fault',
    command: trace,
    exit: 1,
    expectedOutput: [
      new RegExp(`${id} has no place in the contract.*openapi/distribution\\.yaml`),
      new RegExp(`${id} has no check.*src/monitor`),
      new RegExp(`${id} has no fault.*src/sandbox/concerns.*src/faults`),
    ],
  },
  {
    about: 'the refusal that contract and monitor expect, and that the sandbox does not give yet',
    edits: [
      {
        file: 'openapi/distribution.yaml',
        anchor: '        - publish.final-version-window\n',
        text: `        - ${id}\n`,
      },
      {
        file: 'src/monitor/operations/publish-book/publish-book.ts',
        anchor: 'import ',
        text: "import { countDaysUntil } from '../../grounds/index.ts';\n",
      },
      {
        file: 'src/monitor/operations/publish-book/publish-book.ts',
        anchor: '    ...windowGrounds(book, question),\n',
        text: '    ...oldDateGrounds(book, question),\n',
      },
      { file: 'src/monitor/operations/publish-book/publish-book.ts', text: ground },
    ],
    command: [...bookdist, 'verify', '--own-sandbox', '--seed', '7', '--only', 'publish.'],
    exit: 1,
    expectedOutput: [new RegExp(id), /expected +422/],
  },
  {
    about: 'the decision in the sandbox',
    edits: [
      {
        file: 'src/sandbox/concerns/publish-concerns.ts',
        anchor: '    ...findWindowConcerns(book, now, parts),\n',
        text: '    ...findOldDateConcerns(book, now),\n',
      },
      { file: 'src/sandbox/concerns/publish-concerns.ts', text: concern },
    ],
    command: [...bookdist, 'verify', '--own-sandbox', '--seed', '7', '--only', 'publish.'],
    exit: 0,
  },
  {
    about: 'a fault',
    edits: [
      {
        file: 'src/faults/publish-faults.ts',
        anchor: "  'window-off-by-one': {",
        text: `  '${fault}': {
    breaks: ['${id}'],
    mayAlsoBreak: ['publish.', 'flow.', 'errors.'],
    description: 'A publication date that is too old is refused with 400.',
    override: changeRefusals('${id}', () => ({ status: 400 })),
  },
`,
      },
    ],
    command: trace,
    exit: 0,
  },
  {
    about: 'the results of the grade lack it',
    command: [...faultTests, 'lists every fault'],
    exit: 1,
    expectedOutput: [new RegExp(`grade -- --fault ${fault} --page docs/grade\\.md`)],
  },
  {
    about: 'its grade',
    command: [...tsx, 'scripts/grade.ts', '--fault', fault, '--page', 'docs/grade.md'],
    exit: 0,
  },
  { about: 'the pages of the ledger', command: generate, exit: 0 },
  {
    about: 'the types',
    command: typeCheck,
    exit: 0,
  },
];
