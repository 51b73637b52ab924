/** Checks names, text and references of every tracked file for rules that the linter does not have. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import toolkit from '../../package.json' with { type: 'json' };
import { commandGroups } from '../../src/cli/commands.ts';
import { processShell } from '../../src/cli/shell/index.ts';
import { checkNumbers } from './decisions.ts';
import { checkLines } from './lines.ts';
import { findEmptyWords, listExports } from './names.ts';
import { checkReferences, type KnownReferences } from './references.ts';

const skipped = /^(package-lock\.json|LICENSE)$|\.(png|gz|zip|epub|mp3|pdf|ico)$/;

function listFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => path !== '' && existsSync(path));
}

function findEmptyNames(path: string, text: string): string[] {
  const inPath = findEmptyWords(path).map((word) => `${path}: the path says '${word}'`);
  if (!path.endsWith('.ts') || path.startsWith('src/generated/')) return inPath;
  const exported = listExports(text).flatMap((name) =>
    findEmptyWords(name).map((word) => `${path}: the export ${name} says '${word}'`),
  );
  return [...inPath, ...exported];
}

type Command = ReturnType<(typeof commandGroups)[string][number]>;

/** Collects the files, scripts, proofs and commands that documents may mention. */
function collectReferences(files: readonly string[]): KnownReferences {
  const shell = processShell();
  const programs = Object.values(commandGroups).flatMap((group) =>
    group.map((make) => make(shell)),
  );
  const proofs = readFileSync('scripts/prove.ts', 'utf8').matchAll(/^ {2}'?([\w-]+)'?: \{/gm);
  return {
    paths: new Set(files.flatMap(listWithFolders)),
    scripts: new Set(Object.keys(toolkit.scripts)),
    proofs: new Set([...proofs].map(([, name = '']) => name)),
    commands: new Map(programs.flatMap((program) => listOptions(program, program.name()))),
  };
}

function listWithFolders(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [path] : [path, ...listWithFolders(folder)];
}

function listOptions(command: Command, name: string): [string, ReadonlySet<string>][] {
  const ownOptions = command.options.flatMap(({ long }) => long ?? []);
  const subcommandOptions = command.commands.flatMap((entry) =>
    listOptions(entry, `${name} ${entry.name()}`),
  );
  return [[name, new Set(ownOptions)], ...subcommandOptions];
}

const tracked = listFiles();
const known = collectReferences(tracked);
const files = tracked.filter((path) => !skipped.test(path));
const ofFiles = files.flatMap((path) => {
  const text = readFileSync(path, 'utf8');
  const lines = checkLines(path, text).map(({ line, message }) => `${path}:${line}: ${message}`);
  // The changelog names what is gone.
  const isGuide = path.endsWith('.md') && path !== 'CHANGELOG.md';
  const references = isGuide ? checkReferences(path, text, known) : [];
  return [...findEmptyNames(path, text), ...lines, ...references];
});

const complaints = [...ofFiles, ...checkNumbers(files)];
for (const complaint of complaints) console.error(complaint);
console.log(`house: ${files.length} files read, ${complaints.length} complaints`);
process.exitCode = complaints.length === 0 ? 0 : 1;
