/** Rules about the text of files for which the linter has no rule. */

export interface Complaint {
  readonly line: number;
  readonly message: string;
}

interface LineRule {
  readonly files: RegExp;
  readonly except?: RegExp;
  readonly pattern: RegExp;
  readonly message: string;
}

const code = /^(src|tests|scripts|bench)\/.*\.ts$/;
const asking = /^(src\/(harness|report|client)|tests)\/.*\.ts$/;
const unitTest = /\.test\.ts$/;

const lineRules: readonly LineRule[] = [
  {
    files: /./,
    pattern: /\b(?!ISBN|EAN|UTF)[A-Z]{2,6}-\d{2}\b/,
    message: 'Use a descriptive id; numbers change.',
  },
  {
    files: asking,
    // The target is chosen here, and it may be our own sandbox.
    except: /^tests\/target\.ts$|\.test\.ts$/,
    pattern: /['"`]x-requirement['"`]/i,
    message: 'The suite must not read a header that only our sandbox sends.',
  },
  {
    files: /^src\/(sandbox|rules)\/.*\.ts$/,
    except: unitTest,
    pattern: /\bif \(.*\bfaults?\b/,
    message: 'A fault is an override that is passed in, never a branch.',
  },
  {
    files: /^(src\/(rules|harness\/values)|tests\/(contract|property))\/.*\.ts$/,
    except: unitTest,
    pattern: /\bnew Date\(\)|\bDate\.now\(|\bMath\.random\(|\brandomUUID\(/,
    message: "Pass time and randomness as arguments; the target provides today's date.",
  },
  {
    files: code,
    except: /^(src\/cli\/options|tests\/target)\.ts$|\.test\.ts$/,
    pattern: /\bimport \{[^}]*\benv\b[^}]*\} from 'node:process'/,
    message:
      'Only src/cli/shell/environment.ts and tests/options-from-environment.ts read the environment.',
  },
];

/** Returns what is wrong with the text of one file. */
export function checkLines(path: string, text: string): Complaint[] {
  const lines = text.split('\n');
  const rules = lineRules.filter(({ files, except }) => files.test(path) && !except?.test(path));
  const found = lines.flatMap((line, index) =>
    rules
      .filter(({ pattern }) => pattern.test(line))
      .map(({ message }) => ({ line: index + 1, message })),
  );
  return [...checkPurpose(path, lines), ...found];
}

/** Requires a doc comment at the start of a module, after the interpreter line of a command. */
function checkPurpose(path: string, lines: readonly string[]): Complaint[] {
  if (!code.test(path) || unitTest.test(path) || path.startsWith('src/generated/')) return [];
  const first = lines[0]?.startsWith('#!') === true ? lines[1] : lines[0];
  if (first?.startsWith('/**') === true) return [];
  return [
    { line: 1, message: 'Start with a doc comment: one sentence that says what the module does.' },
  ];
}
