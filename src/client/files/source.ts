/** Turns each form of a file to upload into a source of bytes that can be read repeatedly, and hashes it. */
import type { FileRole } from '../contract.ts';
import type { ChapterOfFile } from '../errors/index.ts';
import { asObject } from '../json.ts';
import {
  getBuiltin,
  getFileSystem,
  type NodeFile,
  type NodeFiles,
  readStream,
  toStream,
  type ByteStream,
} from '../runtime.ts';

interface FileDescription {
  /** What the file is for. The prefix must fit the format of the book. */
  readonly role: FileRole;
  /** The name for the service; by default that of the path or the File. */
  readonly filename?: string | undefined;
  /** The media type of the bytes; by default that of the name's extension. */
  readonly type?: string | undefined;
  /** The hash if you know it. The file is then read only once, and its bytes are checked while they are sent. */
  readonly sha256?: string | undefined;
  /** For `audio_content`: the chapter that this track becomes once all files are attached. */
  readonly chapter?: ChapterOfFile | undefined;
}

/** A file on disk, in runtimes that have a file system. */
export interface PathToUpload extends FileDescription {
  /** The path of a regular file. */
  readonly path: string | URL;
  readonly blob?: undefined;
  readonly bytes?: undefined;
  readonly stream?: undefined;
}

/** A Blob, or a File that a user has chosen in a web page. */
export interface BlobToUpload extends FileDescription {
  /** The bytes as a Blob or a File. */
  readonly blob: Blob;
  readonly path?: undefined;
  readonly bytes?: undefined;
  readonly stream?: undefined;
}

/** Bytes in memory, such as a Buffer. They are copied when the upload starts. */
export interface BytesToUpload extends FileDescription {
  /** The bytes in memory. */
  readonly bytes: Uint8Array;
  readonly path?: undefined;
  readonly blob?: undefined;
  readonly stream?: undefined;
}

/**
 * Bytes from another source: a function that opens a new stream of the same `size` bytes at each call. They are read
 * once for the hash and once for each attempt to send them.
 */
export interface StreamToUpload extends FileDescription {
  /** Opens a new stream of the bytes. */
  readonly stream: () => ByteStream;
  /** The number of bytes. */
  readonly size: number;
  readonly path?: undefined;
  readonly blob?: undefined;
  readonly bytes?: undefined;
}

type FileSource = PathToUpload | BlobToUpload | BytesToUpload | StreamToUpload;

/** A file with one of these roles. Only `audio_content` takes a chapter. */
export type FileOfRole<Role extends FileRole> = Role extends 'audio_content'
  ? FileSource & { readonly role: Role }
  : FileSource & { readonly role: Role; readonly chapter?: undefined };

/** A file in one of the four forms. Only `audio_content` takes a chapter. */
export type FileToUpload =
  | FileOfRole<'audio_content'>
  | (FileSource & { readonly chapter?: undefined });

export interface Source {
  readonly filename?: string | undefined;
  readonly type?: string | undefined;
  readonly open: () => Promise<OpenSource>;
}

export interface OpenSource {
  readonly size: number;
  /**
   * Reads the bytes from the start.
   * @param reuse true if the memory of a piece may be overwritten once the next one is requested
   */
  readonly pieces: (reuse: boolean) => AsyncIterable<Uint8Array>;
  /** Returns true if the file may have changed since the last call or since it was opened; undefined if only its bytes can show that. */
  readonly hasChanged?: () => Promise<boolean>;
  /** Reads the bytes as a Blob, for runtimes that cannot send a stream with its length. */
  readonly blob: () => Promise<Blob>;
}

/** @throws TypeError for a file that has none or several of the four forms, or has a stream that can be read only once */
export function createSource(file: FileToUpload): Source {
  const { path, blob, bytes, stream, size = Number.NaN } = { size: undefined, ...file };
  if ([path, blob, bytes, stream].filter(Boolean).length === 1) {
    if (path !== undefined) return createPathSource(path);
    if (ArrayBuffer.isView(bytes)) return createBlobSource(new Blob([new Uint8Array(bytes)]));
    if (blob instanceof Blob) return createBlobSource(blob);
    if (typeof stream === 'function' && Number.isSafeInteger(size) && size >= 0) {
      const pieces = () => readBytes(stream(), size);
      return { open: async () => ({ size, pieces, blob: () => readBlob(pieces()) }) };
    }
  }
  throw new TypeError(
    'A file needs one path, blob, bytes, or stream function with its size. Nothing was sent.',
  );
}

/** The complaint about a stream of strings. */
export const notBytes = 'its stream must yield Uint8Array pieces';

/** How long a stream may be read before timers run, in milliseconds. One that never waits would block every time limit. */
const maxBusyMs = 20;

/** Reads a stream, but at most one piece beyond its size, because it may never end. */
async function* readBytes(stream: ByteStream, size: number) {
  let remainingBytes = size;
  let resumedAt = performance.now();
  for await (const piece of readStream(stream)) {
    if (!ArrayBuffer.isView(piece)) throw new TypeError(notBytes);
    yield piece;
    remainingBytes -= piece.byteLength;
    if (remainingBytes < 0) return;
    if (performance.now() < resumedAt + maxBusyMs) continue;
    await new Promise((resolve) => setTimeout(resolve));
    resumedAt = performance.now();
  }
}

function createPathSource(path: string | URL): Source {
  const files = getFileSystem();
  const pathText = typeof path === 'string' ? path : decodeURIComponent(path.pathname);
  const filename = getBuiltin('node:path')?.basename(pathText);
  return { filename, open: () => openPath(path, files) };
}

/** Checks that the path is a regular file, because opening a pipe would wait until another process writes into it. */
async function openPath(path: string | URL, { open, stat }: NodeFiles): Promise<OpenSource> {
  let known = await stat(path, { bigint: true });
  if (!known.isFile()) throw new TypeError('no file');
  const pieces = (reuse: boolean) => readPieces(() => open(path, 'r'), reuse);
  return {
    size: Number(known.size),
    pieces,
    // Device and inode show that another file has replaced it.
    hasChanged: async () => {
      const previous = known;
      known = await stat(path, { bigint: true });
      return (['dev', 'ino', 'size', 'mtimeNs'] as const).some(
        (key) => known[key] !== previous[key],
      );
    },
    blob: () => getBuiltin('node:fs')?.openAsBlob?.(path) ?? readBlob(pieces(false)),
  };
}

/**
 * Reads a file in order, always one piece ahead. A Node stream would need a fifth more CPU and memory.
 *
 * Pieces that are not reused are small, because V8 frees small ones sooner: with 1 MiB an upload needs 15 MB more. Below
 * 128 KiB, the C library also reuses memory instead of mapping new memory for each buffer.
 */
async function* readPieces(open: () => Promise<NodeFile>, reuse: boolean) {
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

function createBlobSource(blob: Blob): Source {
  return {
    filename: 'name' in blob && typeof blob.name === 'string' ? blob.name : '',
    type: blob.type,
    open: async () => ({
      size: blob.size,
      // Reads the whole stream instead of slices: Node reports a wrong size for a large file's Blob, which this detects.
      pieces: () => readStream(blob.stream()),
      hasChanged: async () => false,
      blob: async () => blob,
    }),
  };
}

/** Returns a hasher for pieces, or undefined in a runtime without Node's modules. */
export const createSha256 = () => getBuiltin('node:crypto')?.createHash('sha256');

/** Returns the hash as 64 lower-case hexadecimal characters. */
export async function hashBlob(blob: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the system's code of an error in brackets, such as ` (ECONNRESET)`, or an empty string. */
export function formatCode(error: unknown): string {
  const { code } = asObject(error);
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : '';
}
