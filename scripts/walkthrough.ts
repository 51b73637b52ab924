/**
 * Adds a made-up requirement to a copy of the repository, as CONTRIBUTING describes. Each step expects
 * a message that names the next file. At most eight files may change.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectOutput } from '../src/cli/shell/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const id = 'publish.recent-date';
const fault = 'old-date-answers-409';
const maxFiles = 8;

/** Inserts text before the first occurrence of `anchor` in a file, or at its end. */
interface Edit {
  readonly file: string;
  readonly anchor?: string;
  readonly text: string;
}

interface Step {
  readonly about: string;
  readonly edits?: readonly Edit[];
  readonly command: readonly string[];
  readonly exit: 0 | 1;
  /** Patterns that the output must match. */
  readonly expectedOutput?: readonly RegExp[];
}

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

const tsx = ['--import', 'tsx'];
const generate = [...tsx, 'scripts/generate.ts'];
const trace = [...tsx, 'scripts/trace.ts'];
const bookdist = [...tsx, 'src/cli/main.ts'];
const faultTests = ['node_modules/vitest/vitest.mjs', 'run', 'src/faults/faults.test.ts', '-t'];

const steps: readonly Step[] = [
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
        file: 'src/monitor/expectations/publish-book.ts',
        anchor: "import { locateInWindow } from './dates.ts';",
        text: "import { countDaysUntil } from './dates.ts';\n",
      },
      {
        file: 'src/monitor/expectations/publish-book.ts',
        anchor: '    ...windowGrounds(book, question),\n',
        text: '    ...oldDateGrounds(book, question),\n',
      },
      { file: 'src/monitor/expectations/publish-book.ts', text: ground },
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
    about: 'the page of the grade asks for its row',
    command: [...faultTests, 'lists every fault'],
    exit: 1,
    expectedOutput: [new RegExp(`grade -- --fault ${fault} --page docs/grade\\.md`)],
  },
  {
    about: 'the row',
    command: [...tsx, 'scripts/grade.ts', '--fault', fault, '--page', 'docs/grade.md'],
    exit: 0,
  },
  {
    about: 'the page is complete',
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

/** Copies the repository without ignored files, and shares its packages. */
function copyRepository(folder: string): readonly string[] {
  const options = ['ls-files', '-co', '--exclude-standard'];
  const files = execFileSync('git', options, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)));
  for (const file of files) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return files;
}

function applyEdit(folder: string, { file, anchor, text }: Edit): void {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  const at = anchor === undefined ? source.length : source.indexOf(anchor);
  assert(at >= 0, `${file} does not contain ${anchor}. Update scripts/walkthrough.ts.`);
  writeFileSync(path, source.slice(0, at) + text + source.slice(at));
}

async function playStep(
  folder: string,
  { about, edits = [], command, exit, expectedOutput = [] }: Step,
) {
  for (const edit of edits) applyEdit(folder, edit);
  const start = performance.now();
  const child = spawn(process.execPath, [...command], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, output } = await collectOutput(child);
  assert.equal(code, exit, output);
  for (const expected of expectedOutput) assert.match(output, expected);
  assert.doesNotMatch(output, /^ {4}at .*node_modules\/tsx/m, 'The message is a stack trace.');
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(5);
  console.log(`ok  ${seconds} s  ${about}`);
}

const folder = mkdtempSync(join(tmpdir(), 'bookdist-walkthrough-'));
try {
  const files = copyRepository(folder);
  for (const step of steps) await playStep(folder, step);
  const changed = files.filter(
    (file) => !readFileSync(join(root, file)).equals(readFileSync(join(folder, file))),
  );
  assert(changed.length <= maxFiles, `More than ${maxFiles} files: ${changed.join(', ')}`);
  console.log(`${changed.length} files changed: ${changed.join(', ')}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
