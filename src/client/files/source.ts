/** The forms of a file to upload, each as a source of bytes that can be read more than once. */
import type { FileRole } from '../contract.ts';
import type { ChapterOfFile } from '../errors/index.ts';
import { getBuiltin, getFileSystem, type NodeFile, type NodeFiles } from '../runtime.ts';
import { readStream, toStream, type ByteStream } from '../streams.ts';

interface FileDescription {
  readonly role: FileRole;
  /** The name the service is given; a path and a File have one of their own. */
  readonly filename?: string | undefined;
  /** The media type to send the bytes with; by default that of the name's extension. */
  readonly type?: string | undefined;
  /** The hash if you know it: the file is then read once, and checked against it while it is sent. */
  readonly sha256?: string | undefined;
  /** For `audio_content`: the chapter this track becomes once all files are attached. */
  readonly chapter?: ChapterOfFile | undefined;
}

/** A file on disk, in runtimes that have a file system. */
export interface PathToUpload extends FileDescription {
  readonly path: string | URL;
  readonly blob?: undefined;
  readonly stream?: undefined;
}

/** A Blob, or a File as a page gets it from its user. */
export interface BlobToUpload extends FileDescription {
  readonly blob: Blob;
  readonly path?: undefined;
  readonly stream?: undefined;
}

/**
 * Bytes from elsewhere: a function that starts again at each call and returns the same `size` bytes, because they are
 * read once for the hash, once to be sent, and again when sending fails.
 */
export interface StreamToUpload extends FileDescription {
  readonly stream: () => ByteStream;
  readonly size: number;
  readonly path?: undefined;
  readonly blob?: undefined;
}

type FileSource = PathToUpload | BlobToUpload | StreamToUpload;

/** A file with one of several roles, of which only `audio_content` takes a chapter. */
export type FileOfRole<Role extends FileRole> = Role extends 'audio_content'
  ? FileSource & { readonly role: Role }
  : FileSource & { readonly role: Role; readonly chapter?: undefined };

/** A file in one of the three forms. Only `audio_content` takes a chapter. */
export type FileToUpload =
  | FileOfRole<'audio_content'>
  | (FileSource & { readonly chapter?: undefined });

export interface Source {
  readonly filename: string | undefined;
  readonly type: string | undefined;
  readonly open: () => Promise<OpenSource>;
}

export interface OpenSource {
  readonly size: number;
  /**
   * Its bytes, from the first one on.
   * @param reuse true if a piece is no longer needed once the next one is requested
   */
  readonly pieces: (reuse: boolean) => AsyncIterable<Uint8Array>;
  /** Returns whether the file changed since it was opened; undefined when only reading it again can tell. */
  readonly hasChanged: (() => Promise<boolean>) | undefined;
  /** The bytes as a Blob, for runtimes that send those better than a stream. */
  readonly blob: () => Promise<Blob>;
}

/** @throws TypeError when it is none of the three, or a stream that can be read only once */
export function createSource({ path, ...file }: FileToUpload): Source {
  if (path !== undefined) return pathSource(path);
  if (file.blob instanceof Blob) return blobSource(file.blob);
  const { stream, size = Number.NaN } = { size: undefined, ...file };
  if (typeof stream !== 'function' || !Number.isSafeInteger(size) || size < 0) {
    throw new TypeError(
      'A file needs a path, a Blob, or a function that opens a new stream at each call, with its size. Nothing was sent.',
    );
  }
  const pieces = () => readStream(stream());
  const opened = { size, pieces, hasChanged: undefined, blob: () => readBlob(pieces()) };
  return { filename: undefined, type: undefined, open: async () => opened };
}

function pathSource(path: string | URL): Source {
  const files = getFileSystem();
  const pathText = typeof path === 'string' ? path : decodeURIComponent(path.pathname);
  const filename = getBuiltin('node:path')?.basename(pathText);
  return { filename, type: undefined, open: () => openPath(path, files) };
}

/** The path is checked before it is read: opening a pipe waits until another process writes into it. */
async function openPath(path: string | URL, { open, stat }: NodeFiles): Promise<OpenSource> {
  const initial = await stat(path, { bigint: true });
  if (!initial.isFile()) throw new TypeError('it is not a regular file');
  const pieces = (reuse: boolean) => readPieces(() => open(path, 'r'), reuse);
  return {
    size: Number(initial.size),
    pieces,
    // Another file may have replaced it.
    hasChanged: async () => {
      const now = await stat(path, { bigint: true }).catch(() => undefined);
      return (['dev', 'ino', 'size', 'mtimeNs'] as const).some(
        (key) => now?.[key] !== initial[key],
      );
    },
    blob: () => getBuiltin('node:fs')?.openAsBlob?.(path) ?? readBlob(pieces(false)),
  };
}

/**
 * Reads a file in order, always one piece ahead. A Node stream does the same with a fifth more CPU and memory.
 * Of pieces that are kept, V8 frees small ones sooner: with 1 MiB an upload needs 15 MB more. Below 128 KiB the C library
 * reuses memory, instead of mapping new memory for each buffer.
 */
async function* readPieces(
  open: () => Promise<NodeFile>,
  reuse: boolean,
): AsyncGenerator<Uint8Array> {
  const createBuffer = () => new Uint8Array((reuse ? 1024 : 120) * 2 ** 10);
  const file = await open();
  let [current, spare] = [createBuffer(), reuse ? createBuffer() : undefined];
  let position = 0;
  let nextRead = file.read({ buffer: current, position });
  try {
    for (let { bytesRead } = await nextRead; bytesRead > 0; { bytesRead } = await nextRead) {
      const piece = current.subarray(0, bytesRead);
      position += bytesRead;
      [current, spare] = [spare ?? createBuffer(), reuse ? current : undefined];
      nextRead = file.read({ buffer: current, position });
      yield piece;
    }
  } finally {
    await nextRead.catch(() => undefined);
    await file.close();
  }
}

async function readBlob(pieces: AsyncIterable<Uint8Array>): Promise<Blob> {
  return new Response(toStream(pieces)).blob();
}

function blobSource(blob: Blob): Source {
  const name = 'name' in blob && typeof blob.name === 'string' ? blob.name : '';
  return {
    filename: name || undefined,
    type: blob.type || undefined,
    open: async () => ({
      size: blob.size,
      // The whole stream, not slices: Node gives a large file's Blob the wrong size, and the difference shows.
      pieces: () => readStream(blob.stream()),
      hasChanged: async () => false,
      blob: async () => blob,
    }),
  };
}
