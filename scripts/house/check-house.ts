/** Checks names, text and references of every tracked file for rules that the linter does not have. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import toolkit from '../../package.json' with { type: 'json' };
import { commandGroups } from '../../src/cli/bookdist.ts';
import { createProcessShell } from '../../src/cli/shell/index.ts';
import {
  checkLines,
  findEmptyWords,
  listExports,
  checkReferences,
  type KnownReferences,
} from './text.ts';

const skippedFiles = /^(package-lock\.json|LICENSE)$|\.(png|gz|zip|epub|mp3|pdf|ico)$/;

function listFiles(): string[] {
  const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return output.split('\n').filter((path) => path !== '' && existsSync(path));
}

function findEmptyNames(path: string, text: string): string[] {
  const pathComplaints = findEmptyWords(path).map((word) => `${path}: the path says '${word}'`);
  if (!path.endsWith('.ts') || path.startsWith('src/generated/')) return pathComplaints;
  const exportComplaints = listExports(text).flatMap((name) =>
    findEmptyWords(name).map((word) => `${path}: the export ${name} says '${word}'`),
  );
  return [...pathComplaints, ...exportComplaints];
}

type Command = ReturnType<(typeof commandGroups)[string][number]>;

/** Collects the files, scripts and commands that documents may mention. */
function collectReferences(files: readonly string[]): KnownReferences {
  const shell = createProcessShell();
  const programs = Object.values(commandGroups).flatMap((group) =>
    group.map((createProgram) => createProgram(shell)),
  );
  return {
    paths: new Set(files.flatMap(listWithFolders)),
    scripts: new Set(Object.keys(toolkit.scripts)),
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

const allFiles = listFiles();
const knownReferences = collectReferences(allFiles);
const files = allFiles.filter((path) => !skippedFiles.test(path));
const complaints = files.flatMap((path) => {
  const text = readFileSync(path, 'utf8');
  const lines = checkLines(path, text).map(({ line, message }) => `${path}:${line}: ${message}`);
  // The changelog may mention files that no longer exist.
  const isGuide = path.endsWith('.md') && path !== 'CHANGELOG.md';
  const references = isGuide ? checkReferences(path, text, knownReferences) : [];
  return [...findEmptyNames(path, text), ...lines, ...references];
});

for (const complaint of complaints) console.error(complaint);
console.log(`house: ${files.length} files read, ${complaints.length} complaints`);
process.exitCode = complaints.length === 0 ? 0 : 1;
