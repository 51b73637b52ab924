/** Adds the line of a run to its history. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { historyLine } from '../../report/history/index.ts';
import type { Report } from '../../report/record/index.ts';
import { CannotDo, messageOf } from '../shell/index.ts';

/**
 * Appends one line to `history.jsonl` in a folder.
 * @throws CannotDo when the file system refuses
 */
export async function appendToHistory(report: Report, folder: string): Promise<void> {
  const file = join(folder, 'history.jsonl');
  try {
    await appendFile(file, `${JSON.stringify(historyLine(report))}\n`);
  } catch (error) {
    throw new CannotDo(`${file} could not be written: ${messageOf(error)}.`);
  }
}
