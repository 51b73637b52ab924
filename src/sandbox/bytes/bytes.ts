/** The interface of file storage, and storage in memory. */

/** Writes one file while its upload is received. */
export interface FileWriter {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /** Makes the bytes durable under the id of the file. A crash before that leaves nothing. */
  readonly commit: () => Promise<void>;
  /** Discards the bytes. */
  readonly discard: () => Promise<void>;
}

export interface FileStorage {
  /** Starts to receive a file. */
  readonly receive: (fileId: string) => Promise<FileWriter>;
  /** Returns the size of a file in bytes; undefined if there is none. */
  readonly size: (fileId: string) => Promise<number | undefined>;
  /** Returns the first bytes of a file, which show its kind; undefined if there is no file. */
  readonly readStart: (fileId: string) => Promise<Uint8Array | undefined>;
  /** Removes files, as far as they exist. */
  readonly remove: (fileIds: readonly string[]) => Promise<void>;
}

/** The maximum number of bytes that `readStart` returns. */
export const startLength = 4_096;

interface StoredFile {
  readonly size: number;
  readonly start: Uint8Array;
}

/** Keeps only the size and the first bytes of each file, so that a large file needs no more memory than a small one. */
export function createMemoryStorage(): FileStorage {
  const files = new Map<string, StoredFile>();
  return {
    receive: async (fileId) => {
      let file: StoredFile = { size: 0, start: new Uint8Array() };
      return {
        write: async (chunk) => {
          const missingLength = startLength - file.start.byteLength;
          const start = Buffer.concat([file.start, chunk.subarray(0, Math.max(0, missingLength))]);
          file = { size: file.size + chunk.byteLength, start };
        },
        commit: async () => void files.set(fileId, file),
        discard: async () => undefined,
      };
    },
    size: async (fileId) => files.get(fileId)?.size,
    readStart: async (fileId) => files.get(fileId)?.start,
    remove: async (fileIds) => {
      for (const fileId of fileIds) files.delete(fileId);
    },
  };
}
