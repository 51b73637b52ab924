/** Stores uploads as files of a directory. An unfinished upload never looks like a complete one. */
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startLength, type FileStorage, type FileWriter } from './bytes.ts';

const incomingFolder = 'incoming';

/** Opens or creates a directory of uploads, and removes unfinished uploads of a killed process. */
export async function openDirectoryStorage(directory: string): Promise<FileStorage> {
  await mkdir(join(directory, incomingFolder), { recursive: true });
  for (const name of await readdir(join(directory, incomingFolder))) {
    await rm(join(directory, incomingFolder, name), { force: true });
  }
  const pathFor = (key: string) => join(directory, key);
  return {
    receive: (key) => receive(directory, key),
    size: async (key) => (await ignoreMissing(stat(pathFor(key))))?.size,
    readStart: (key) => ignoreMissing(readStart(pathFor(key))),
    remove: async (keys) => {
      for (const key of keys) await rm(pathFor(key), { force: true });
    },
  };
}

async function receive(directory: string, key: string): Promise<FileWriter> {
  const partPath = join(directory, incomingFolder, key);
  const file = await open(partPath, 'w');
  return {
    write: async (chunk) => {
      await file.writeFile(chunk);
    },
    commit: async () => {
      await file.sync();
      await file.close();
      await rename(partPath, join(directory, key));
      await syncDirectory(directory);
    },
    discard: async () => {
      // After a failed commit the file may be closed already.
      await file.close().catch(() => undefined);
      await rm(partPath, { force: true });
    },
  };
}

async function readStart(file: string): Promise<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(startLength));
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Writes a directory to disk. A renamed file survives a power failure only after that. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function ignoreMissing<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
