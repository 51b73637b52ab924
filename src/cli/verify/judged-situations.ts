/** Reads and writes the file of situations that earlier runs judged, so that each night looks elsewhere. */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { createNovelty, type JudgedSituations, type Novelty } from '../../harness/explore/index.ts';
import { WrongUsage, writeText } from '../shell/index.ts';

/**
 * Returns the situations of a file; none if there is no such file yet.
 * @throws WrongUsage if it does not contain situations
 */
export async function readSituations(file: string): Promise<Novelty> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isObject(error) && error['code'] === 'ENOENT') return undefined;
    throw new WrongUsage(`--explored ${file} cannot be read: ${String(error)}`);
  });
  return createNovelty(text === undefined ? undefined : parseSituations(file, text));
}

function parseSituations(file: string, text: string): JudgedSituations {
  try {
    const value: unknown = JSON.parse(text);
    if (isJudgedSituations(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new WrongUsage(
    `--explored ${file} is not a file that bookdist wrote. Restore or delete it.`,
  );
}

function isJudgedSituations(value: unknown): value is JudgedSituations {
  if (!isObject(value)) return false;
  const { conditions, pairs } = value;
  return (
    isArray(conditions) &&
    conditions.every((condition) => typeof condition === 'string') &&
    isObject(pairs) &&
    Object.values(pairs).every((list) => isArray(list) && list.every(isPair))
  );
}

function isPair(pair: unknown): boolean {
  return isArray(pair) && pair.length === 2 && pair.every((number) => Number.isInteger(number));
}

/** Writes the situations that this run and the earlier ones judged. */
export async function writeSituations(file: string, novelty: Novelty): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeText(file, `${JSON.stringify(novelty.judged())}\n`);
}
