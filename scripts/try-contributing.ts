/**
 * Adds a made-up requirement and then a made-up field to copies of the repository, as CONTRIBUTING describes. Each step
 * expects a message that names the next file. Few files may change.
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
import { fieldSteps, requirementSteps, type Edit, type Step } from './try-contributing/steps.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

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

function applyEdit(folder: string, { file, anchor, after = '', text }: Edit): void {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  const at = anchor === undefined ? source.length : source.indexOf(anchor, source.indexOf(after));
  assert(at >= 0, `${file} does not contain ${anchor}. Update scripts/try-contributing.ts.`);
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

/** Plays steps in a copy of the repository, and counts the files that changed. */
async function followSteps(steps: readonly Step[], maxFiles: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bookdist-contributing-'));
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
}

// Side by side, because most commands use a single core.
await Promise.all([followSteps(requirementSteps, 10), followSteps(fieldSteps, 6)]);
