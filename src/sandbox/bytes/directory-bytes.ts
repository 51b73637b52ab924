/** Stores uploads as files of a directory. An unfinished upload never looks like a complete one. */
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startLength, type FileStorage, type FileWriter } from './bytes.ts';

const incomingFolder = 'incoming';

/**
 * Opens a directory of uploads, and removes unfinished uploads of a killed process.
 * @param directory created if it is missing
 */
export async function openDirectoryStorage(directory: string): Promise<FileStorage> {
  await mkdir(join(directory, incomingFolder), { recursive: true });
  for (const name of await readdir(join(directory, incomingFolder))) {
    await rm(join(directory, incomingFolder, name), { force: true });
  }
  const pathFor = (fileId: string) => join(directory, fileId);
  return {
    receive: (fileId) => receive(directory, fileId),
    size: async (fileId) => (await ignoreMissing(stat(pathFor(fileId))))?.size,
    readStart: (fileId) => ignoreMissing(readStart(pathFor(fileId))),
    remove: async (fileIds) => {
      for (const fileId of fileIds) await rm(pathFor(fileId), { force: true });
    },
  };
}

async function receive(directory: string, fileId: string): Promise<FileWriter> {
  const partPath = join(directory, incomingFolder, fileId);
  const file = await open(partPath, 'w');
  return {
    write: async (chunk) => {
      await file.writeFile(chunk);
    },
    commit: async () => {
      await file.sync();
      await file.close();
      await rename(partPath, join(directory, fileId));
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
