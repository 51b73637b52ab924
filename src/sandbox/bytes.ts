/** Where uploaded bytes are kept: six things one can ask of the place. */

/** The bytes of one upload on their way in. */
export interface Incoming {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /** Makes what was written safe and puts it under its file's id; a crash before leaves nothing. */
  readonly commit: () => Promise<void>;
  /** Drops what was written. */
  readonly discard: () => Promise<void>;
}

export interface Bytes {
  /** Begins to take a file. */
  readonly receive: (fileId: string) => Promise<Incoming>;
  /** How many bytes a file has; undefined when there is none. */
  readonly size: (fileId: string) => Promise<number | undefined>;
  readonly read: (fileId: string) => Promise<Uint8Array | undefined>;
  readonly remove: (fileId: string) => Promise<void>;
  /** Removes every file, for a reset. */
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Keeps files in memory, for as long as the process lives. */
export function memoryBytes(): Bytes {
  const files = new Map<string, Uint8Array>();
  return {
    receive: (fileId) => {
      const chunks: Uint8Array[] = [];
      return Promise.resolve({
        write: (chunk) => {
          chunks.push(Uint8Array.from(chunk));
          return Promise.resolve();
        },
        commit: () => {
          files.set(fileId, Buffer.concat(chunks));
          return Promise.resolve();
        },
        discard: () => Promise.resolve(),
      });
    },
    size: (fileId) => Promise.resolve(files.get(fileId)?.byteLength),
    read: (fileId) => Promise.resolve(files.get(fileId)),
    remove: (fileId) => {
      files.delete(fileId);
      return Promise.resolve();
    },
    clear: () => {
      files.clear();
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}
