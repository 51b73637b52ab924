/** Checks rules about the text of files that the linter does not have. */

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

const codeFiles = /^(src|tests|scripts|bench)\/.*\.ts$/;
const suiteFiles = /^(src\/(harness|report|client)|tests)\/.*\.ts$/;
const testFiles = /\.test\.ts$|^tests\/support\//;

const lineRules: readonly LineRule[] = [
  {
    files: /./,
    pattern: /\b(?!ISBN|EAN|UTF)[A-Z]{2,6}-\d{2}\b/,
    message: 'Use a descriptive id; numbers change.',
  },
  {
    files: suiteFiles,
    except: testFiles,
    pattern: /['"`]x-requirement['"`]/i,
    message: 'The suite must not read a header that only our sandbox sends.',
  },
  {
    files: /^src\/(sandbox|rules)\/.*\.ts$/,
    except: testFiles,
    pattern: /\bif \(.*\bfaults?\b/,
    message: 'A fault is an override that is passed in, never a branch.',
  },
  {
    files: /^(src\/(rules|harness\/values)|tests\/(contract|property))\/.*\.ts$/,
    except: testFiles,
    pattern: /\bnew Date\(\)|\bDate\.now\(|\bMath\.random\(|\brandomUUID\(/,
    message: "Pass time and randomness as arguments; the target provides today's date.",
  },
  {
    files: codeFiles,
    except: testFiles,
    pattern: /\bimport \{[^}]*\benv\b[^}]*\} from 'node:process'/,
    message:
      'Only src/cli/shell/environment.ts and tests/options-from-environment.ts read the environment.',
  },
];

/** Returns the complaints about the text of one file. */
export function checkLines(path: string, text: string): Complaint[] {
  const lines = text.split('\n');
  const rules = lineRules.filter(({ files, except }) => files.test(path) && !except?.test(path));
  const complaints = lines.flatMap((line, index) =>
    rules
      .filter(({ pattern }) => pattern.test(line))
      .map(({ message }) => ({ line: index + 1, message })),
  );
  return [...checkPurpose(path, lines), ...complaints];
}

/** Requires a doc comment at the start of a module, after the interpreter line of a command. */
function checkPurpose(path: string, lines: readonly string[]): Complaint[] {
  if (!codeFiles.test(path) || testFiles.test(path) || path.startsWith('src/generated/')) return [];
  const firstLine = lines[0]?.startsWith('#!') === true ? lines[1] : lines[0];
  if (firstLine?.startsWith('/**') === true) return [];
  return [
    { line: 1, message: 'Start with a doc comment: one sentence that says what the module does.' },
  ];
}
