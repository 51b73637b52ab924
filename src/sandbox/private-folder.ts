/** The folder of a sandbox that keeps its data. */
import { chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Creates the folder and what it holds, so that only its owner can read the uploads, the books, and the secret that
 * signs upload URLs. Changes the permissions of an older sandbox's data, but not those of a folder that existed before.
 */
export async function makePrivate(folder: string): Promise<void> {
  const [files, database] = [join(folder, 'files'), join(folder, 'books.db')];
  await mkdir(files, { recursive: true, mode: 0o700 });
  // The database gives the permissions of this file to its journals.
  await (await open(database, 'a', 0o600)).close();
  await ignoreOtherOwner(chmod(files, 0o700));
  await ignoreOtherOwner(chmod(database, 0o600));
}

/** A volume can belong to another user, who then decides about its permissions. */
async function ignoreOtherOwner(change: Promise<void>): Promise<void> {
  await change.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') return;
    throw error;
  });
}
