/** Reads and writes what a team keeps from run to run: generated histories that drifted, and the situations that were judged. */
import { readFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { isRequirementId } from '../../contract/requirements.ts';
import type { RunOutcome } from '../../harness/evidence/index.ts';
import {
  parseHistory,
  type RememberedHistory,
  createNovelty,
  type JudgedSituations,
  type Novelty,
} from '../../harness/explore/index.ts';
import { WrongUsage, writeText } from '../shell/index.ts';

/**
 * Returns the histories of a file; none if there is no such file yet.
 * @throws WrongUsage if it does not contain histories
 */
export async function readHistories(file: string): Promise<readonly RememberedHistory[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isObject(error) && error['code'] === 'ENOENT') return '[]';
    throw new WrongUsage(`--histories ${file} cannot be read: ${String(error)}`);
  });
  try {
    const entries: unknown = JSON.parse(text);
    if (!isArray(entries)) throw new SyntaxError('it is not a list');
    return entries.map(readEntry);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new WrongUsage(
      `--histories ${file} is not a file that bookdist wrote: ${error.message}. Restore or delete it.`,
    );
  }
}

function readEntry(entry: unknown): RememberedHistory {
  const { requirement, history } = isObject(entry) ? entry : {};
  if (typeof requirement !== 'string' || !isRequirementId(requirement))
    throw new SyntaxError(`${JSON.stringify(requirement)} is not a requirement`);
  return { requirement, history: JSON.stringify(parseHistory(JSON.stringify(history))) };
}

/** Writes the histories that drifted in a run. One that passed is dropped, unless the run ended early. */
export async function writeHistories(
  file: string,
  earlier: readonly RememberedHistory[],
  { findings, stopped }: Pick<RunOutcome, 'findings' | 'stopped'>,
): Promise<void> {
  const drifting = findings.flatMap(({ requirement, replay }) =>
    replay?.history === undefined ? [] : [{ requirement, history: replay.history }],
  );
  const kept = stopped === undefined ? drifting : [...earlier, ...drifting];
  const entries = [...new Map(kept.map((entry) => [JSON.stringify(entry), entry])).values()];
  if (entries.length === 0 && earlier.length === 0) return;
  const content: unknown[] = entries.map(({ requirement, history }) => ({
    requirement,
    history: parseHistory(history),
  }));
  await writeText(file, `${JSON.stringify(content, undefined, 2)}\n`);
}

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
