/** The steps that add a made-up requirement. */
import { bookdist, faultTests, generate, trace, tsx, type Step } from './step.ts';

const id = 'publish.recent-date';
const fault = 'old-date-answers-409';

const ground = `
function oldDateGrounds(book: Book, { now }: Question): readonly Ground[] {
  const date = getKnownValue(book, 'publicationDate');
  const days = typeof date === 'string' ? countDaysUntil(date, now) : undefined;
  return days !== undefined && days < -366 ? [must('${id}', [422])] : [];
}
`;

const concern = `
function findOldDateConcerns(book: Book, now: number): readonly Concern[] {
  if (Date.parse(book.publicationDate) > now - 366 * 86_400_000) return [];
  const reason = 'The publication date is more than a year ago.';
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
  says: Publish answers 422 for a book dated more than a year in the past.
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
    about: 'a place in the contract',
    edits: [
      {
        file: 'openapi/distribution.yaml',
        anchor: '        - publish.final-version-window\n',
        text: `        - ${id}\n`,
      },
    ],
    command: trace,
    exit: 1,
    expectedOutput: [/has no check/, /has no fault/],
  },
  {
    about: 'the refusal that the monitor expects, and that the sandbox does not give yet',
    edits: [
      {
        file: 'src/monitor/operations/publish-book/expect-publish.ts',
        anchor: 'import ',
        text: "import { countDaysUntil } from '../../grounds/index.ts';\n",
      },
      {
        file: 'src/monitor/operations/publish-book/expect-publish.ts',
        anchor: '    ...windowGrounds(book, question),\n',
        text: '    ...oldDateGrounds(book, question),\n',
      },
      { file: 'src/monitor/operations/publish-book/expect-publish.ts', text: ground },
    ],
    command: [...bookdist, 'verify', '--own-sandbox', '--only', id],
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
    command: [...bookdist, 'verify', '--own-sandbox', '--only', id],
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
    description: 'A publication date that is too old is refused with 409.',
    override: changeRefusals('${id}', () => ({ status: 409 })),
  },
`,
      },
    ],
    command: trace,
    exit: 0,
  },
  {
    about: 'a scenario finds the fault',
    command: [...faultTests, fault],
    exit: 0,
    expectedOutput: [/\d passed/],
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
  {
    about: 'the results are complete',
    command: [...faultTests, 'lists every fault'],
    exit: 0,
    // Vitest also exits with 0 if no test has such a name.
    expectedOutput: [/\d passed/],
  },
  { about: 'the pages of the ledger', command: generate, exit: 0 },
  {
    about: 'the types',
    command: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'],
    exit: 0,
  },
];
