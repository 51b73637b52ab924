/** Checks names, text and references of every tracked file for rules that the linter does not have. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import toolkit from '../../package.json' with { type: 'json' };
import { commandGroups } from '../../src/cli/commands.ts';
import { processShell } from '../../src/cli/shell/index.ts';
import { complaintsAboutNumbers } from './decisions.ts';
import { complaintsAbout } from './lines.ts';
import { emptyWordsIn, exportedNames } from './names.ts';
import { complaintsAboutReferences, type Known } from './references.ts';

const skipped = /^(package-lock\.json|LICENSE)$|\.(png|gz|zip|epub|mp3|pdf|ico)$/;

function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => path !== '' && existsSync(path));
}

function namesIn(path: string, text: string): string[] {
  const own = emptyWordsIn(path).map((word) => `${path}: the path says '${word}'`);
  if (!path.endsWith('.ts') || path.startsWith('src/generated/')) return own;
  const exported = exportedNames(text).flatMap((name) =>
    emptyWordsIn(name).map((word) => `${path}: the export ${name} says '${word}'`),
  );
  return [...own, ...exported];
}

type Command = ReturnType<(typeof commandGroups)[string][number]>;

/** Collects the files, scripts, proofs and commands that documents may mention. */
function knownReferences(files: readonly string[]): Known {
  const shell = processShell();
  const programs = Object.values(commandGroups).flatMap((group) =>
    group.map((make) => make(shell)),
  );
  const proofs = readFileSync('scripts/prove.ts', 'utf8').matchAll(/^ {2}'?([\w-]+)'?: \{/gm);
  return {
    paths: new Set(files.flatMap(withFolders)),
    scripts: new Set(Object.keys(toolkit.scripts)),
    proofs: new Set([...proofs].map(([, name = '']) => name)),
    commands: new Map(programs.flatMap((program) => optionsOf(program, program.name()))),
  };
}

function withFolders(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [path] : [path, ...withFolders(folder)];
}

function optionsOf(command: Command, name: string): [string, ReadonlySet<string>][] {
  const own = command.options.flatMap(({ long }) => long ?? []);
  const below = command.commands.flatMap((entry) => optionsOf(entry, `${name} ${entry.name()}`));
  return [[name, new Set(own)], ...below];
}

const tracked = trackedFiles();
const known = knownReferences(tracked);
const files = tracked.filter((path) => !skipped.test(path));
const ofFiles = files.flatMap((path) => {
  const text = readFileSync(path, 'utf8');
  const lines = complaintsAbout(path, text).map(
    ({ line, message }) => `${path}:${line}: ${message}`,
  );
  // The changelog names what is gone.
  const isGuide = path.endsWith('.md') && path !== 'CHANGELOG.md';
  const references = isGuide ? complaintsAboutReferences(path, text, known) : [];
  return [...namesIn(path, text), ...lines, ...references];
});

const complaints = [...ofFiles, ...complaintsAboutNumbers(files)];
for (const complaint of complaints) console.error(complaint);
console.log(`house: ${files.length} files read, ${complaints.length} complaints`);
process.exitCode = complaints.length === 0 ? 0 : 1;
