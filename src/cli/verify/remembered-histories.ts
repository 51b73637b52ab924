/** Reads and writes the file of generated histories that drifted, which a team commits until they pass. */
import { readFile } from 'node:fs/promises';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { isRequirementId } from '../../contract/requirements.ts';
import type { RunOutcome } from '../../harness/evidence/index.ts';
import { parseHistory, type RememberedHistory } from '../../harness/explore/index.ts';
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
