/** Checks names, text and references of every tracked file for rules that the linter does not have. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { complaintsAboutNumbers } from './decisions.ts';
import { knownReferences } from './known-references.ts';
import { complaintsAbout } from './lines.ts';
import { emptyWordsIn, exportedNames } from './names.ts';
import { complaintsAboutReferences } from './references.ts';

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
