/** Stores uploads as files of a directory. An unfinished upload never looks like a complete one. */
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beginningLength, type Bytes, type Incoming } from './bytes.ts';

/** The folder of unfinished uploads. There are few, so that a start is quick. */
const unfinished = 'incoming';

/**
 * Opens a directory of uploads, and removes the unfinished ones of a killed process.
 * @param directory created if it is missing
 */
export async function directoryBytes(directory: string): Promise<Bytes> {
  await mkdir(join(directory, unfinished), { recursive: true });
  await removeFiles(join(directory, unfinished));
  const place = (fileId: string) => join(directory, fileId);
  return {
    receive: (fileId) => receive(directory, fileId),
    size: async (fileId) => (await orMissing(stat(place(fileId))))?.size,
    beginning: (fileId) => orMissing(beginningOf(place(fileId))),
    remove: (fileId) => rm(place(fileId), { force: true }),
    clear: () => removeFiles(directory),
  };
}

async function receive(directory: string, fileId: string): Promise<Incoming> {
  const part = join(directory, unfinished, fileId);
  const file = await open(part, 'w');
  return {
    write: async (chunk) => {
      await file.writeFile(chunk);
    },
    commit: async () => {
      await file.sync();
      await file.close();
      await rename(part, join(directory, fileId));
      await syncDirectory(directory);
    },
    discard: async () => {
      // After a failed commit the file may be closed already.
      await file.close().catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}

async function beginningOf(file: string): Promise<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(beginningLength));
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A renamed file survives a power cut only once its directory is written too. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeFiles(directory: string): Promise<void> {
  const names = await readdir(directory);
  for (const name of names) {
    if (name !== unfinished) await rm(join(directory, name), { force: true });
  }
}

async function orMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
