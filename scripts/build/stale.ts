/** Rebuilds dist/ when a source file is newer than the last build. */
import { spawnSync, execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = [
  'package.json',
  'src',
  'openapi',
  'tests/suite.ts',
  'tests/contract',
  'tests/property',
];

/**
 * Runs the build unless dist/ is up to date.
 * @throws Error if the build fails
 */
export function buildIfStale(): void {
  if (isFresh()) return;
  const build = ['--import', 'tsx', 'scripts/build.ts'];
  const { status } = spawnSync(process.execPath, build, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed. Run: npm run build');
}

/** Runs once before the tests of the Vitest project `slow`. */
export const setup = buildIfStale;

function isFresh(): boolean {
  // The build writes this file last, so that its time is that of a complete build.
  const lastFile = join(root, 'dist/client/LICENSE');
  if (!existsSync(lastFile)) return false;
  const builtAt = statSync(lastFile).ctimeMs;
  return sources.every((name) => findNewestTime(join(root, name)) <= builtAt);
}

/** Returns the time of a file, or of the newest file in a folder. */
function findNewestTime(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return Math.max(...names.map((name) => statSync(join(path, name)).mtimeMs));
}

interface CommandOutput {
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a program in a folder, without a shell.
 * @throws Error with the end of its output if it exits with a code other than 0
 */
export async function runCommand(
  folder: string,
  program: string,
  args: readonly string[],
): Promise<CommandOutput> {
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { cwd: folder, maxBuffer: 64 << 20 }, (error, out, err) => {
      if (error === null) return resolve({ out, err });
      const title = `${program} ${args.join(' ')}: expected exit 0, got ${error.code}.`;
      return reject(new Error(`${title}\n${`${out}\n${err}`.trim().slice(-4000)}`));
    });
  });
}
