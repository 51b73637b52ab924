/** Installs pinned packages into a folder of their own, through the clients of their registries. */
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';

/** Installs npm packages, unless they are there already. */
export async function npmPackages(home: string, packages: readonly string[]): Promise<void> {
  await once(home, packages, async () => {
    await writeFile(join(home, 'package.json'), '{ "private": true }\n');
    await ran(home, ['npm', 'install', '--no-audit', '--no-fund', ...packages]);
  });
}

/** Installs Python packages into a virtual environment, unless they are there already. */
export async function pythonPackages(home: string, packages: readonly string[]): Promise<void> {
  await once(home, packages, async () => {
    await ran(home, ['python3', '-m', 'venv', 'venv']);
    const pip = join(home, 'venv', 'bin', 'pip');
    await ran(home, [pip, 'install', '--quiet', '--retries', '1', ...packages]);
  });
}

/** @throws when a program that a tool needs is not there */
export async function needs(folder: string, command: readonly [string, string]): Promise<void> {
  await ran(folder, command);
}

async function once(home: string, packages: readonly string[], install: () => Promise<void>) {
  const done = join(home, `installed-${packages.join('-').replaceAll(/[^\w.-]/g, '_')}`);
  if (await isThere(done)) return;
  await mkdir(home, { recursive: true });
  await install();
  await writeFile(done, '');
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function ran(folder: string, [program = '', ...args]: readonly string[]): Promise<void> {
  const { code, out } = await runCommand({ program, args, folder });
  if (code === 0) return;
  const lines = out.trim().split('\n');
  const said = lines.findLast((line) => /error|not found/i.test(line)) ?? lines.at(-1) ?? '';
  throw new Error(`${program.split('/').at(-1)} ended with ${code}: ${said.trim()}`);
}
