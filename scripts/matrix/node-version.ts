/** Installs a version of Node and both packages in a folder, and runs the toolkit there. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collectOutput } from '../../src/cli/shell/index.ts';
import { runCommand, installPackages } from '../smoke/command.ts';
import type { Tarballs } from '../smoke/pack.ts';

export interface Version {
  /** The folder for this version. */
  readonly folder: string;
  readonly major: number;
  readonly packed: Tarballs;
}

/** Installs Node from the package `node` and returns the path of its binary. */
export async function fetchNode({ folder, major }: Version): Promise<string> {
  const home = join(folder, 'node');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "name": "runtime" }\n');
  await installPackages(home, `node@${major}`);
  const binary = join(home, 'node_modules/node/bin/node');
  const { out } = await runCommand(home, binary, ['--version']);
  if (out.startsWith(`v${major}.`)) return binary;
  throw new Error(`expected Node ${major}, got ${out.trim()}`);
}

/** Installs both tarballs with the current npm on that version of Node. Throws if npm warns. */
export async function installBoth({ folder, packed }: Version, binary: string): Promise<string> {
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "name": "newcomer", "type": "module" }\n');
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund'];
  const output = await runWith(binary, home, ['npm', ...args, packed.toolkit, packed.client]);
  // Warnings about Redocly on Node 20 and about npm settings of this machine do not count.
  const warnings = output
    .split('\n')
    .filter((line) => /\bwarn\b/i.test(line) && !/redocly|Unknown \w+ config/i.test(line));
  if (warnings.length > 0) throw new Error(`npm warns:\n${warnings.join('\n')}`);
  return home;
}

/** Runs the whole suite against the sandbox of the installed package; returns the verdict line. */
export async function verifySandbox(home: string, binary: string): Promise<string> {
  const bookdist = join(home, 'node_modules/book-distribution-contract/dist/src/cli/main.js');
  const args = [bookdist, 'verify', '--own-sandbox', '--seed', '1'];
  const { out } = await runCommand(home, binary, args);
  const verdict = out.trim().split('\n').at(-1) ?? '';
  if (!verdict.startsWith('conforms')) throw new Error(`the sandbox does not conform:\n${out}`);
  return verdict;
}

/** Runs a program whose first line is `#!/usr/bin/env node` with this Node. */
export async function runWith(
  binary: string,
  folder: string,
  [program = '', ...args]: readonly string[],
): Promise<string> {
  const script = 'PATH="$0:$PATH"; exec "$@"';
  const child = spawn('sh', ['-c', script, dirname(binary), program, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, output } = await collectOutput(child);
  if (code === 0) return output;
  throw new Error(`${program} ${args.join(' ')}: expected exit 0, got ${code}.\n${output}`);
}
