/** The interface of file storage, and storage in memory. */

/** An upload that is being received. */
export interface IncomingFile {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /** Makes the bytes durable under the id of the file. A crash before that leaves nothing. */
  readonly commit: () => Promise<void>;
  /** Discards the bytes. */
  readonly discard: () => Promise<void>;
}

export interface Bytes {
  /** Starts to receive a file. */
  readonly receive: (fileId: string) => Promise<IncomingFile>;
  /** Returns the size of a file in bytes; undefined if there is none. */
  readonly size: (fileId: string) => Promise<number | undefined>;
  /** Returns the first bytes of a file, which show its kind; the rest is never read. */
  readonly readStart: (fileId: string) => Promise<Uint8Array | undefined>;
  readonly remove: (fileId: string) => Promise<void>;
  /** Removes every file, for a reset. */
  readonly clear: () => Promise<void>;
}

/** The number of bytes that `beginning` returns. */
export const startLength = 4_096;

interface StoredFile {
  readonly size: number;
  readonly beginning: Uint8Array;
}

/** Keeps only the size and the first bytes of each file, so that any length costs the same memory. */
export function memoryBytes(): Bytes {
  const files = new Map<string, StoredFile>();
  return {
    receive: async (fileId) => {
      let received: StoredFile = { size: 0, beginning: new Uint8Array() };
      return {
        write: async (chunk) => {
          const room = startLength - received.beginning.byteLength;
          const beginning =
            room > 0
              ? Buffer.concat([received.beginning, chunk.subarray(0, room)])
              : received.beginning;
          received = { size: received.size + chunk.byteLength, beginning };
        },
        commit: async () => void files.set(fileId, received),
        discard: async () => undefined,
      };
    },
    size: async (fileId) => files.get(fileId)?.size,
    readStart: async (fileId) => files.get(fileId)?.beginning,
    remove: async (fileId) => {
      files.delete(fileId);
    },
    clear: async () => {
      files.clear();
    },
  };
}
