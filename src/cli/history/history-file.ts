/** Reads and extends history.jsonl, which has one line for each run. */
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type HistoryLine,
  toHistoryLine,
  readHistory,
  UnreadableHistory,
} from '../../report/history/index.ts';
import type { Report } from '../../report/record/index.ts';
import { CannotDo, getErrorMessage, WrongUsage } from '../shell/index.ts';

/**
 * Appends the line of a run to `history.jsonl` in a folder.
 * @throws CannotDo if the file cannot be written
 */
export async function appendToHistory(report: Report, folder: string): Promise<void> {
  const file = join(folder, 'history.jsonl');
  try {
    await appendFile(file, `${JSON.stringify(toHistoryLine(report))}\n`);
  } catch (error) {
    throw new CannotDo(`${file} could not be written: ${getErrorMessage(error)}.`);
  }
}

/**
 * Reads a history, oldest run first.
 * @throws WrongUsage if the file cannot be read, CannotDo if it is not a history
 */
export async function readHistoryFile(file: string): Promise<HistoryLine[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new WrongUsage(
      `${file} cannot be read. Every run of verify adds a line to history.jsonl in its --out folder.`,
    );
  });
  try {
    return readHistory(text, file);
  } catch (error) {
    throw error instanceof UnreadableHistory ? new CannotDo(error.message) : error;
  }
}
