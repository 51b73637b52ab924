/** Keeps the files of a run in one temporary folder, which is removed even if the process is made to exit. */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a task with a new folder, and removes the folder. */
export async function withTemporaryFolder<Result>(
  task: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-caller-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', remove);
  try {
    return await task(folder);
  } finally {
    process.off('exit', remove);
    remove();
  }
}
