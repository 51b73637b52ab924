/** Rules about names, text and references to files, which the linter does not have. */
import { dirname, join, normalize } from 'node:path/posix';

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

const codeFiles = /^(src|tests|scripts)\/.*\.ts$/;
const suiteFiles = /^(src\/(harness|report|client)|tests)\/.*\.ts$/;
const testFiles = /\.test\.ts$|^tests\/support\//;

const lineRules: readonly LineRule[] = [
  {
    files: /\.(md|ya?ml)$/,
    pattern:
      /\b(npm (i|install|add)|pnpm add|yarn add)\b[^`]* (book-distribution-\w+|bookdist)(?=[@\s`]|$)|\bbook-distribution-\w+@\d/,
    message:
      'The packages are not on npm yet, so anyone could register the name: install a tarball.',
  },
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

export interface KnownReferences {
  /** Files and folders of the repository, folders without a slash at the end. */
  readonly paths: ReadonlySet<string>;
  /** The scripts of package.json. */
  readonly scripts: ReadonlySet<string>;
  /** The options of each command, such as `verify` or `report bundle`, with their dashes. */
  readonly commands: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Top-level folders whose paths are checked in code spans. Other paths are examples. */
const checkedFolders = /^(?:src|tests|scripts|openapi|docs|examples|deploy|ci|\.ci)\//;

/** Returns a complaint for each reference of a Markdown file to something that does not exist. */
export function checkReferences(
  file: string,
  text: string,
  knownReferences: KnownReferences,
): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const blocks = [...text.matchAll(/^```[^\n]*\n(.*?)^```/gms)].map(([, block = '']) => block);
  const lines = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'));
  const missingReferences = [
    ...findMissingLinks(file, text, knownReferences),
    ...spans.filter((span) => isMissingPath(span, knownReferences)),
    ...[...spans, ...lines].flatMap((line) => [
      ...findUnknownScripts(line, knownReferences),
      ...findUnknownCommands(line, knownReferences),
    ]),
  ];
  return [...new Set(missingReferences)].map((reference) => `${file}: ${reference} does not exist`);
}

function findMissingLinks(file: string, text: string, { paths }: KnownReferences): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)].map(
    ([, target = '']) => target,
  );
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !paths.has(normalize(join(dirname(file), target)).replace(/\/$/, '')));
}

function isMissingPath(span: string, { paths }: KnownReferences): boolean {
  const path = span.replace(/\/$/, '');
  return checkedFolders.test(span) && /^[\w./-]+$/.test(path) && !paths.has(path);
}

function findUnknownScripts(line: string, { scripts }: KnownReferences): string[] {
  const calls = [...line.matchAll(/npm run (?:--silent )?([\w-]+)/g)];
  return calls.flatMap(([call, script = '']) => (scripts.has(script) ? [] : [call]));
}

function findUnknownCommands(line: string, { commands }: KnownReferences): string[] {
  // Text after a pipe, a redirection or a comment sign is not part of the command.
  const calls = [...line.matchAll(/(?:^|[\s$(])bookdist ([^|>&;#)]*)/g)];
  return calls.flatMap(([, rest = '']) => {
    const [first = '', second = '', ...others] = rest.trim().split(/\s+/);
    if (first === '' || first === 'help' || !/^[a-z-]+$/.test(first)) return [];
    const name = commands.has(`${first} ${second}`) ? `${first} ${second}` : first;
    const options = commands.get(name);
    if (options === undefined) return first.startsWith('-') ? [] : [`bookdist ${first}`];
    return [second, ...others]
      .flatMap((word) => /^--[a-z][\w-]*/.exec(word)?.[0] ?? [])
      .filter((option) => option !== '--help' && !options.has(option))
      .map((option) => `bookdist ${name} ${option}`);
  });
}
