/** Joins the shell blocks of guides to a script. It stops at the first block whose exit code differs from the one shown. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The guide that installs the packages. The others follow in the order of their names. */
const firstGuide = 'get-started.md';

/** Returns the names of the guides in the order in which a reader runs them. */
export async function listGuides(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith('.md') && name !== firstGuide,
  );
  return [firstGuide, ...names.toSorted()];
}

/**
 * Returns a script for one shell.
 * @param installs false to leave out the blocks that install the packages (`sh install`)
 */
export async function writeGuideScript(
  folder: string,
  names: readonly string[],
  installs: boolean,
): Promise<string> {
  const parts = names.map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8');
    const blocks = [...text.matchAll(/^```sh(?: (install)| exit=(\d+))?\n(.*?)^```/gms)];
    return blocks
      .filter(([, install]) => installs || install === undefined)
      .map(([, , exit, script = ''], index) =>
        toScript(`${name}, block ${index + 1}`, script, exit),
      );
  });
  return (await Promise.all(parts)).flat().join('\n');
}

/** Checks the exit code of the last command. A block that should succeed also stops at the first failure. */
function toScript(title: string, script: string, exit = '0'): string {
  const check = `code=$?; [ "$code" = ${exit} ] || { echo "expected exit ${exit}, got $code"; exit 90; }`;
  return `echo '--- ${title}'\nset ${exit === '0' ? '-e' : '+e'}\n${script}${check}`;
}
