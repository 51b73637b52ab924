/** Runtimes that are npm packages with a binary: Node versions, Deno and Bun. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, installPackages } from '../smoke/command.ts';
import type { Home } from './home.ts';

/** Runs the program in a runtime and returns the names of its steps. */
export type Run = (home: Home) => Promise<unknown>;

export const runInThisNode: Run = async (home) => runProgram(home, process.execPath, []);

/** @param specifier a package and its version, such as `node@22`; its binary has the name of the package */
export function createNpmRun(specifier: string, args: readonly string[] = []): Run {
  return async (home) => {
    const [name = ''] = specifier.split('@');
    const folder = await installRuntime(home, specifier);
    return runProgram(home, join(folder, 'node_modules/.bin', name), args);
  };
}

/** Installs a package in an empty folder. */
export async function installRuntime(home: Home, specifier: string): Promise<string> {
  const folder = join(home.folder, specifier.replace('@', '-'));
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{}\n');
  await installPackages(folder, specifier);
  return folder;
}

/** Bundles the program without the client, which most programs do not bundle either. */
async function runProgram(home: Home, binary: string, args: readonly string[]): Promise<unknown> {
  const { folder, baseUrl, path } = home;
  const external = ['book-distribution-client'];
  const text = await home.bundle({ format: 'esm', platform: 'neutral', external });
  const connection = JSON.stringify({ baseUrl, path });
  const main = join(folder, 'main.mjs');
  writeFileSync(main, `${text}\nconsole.log(JSON.stringify(await tryOut(${connection})));\n`);
  const { out } = await runCommand(folder, binary, [...args, main]);
  return JSON.parse(out);
}
