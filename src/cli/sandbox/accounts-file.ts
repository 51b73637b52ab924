/** Reads the accounts of a sandbox from a YAML or JSON file, or its keys from options, a file or the environment. */
import { parse } from 'yaml';
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { isObject } from '../../contract/json-pointer.ts';
import type { AccountSettings } from '../../sandbox/book/index.ts';
import { getErrorMessage, readOptionFile, WrongUsage } from '../shell/index.ts';

export interface FileAccount extends AccountSettings {
  readonly readings: Readonly<Record<string, string>>;
  readonly faults: readonly string[];
}

/**
 * Reads the accounts of a file.
 * @param readVariable reads an environment variable, for keys that are not in the file
 */
export async function readAccounts(
  file: string,
  readVariable: (name: string) => string | undefined,
): Promise<readonly FileAccount[]> {
  const text = await readOptionFile('--accounts', file);
  const usageError = (problem: string) => new WrongUsage(`${file}: ${problem}`);
  let content: unknown;
  try {
    content = parse(text);
  } catch (error) {
    throw usageError(getErrorMessage(error));
  }
  const accounts = isObject(content) ? content['accounts'] : undefined;
  if (!Array.isArray(accounts) || accounts.length === 0) {
    throw usageError('It needs a list `accounts` of accounts with a name and keys.');
  }
  return accounts.map((entry: unknown, index) => {
    const accountError = (problem: string) => usageError(`Account number ${index + 1} ${problem}.`);
    return parseAccount(entry, { readVariable, createError: accountError });
  });
}

/** The key of a sandbox that is started without keys. Everybody knows it. */
export const defaultKey = 'sandbox-key';

interface ParseContext {
  readonly readVariable: (name: string) => string | undefined;
  readonly createError: (problem: string) => Error;
}

function parseAccount(entry: unknown, context: ParseContext): FileAccount {
  const { createError } = context;
  if (!isObject(entry)) throw createError('is not an object');
  const { name, imprint, keys, readings = {}, faults = [], ...others } = entry;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw createError(`has an unknown property ${unknown}`);
  if (typeof name !== 'string' || name === '') throw createError('needs a name');
  if (imprint !== undefined && typeof imprint !== 'string')
    throw createError('needs a string as imprint');
  if (!Array.isArray(keys) || keys.length === 0) throw createError('needs a list of keys');
  if (!isStringRecord(readings))
    throw createError('needs readings such as {create.response: walkthrough}');
  if (!Array.isArray(faults) || !faults.every((fault) => typeof fault === 'string')) {
    throw createError('needs a list of names as faults');
  }
  const parsedKeys = keys.map((key: unknown) => parseKey(key, context));
  return omitUndefined({ name, imprint, keys: parsedKeys, readings, faults });
}

function parseKey(
  entry: unknown,
  { readVariable, createError }: ParseContext,
): FileAccount['keys'][number] {
  if (typeof entry === 'string') return { key: entry };
  if (!isObject(entry)) throw createError('has a key that is neither a string nor an object');
  const { key: literalKey, variable: name, readOnly = false } = entry;
  const key = typeof name === 'string' ? readVariable(name) : literalKey;
  if (typeof key !== 'string' || key === '') {
    const problem = typeof name === 'string' ? `the variable ${name}, which is not set` : 'no text';
    throw createError(`has a key with ${problem}`);
  }
  if (typeof readOnly !== 'boolean') throw createError('needs true or false as readOnly');
  return { key, readOnly };
}

function isStringRecord(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((member) => typeof member === 'string');
}

/**
 * Returns at least one key: those of the options, of the environment, or the default.
 * @param variable the value of DISTRIBUTION_SANDBOX_KEYS
 */
export async function readKeys(
  { key = [], keyFile }: { readonly key?: readonly string[]; readonly keyFile?: string },
  variable: string | undefined,
): Promise<readonly string[]> {
  const optionKeys = [...key, ...(keyFile === undefined ? [] : await readKeyFile(keyFile))];
  const keys = optionKeys.length > 0 ? optionKeys : (variable?.split(',') ?? [defaultKey]);
  if (keys.includes('')) throw new WrongUsage('An API key must not be empty.');
  const duplicateIndex = keys.findIndex((apiKey, index) => keys.indexOf(apiKey) < index);
  if (duplicateIndex >= 0)
    throw new WrongUsage(`API key number ${duplicateIndex + 1} is a duplicate.`);
  // Every user of the machine can see the command line of a process, so its title replaces it.
  if (key.length > 0) process.title = 'bookdist sandbox';
  return keys;
}

async function readKeyFile(file: string): Promise<readonly string[]> {
  const text = await readOptionFile('--key-file', file);
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (keys.length === 0) throw new WrongUsage(`There is no key in ${file}.`);
  return keys;
}
