/** The interface of file storage, and storage in memory. */

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
  /** Returns the size of a file in bytes; undefined if there is none. */
  readonly size: (fileId: string) => Promise<number | undefined>;
  /** Returns the first bytes of a file, which show its kind; the rest is never read. */
  readonly beginning: (fileId: string) => Promise<Uint8Array | undefined>;
  readonly remove: (fileId: string) => Promise<void>;
  /** Removes every file, for a reset. */
  readonly clear: () => Promise<void>;
}

/** The number of bytes that `beginning` returns. */
export const beginningLength = 4_096;

interface StoredFile {
  readonly size: number;
  readonly beginning: Uint8Array;
}

/** Keeps of each file how long it is and how it begins, so that any length costs the same. */
export function memoryBytes(): Bytes {
  const files = new Map<string, StoredFile>();
  return {
    receive: async (fileId) =>
      incoming((kept) => {
        files.set(fileId, kept);
      }),
    size: async (fileId) => files.get(fileId)?.size,
    beginning: async (fileId) => files.get(fileId)?.beginning,
    remove: async (fileId) => {
      files.delete(fileId);
    },
    clear: async () => {
      files.clear();
    },
  };
}

function incoming(keep: (kept: StoredFile) => void): Incoming {
  let kept: StoredFile = { size: 0, beginning: new Uint8Array() };
  return {
    write: async (chunk) => {
      const missing = beginningLength - kept.beginning.byteLength;
      const beginning =
        missing > 0 ? Buffer.concat([kept.beginning, chunk.subarray(0, missing)]) : kept.beginning;
      kept = { size: kept.size + chunk.byteLength, beginning };
    },
    commit: async () => {
      keep(kept);
    },
    discard: async () => undefined,
  };
}
