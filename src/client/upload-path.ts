/** A file on disk as a source of bytes, read through one open file of its own. */
import { builtin, isNode, type NodeFile, type NodeFiles } from './upload-builtin.ts';
import { piecesOf } from './upload-pieces.ts';
import type { OpenSource, Source } from './upload-source.ts';

/** A thread takes about as long to start as so many bytes to hash. */
const worthAThread = 2 ** 24;

/** @throws TypeError where there is no file system */
export function pathSource(path: string | URL): Source {
  const files = builtin('node:fs/promises');
  const names = builtin('node:path');
  if (files === undefined || names === undefined) {
    throw new TypeError('A path needs a file system, and there is none here. Give a blob instead.');
  }
  const filename = names.basename(
    typeof path === 'string' ? path : decodeURIComponent(path.pathname),
  );
  return { filename, type: undefined, open: () => openPath(path, files) };
}

async function openPath(path: string | URL, files: NodeFiles): Promise<OpenSource> {
  const file = await files.open(path, 'r');
  try {
    const stat = await file.stat({ bigint: true });
    if (!stat.isFile()) throw new TypeError('it is no file');
    return {
      size: Number(stat.size),
      hashAside: async (hashing) => {
        if (stat.size < worthAThread || !isNode()) return undefined;
        const { hashAside } = await import('./hash-aside.ts');
        return hashAside(file.fd, hashing);
      },
      pieces: (reuse) => piecesOf((buffer, position) => fill(file, buffer, position), reuse),
      version: () => versionOf(path, files),
      blob: () => blobAt(path, files),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function fill(file: NodeFile, buffer: Uint8Array, position: number): Promise<number> {
  const { bytesRead } = await file.read({ buffer, offset: 0, length: buffer.length, position });
  return bytesRead;
}

/** Asked of the path, not of the open file: another file may have been put in its place. */
async function versionOf(path: string | URL, files: NodeFiles): Promise<string> {
  const { dev, ino, size, mtimeNs } = await files.stat(path, { bigint: true });
  return [dev, ino, size, mtimeNs].join(':');
}

async function blobAt(path: string | URL, files: NodeFiles): Promise<Blob> {
  const whole = builtin('node:fs');
  if (whole?.openAsBlob !== undefined) return whole.openAsBlob(path);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const file = await files.open(path, 'r');
  try {
    for await (const piece of piecesOf((buffer, at) => fill(file, buffer, at), false)) {
      pieces.push(new Uint8Array(piece));
    }
  } finally {
    await file.close();
  }
  return new Blob(pieces);
}
