/** The ways a file to upload is given, brought into one: something that can be read twice. */
import type { Chapter, FileRole } from './book.ts';
import { blobSource } from './upload-blob.ts';
import type { Hashed, Hashing } from './hash-source.ts';
import type { Stream } from './upload-stream.ts';

/** The chapter a track is, all but the file's id, which the service gives. */
export type ChapterOfFile = Omit<Chapter, 'fileId'>;

interface Described {
  readonly role: FileRole;
  /** The name the service is told; a path and a File have one of their own. */
  readonly filename?: string | undefined;
  /** The media type to send the bytes with; otherwise told by the name's ending. */
  readonly type?: string | undefined;
  /** The hash where you know it: the file is then read once, and checked against it on the way. */
  readonly sha256?: string | undefined;
  /** For `audio_content`: the chapter that is set to this file once all files are attached. */
  readonly chapter?: ChapterOfFile | undefined;
}

/** A file on disk; in runtimes that have a file system. */
export interface PathToUpload extends Described {
  readonly path: string | URL;
}

/** A Blob, or a File as a page gets it from its user. */
export interface BlobToUpload extends Described {
  readonly blob: Blob;
}

/**
 * Bytes from elsewhere. They are read twice, for the hash and to be sent, and again when sending breaks
 * off: hence a function that begins anew at each call, and gives the same `size` bytes each time.
 */
export interface StreamToUpload extends Described {
  readonly stream: () => Stream;
  readonly size: number;
}

export type FileToUpload = PathToUpload | BlobToUpload | StreamToUpload;

/** Where bytes come from, before anything is read. */
export interface Source {
  readonly filename: string | undefined;
  readonly type: string | undefined;
  readonly open: () => Promise<OpenSource>;
}

/** A source that was found to be there. */
export interface OpenSource {
  readonly size: number;
  /**
   * Its bytes, from the first one on.
   * @param reuse whether a piece is done with when the next one is asked for, so that its memory may
   *   hold that one
   */
  readonly pieces: (reuse: boolean) => AsyncIterable<Uint8Array>;
  /** Its hash by a thread of its own, where it can have one and that pays. */
  readonly hashAside?: (hashing: Hashing) => Promise<Hashed | undefined>;
  /** A text that differs once the file does; undefined where only reading it again can tell. */
  readonly version: (() => Promise<string>) | undefined;
  /** The bytes as a Blob, for runtimes that send those better than a stream. */
  readonly blob: () => Promise<Blob>;
  readonly close: () => Promise<void>;
}

/** @throws TypeError when it is none of the three, or a stream that can be read only once */
export async function sourceOf(file: FileToUpload): Promise<Source> {
  if ('path' in file) {
    const { pathSource } = await import('./upload-path.ts');
    return pathSource(file.path);
  }
  if ('blob' in file) return blobSource(file.blob);
  const { streamSource } = await import('./upload-stream-anew.ts');
  return streamSource(file);
}
