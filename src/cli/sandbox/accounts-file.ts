/** Reads the accounts of a sandbox from a YAML or JSON file, or its keys from the command line. */
import { parse } from 'yaml';
import { isObject } from '../../contract/json-pointer.ts';
import type { AccountSettings } from '../../sandbox/book/index.ts';
import { messageOf, readOptionFile, WrongUsage } from '../shell/index.ts';

export interface FileAccount extends AccountSettings {
  readonly readings: Readonly<Record<string, string>>;
  readonly faults: readonly string[];
}

/**
 * Returns the accounts of a file.
 * @param variable reads an environment variable, for keys that are not in the file
 */
export async function readAccounts(
  file: string,
  variable: (name: string) => string | undefined,
): Promise<readonly FileAccount[]> {
  const text = await readOptionFile('--accounts', file);
  const wrong = (what: string) => new WrongUsage(`${file}: ${what}`);
  let content: unknown;
  try {
    content = parse(text);
  } catch (error) {
    throw wrong(messageOf(error));
  }
  const accounts = isObject(content) ? content['accounts'] : undefined;
  if (!Array.isArray(accounts) || accounts.length === 0) {
    throw wrong('It needs a list `accounts` of accounts with a name and keys.');
  }
  return accounts.map((entry: unknown, index) => {
    const place = (what: string) => wrong(`Account number ${index + 1} ${what}.`);
    return accountFrom(entry, { variable, wrong: place });
  });
}

interface At {
  readonly variable: (name: string) => string | undefined;
  readonly wrong: (what: string) => Error;
}

function accountFrom(entry: unknown, at: At): FileAccount {
  if (!isObject(entry)) throw at.wrong('is not an object');
  const { name, imprint, keys, readings = {}, faults = [], ...others } = entry;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw at.wrong(`has an unknown property ${unknown}`);
  if (typeof name !== 'string' || name === '') throw at.wrong('needs a name');
  if (imprint !== undefined && typeof imprint !== 'string')
    throw at.wrong('needs a string as imprint');
  if (!Array.isArray(keys) || keys.length === 0) throw at.wrong('needs a list of keys');
  if (!isTexts(readings)) throw at.wrong('needs readings such as {create.response: walkthrough}');
  if (!Array.isArray(faults) || !faults.every((one) => typeof one === 'string')) {
    throw at.wrong('needs a list of names as faults');
  }
  return {
    name,
    ...(imprint === undefined ? {} : { imprint }),
    keys: keys.map((key: unknown) => keyFrom(key, at)),
    readings,
    faults,
  };
}

function keyFrom(entry: unknown, { variable, wrong }: At): FileAccount['keys'][number] {
  if (typeof entry === 'string') return { key: entry };
  if (!isObject(entry)) throw wrong('has a key that is neither a string nor an object');
  const { key, variable: name, readOnly = false } = entry;
  const found = typeof name === 'string' ? variable(name) : key;
  if (typeof found !== 'string' || found === '') {
    const what = typeof name === 'string' ? `the variable ${name}, which is not set` : 'no text';
    throw wrong(`has a key with ${what}`);
  }
  if (typeof readOnly !== 'boolean') throw wrong('needs true or false as readOnly');
  return { key: found, readOnly };
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((one) => typeof one === 'string');
}

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
  if (repeated >= 0) throw new WrongUsage(`API key number ${repeated + 1} is a duplicate.`);
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
