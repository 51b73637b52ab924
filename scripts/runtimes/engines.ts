/** Runtimes that are npm packages with a binary: Node versions, Deno and Bun. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, install } from '../smoke/command.ts';
import type { Home } from './home.ts';

/** Runs the program in a runtime and returns its list. */
export type Run = (home: Home) => Promise<unknown>;

/** The Node version of this process. */
export const ownNode: Run = async (home) => running(home, process.execPath, []);

/** @param wanted a package and its version, such as `node@22`, whose binary has the package's name */
export function fromNpm(wanted: string, args: readonly string[] = []): Run {
  return async (home) => {
    const [name = ''] = wanted.split('@');
    const folder = await installed(home, wanted);
    return running(home, join(folder, 'node_modules/.bin', name), args);
  };
}

/** Installs a package in an empty folder. */
export async function installed(home: Home, wanted: string): Promise<string> {
  const folder = join(home.folder, wanted.replace('@', '-'));
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{}\n');
  await install(folder, wanted);
  return folder;
}

/** The client stays a separate package, as in most programs. */
async function running(home: Home, binary: string, args: readonly string[]): Promise<unknown> {
  const { folder, baseUrl, path } = home;
  const external = ['book-distribution-client'];
  const text = await home.bundle({ format: 'esm', platform: 'neutral', external });
  const place = JSON.stringify({ baseUrl, path });
  const main = join(folder, 'main.mjs');
  writeFileSync(main, `${text}\nconsole.log(JSON.stringify(await tryOut(${place})));\n`);
  const { out } = await command(folder, binary, [...args, main]);
  return JSON.parse(out);
}
