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
  /** Its first bytes, enough to tell what kind of file it is; nobody asks for the rest. */
  readonly beginning: (fileId: string) => Promise<Uint8Array | undefined>;
  readonly remove: (fileId: string) => Promise<void>;
  /** Removes every file, for a reset. */
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How much of a file `beginning` gives. */
export const beginningLength = 4_096;

interface Kept {
  readonly size: number;
  readonly beginning: Uint8Array;
}

/** Keeps of each file how long it is and how it begins, so that any length costs the same. */
export function memoryBytes(): Bytes {
  const files = new Map<string, Kept>();
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
    close: async () => undefined,
  };
}

function incoming(keep: (kept: Kept) => void): Incoming {
  let kept: Kept = { size: 0, beginning: new Uint8Array() };
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
