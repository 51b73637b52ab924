/** Packs our packages as for a release, and installs packages in empty folders. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '../../scripts/build/stale.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const clientFolder = join(root, 'dist/client');

/** Creates a folder that is removed after the tests of a file. */
export function createScratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bookdist-slow-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates the folder of a project that has no packages yet. */
export function createProject(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "name": "newcomer", "type": "module" }\n');
  return folder;
}

/** A tarball, as `npm pack` describes it. */
export interface Tarball {
  readonly path: string;
  readonly filename: string;
  /** Bytes, packed and unpacked. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs one folder into another. */
export async function packPackage(from: string, to: string): Promise<Tarball> {
  const { out } = await runCommand(to, 'npm', ['pack', from, '--json', '--pack-destination', to]);
  const tarball = readValues(JSON.parse(out)).find(isTarball);
  if (tarball === undefined) throw new Error(`npm pack described no tarball: ${out}`);
  return { ...tarball, path: join(to, tarball.filename) };
}

/** npm prints a list or an object, depending on its version. */
function readValues(described: unknown): readonly unknown[] {
  return typeof described === 'object' && described !== null ? Object.values(described) : [];
}

function isTarball(value: unknown): value is Tarball {
  return typeof value === 'object' && value !== null && 'filename' in value && 'files' in value;
}

/** Installs packages, from npm's cache if possible. Returns the warnings, except about npm's settings on this machine. */
export async function installPackages(
  folder: string,
  ...packages: readonly string[]
): Promise<string[]> {
  const options = ['--prefer-offline', '--no-audit', '--no-fund'];
  const { out, err } = await runCommand(folder, 'npm', ['install', ...options, ...packages]);
  return `${out}${err}`
    .split('\n')
    .filter((line) => /\bwarn\b(?!.*Unknown \w+ config)/i.test(line));
}

/** Runs the compiler of this repository in a folder. */
export async function compile(folder: string, ...args: readonly string[]): Promise<void> {
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
  await runCommand(folder, process.execPath, [tsc, ...args]);
}

/** Sources, our own tests, hidden files and logs. */
const unwantedFiles = /(\.test\.(js|d\.ts)$|(?<!\.d)\.[cm]?ts$|\.js\.map$|(^|\/)\.[^/]+$|\.log$)/;

/** What a package may contain. */
export interface PackageLimits {
  readonly paths: RegExp;
  readonly maxBytes: number;
  /** Options of attw. */
  readonly resolution: readonly string[];
}

/** Tests the tarball of a package. */
export function testTarball(getTarball: () => Tarball, limits: PackageLimits): void {
  test('the tarball has only permitted files, and is small', () => {
    const paths = getTarball().files.map(({ path }) => path);
    expect(paths).toContain('package.json');
    const unwanted = paths.filter((path) => !limits.paths.test(path) || unwantedFiles.test(path));
    expect(unwanted).toEqual([]);
    expect(getTarball().size).toBeLessThan(limits.maxBytes);
  });
  test('publint finds nothing to improve, and every resolver finds the types', async () => {
    const [bin, { path }] = [join(root, 'node_modules/.bin'), getTarball()];
    await runCommand(root, join(bin, 'publint'), ['run', path, '--strict']);
    await runCommand(root, join(bin, 'attw'), [path, ...limits.resolution]);
  });
}
