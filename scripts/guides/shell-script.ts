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
    return findBlocks(text)
      .filter(({ install }) => installs || install === undefined)
      .map(({ exit, script, output }, index) => {
        const file = output === undefined ? undefined : nameOutput(name, index);
        return toScript(`${name}, block ${index + 1}`, withOutput(script, file), exit);
      });
  });
  return (await Promise.all(parts)).flat().join('\n');
}

/** A block of commands, and the output that the guide shows after it. */
interface Block {
  readonly install: string | undefined;
  readonly exit: string | undefined;
  readonly script: string;
  readonly output: string | undefined;
}

function findBlocks(text: string): Block[] {
  const pattern = /^```sh(?: (install)| exit=(\d+))?\n(.*?)^```\n(?:\n```text\n(.*?)^```)?/gms;
  return [...text.matchAll(pattern)].map(([, install, exit, script = '', output]) => ({
    install,
    exit,
    script,
    output,
  }));
}

/** Returns the file to which the script of a guide writes the output of a block. */
function nameOutput(name: string, index: number): string {
  return `output-of-${name}-${index}.txt`;
}

/** Keeps the output of the commands in a file, if the guide shows it. */
function withOutput(script: string, file: string | undefined): string {
  if (file === undefined) return script;
  return `{\n${script}} >${file} 2>&1\n(code=$?; cat ${file}; exit $code)\n`;
}

/** An output that a guide shows, and the file with the output of its commands. */
export interface ShownOutput {
  readonly shown: string;
  readonly file: string;
}

/** Returns the outputs that a guide shows. Guides that install something run elsewhere, so their outputs are not compared. */
export async function listShownOutputs(folder: string, name: string): Promise<ShownOutput[]> {
  const text = await readFile(join(folder, name), 'utf8');
  return findBlocks(text)
    .filter(({ install }) => install === undefined)
    .flatMap(({ output }, index) =>
      output === undefined ? [] : [{ shown: output, file: nameOutput(name, index) }],
    );
}

/** Checks the exit code of the last command. A block that should succeed also stops at the first failure. */
function toScript(title: string, script: string, exit = '0'): string {
  const check = `code=$?; [ "$code" = ${exit} ] || { echo "expected exit ${exit}, got $code"; exit 90; }`;
  return `echo '--- ${title}'\nset ${exit === '0' ? '-e' : '+e'}\n${script}${check}`;
}

/**
 * Returns the first line of a shown output that a real output lacks; undefined if it has all of them in this order.
 * `…` matches any text. Ids, dates, tokens, durations and numbers of requests may differ.
 */
export function findStaleLine(shown: string, real: string): string | undefined {
  const lines = real.split('\n').map(normalize);
  let next = 0;
  for (const line of shown.split('\n').filter((text) => text.trim() !== '')) {
    const pattern = new RegExp(`^${normalize(line).split('…').map(escape).join('.*')}$`);
    const index = lines.findIndex((text, at) => at >= next && pattern.test(text));
    if (index < 0) return line;
    next = index + 1;
  }
  return undefined;
}

function normalize(line: string): string {
  return line
    .replaceAll(/[0-9a-f]{8}-([0-9a-f]{4}-[0-9a-f-]{22}|…)/g, 'ID')
    .replaceAll(/\d{4}-\d{2}-\d{2}/g, 'DATE')
    .replace(/--replay \S+/, '--replay TOKEN')
    .replaceAll(/request [\d,]+/g, 'request N')
    .replaceAll(/in (\d+ min )?[\d.]+ m?s\b/g, 'in TIME')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
