/** Rules about names, about the text of files and about the numbers of decisions, which the linter does not have. */

const emptyWords = new Set(
  'util utils helper helpers common misc base manager managers handler handlers processor processors data info impl types lib'.split(
    ' ',
  ),
);

/** Splits a kebab, dotted or camel-case name into lower-case words. */
function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Returns the words of a name that could describe any file. */
export function findEmptyWords(name: string): string[] {
  return splitWords(name).filter((word) => emptyWords.has(word));
}

const declaration =
  /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const exportList = /^export (?:type )?\{([^}]*)\}/gm;

/** Returns the names that a formatted TypeScript module exports, except re-exports by star. */
export function listExports(text: string): string[] {
  const declaredNames = [...text.matchAll(declaration)].map(([, name = '']) => name);
  const listedNames = [...text.matchAll(exportList)].flatMap(([, names = '']) => names.split(','));
  return [...declaredNames, ...listedNames.flatMap((name) => /(\w+)\s*$/.exec(name)?.[1] ?? [])];
}

/** Returns a complaint for each number that is missing or repeated in the paths of docs/decisions. */
export function checkNumbers(paths: readonly string[]): string[] {
  const numbers = paths.flatMap((path) => {
    const [, number] = /^docs\/decisions\/(\d{4})-/.exec(path) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
  const expected = Array.from({ length: Math.max(0, ...numbers) }, (_, index) => index + 1);
  return expected.flatMap((number) => {
    const count = numbers.filter((entry) => entry === number).length;
    const name = String(number).padStart(4, '0');
    if (count === 1) return [];
    return [
      count === 0
        ? `docs/decisions: no record has the number ${name}. Give it to your new record.`
        : `docs/decisions: ${count} records have the number ${name}. Renumber the newer one.`,
    ];
  });
}

interface Complaint {
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
