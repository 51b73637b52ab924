/** The interface of file storage, and storage in memory. */

export interface FileWriter {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /** Makes the bytes durable under the id of the file. A crash before that leaves nothing. */
  readonly commit: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

export interface FileStorage {
  /** Starts to receive a file, under a key that no other file has. */
  readonly receive: (key: string) => Promise<FileWriter>;
  readonly size: (key: string) => Promise<number | undefined>;
  /** Returns the first bytes of a file, which show its kind; undefined if there is no file. */
  readonly readStart: (key: string) => Promise<Uint8Array | undefined>;
  readonly remove: (keys: readonly string[]) => Promise<void>;
}

/** The maximum number of bytes that `readStart` returns. */
export const startLength = 4_096;

/** Keeps only the size and the first bytes of each file, so that a large file needs no more memory than a small one. */
export function createMemoryStorage(): FileStorage {
  const files = new Map<string, { size: number; start: Uint8Array }>();
  return {
    receive: async (key) => {
      let file = { size: 0, start: new Uint8Array() };
      return {
        write: async (chunk) => {
          const missingLength = startLength - file.start.byteLength;
          const start = Buffer.concat([file.start, chunk.subarray(0, Math.max(0, missingLength))]);
          file = { size: file.size + chunk.byteLength, start };
        },
        commit: async () => void files.set(key, file),
        discard: async () => undefined,
      };
    },
    size: async (key) => files.get(key)?.size,
    readStart: async (key) => files.get(key)?.start,
    remove: async (keys) => {
      for (const key of keys) files.delete(key);
    },
  };
}
