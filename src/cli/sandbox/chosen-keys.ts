/** Reads the API keys of the sandbox from the command line, a file or the environment. */
import { readOptionFile, WrongUsage } from '../shell/index.ts';

export interface KeyFlags {
  readonly key?: readonly string[];
  readonly keyFile?: string;
}

/**
 * Returns the keys, at least one.
 * @param variable the value of DISTRIBUTION_SANDBOX_KEYS
 */
export async function chosenKeys(
  { key = [], keyFile }: KeyFlags,
  variable: string | undefined,
): Promise<readonly string[]> {
  const named = [...key, ...(keyFile === undefined ? [] : await keysIn(keyFile))];
  const keys = named.length > 0 ? named : (variable?.split(',') ?? ['sandbox-key']);
  if (keys.includes('')) throw new WrongUsage('An API key must not be empty.');
  const repeated = keys.findIndex((one, index) => keys.indexOf(one) < index);
  if (repeated >= 0) throw new WrongUsage(`API key number ${repeated + 1} was given before.`);
  // The command line of a process is visible to everyone on the machine; its title replaces it.
  if (key.length > 0) process.title = 'bookdist sandbox';
  return keys;
}

async function keysIn(file: string): Promise<readonly string[]> {
  const text = await readOptionFile('--key-file', file);
  const keys = text.split(/\r?\n/).map((line) => line.trim());
  const found = keys.filter((line) => line !== '' && !line.startsWith('#'));
  if (found.length === 0) throw new WrongUsage(`There is no key in ${file}.`);
  return found;
}
