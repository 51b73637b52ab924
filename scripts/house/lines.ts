/** House rules that are about the text of a file: what a linter of syntax cannot see. */

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
    // Spelt with brackets, so that the rule does not find itself.
    pattern: /\b(?:TO[D]O|FIX[M]E|X[X]X|HAC[K])\b/,
    message: 'Finish it, or open an issue: nothing is left for later in the text.',
  },
  {
    files: /./,
    pattern: /\b(?!ISBN|EAN|UTF)[A-Z]{2,6}-\d{2}\b/,
    message: 'An id says what it means; numbered rows move when a section does.',
  },
  {
    files: asking,
    // Whom to ask is settled before anything is asked, and our own sandbox may be recognised there.
    except: /^tests\/target\.ts$|\.test\.ts$/,
    pattern: /['"`]x-requirement['"`]/i,
    message: 'The suite may not read what only our own sandbox says.',
  },
  {
    files: /^src\/(sandbox|rules)\/.*\.ts$/,
    except: unitTest,
    pattern: /\bif \(.*\bfaults?\b/,
    message: 'A fault is an injected override, never a branch.',
  },
  {
    files: /^(src\/(rules|harness\/values)|tests\/(contract|property))\/.*\.ts$/,
    except: unitTest,
    pattern: /\bnew Date\(\)|\bDate\.now\(|\bMath\.random\(|\brandomUUID\(/,
    message: 'Time and chance arrive as arguments; today comes from the target.',
  },
  {
    files: code,
    except: /^(src\/cli\/options|tests\/target)\.ts$|\.test\.ts$/,
    pattern: /\bimport \{[^}]*\benv\b[^}]*\} from 'node:process'/,
    message:
      'Only src/cli/shell/environment.ts and tests/options-from-environment.ts read the environment.',
  },
];

/** What is wrong with the text of one tracked file. */
export function complaintsAbout(path: string, text: string): Complaint[] {
  const lines = text.split('\n');
  const rules = lineRules.filter(({ files, except }) => files.test(path) && !except?.test(path));
  const found = lines.flatMap((line, index) =>
    rules
      .filter(({ pattern }) => pattern.test(line))
      .map(({ message }) => ({ line: index + 1, message })),
  );
  return [...missingPurpose(path, lines), ...found];
}

/** Every module opens with a sentence on what it is for; a command may say its interpreter first. */
function missingPurpose(path: string, lines: readonly string[]): Complaint[] {
  if (!code.test(path) || unitTest.test(path) || path.startsWith('src/generated/')) return [];
  const first = lines[0]?.startsWith('#!') === true ? lines[1] : lines[0];
  if (first?.startsWith('/**') === true) return [];
  return [{ line: 1, message: 'Open with a doc comment: one sentence on what the module is for.' }];
}
