/** SHA-256 of bytes as they arrive: by Node's own hash, or else by Web Crypto, which takes them all at once. */
import { getBuiltin } from '../runtime.ts';

export interface Hasher {
  readonly update: (bytes: Uint8Array) => void;
  /** Returns the hash of all bytes so far as 64 lower-case hexadecimal characters, and ends the hasher. */
  readonly hex: () => Promise<string>;
}

export function createSha256(): Hasher {
  const hash = getBuiltin('node:crypto')?.createHash('sha256');
  if (hash === undefined) return createWebHasher();
  return {
    update: (bytes) => void hash.update(bytes),
    hex: async () => hash.digest('hex'),
  };
}

/** Holds all bytes until the end, because Web Crypto has no streaming hash. */
function createWebHasher(): Hasher {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  return {
    // A copy, because the buffer of a piece may be used again.
    update: (bytes) => void pieces.push(new Uint8Array(bytes)),
    hex: async () => {
      const digest = await crypto.subtle.digest('SHA-256', await new Blob(pieces).arrayBuffer());
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(
        '',
      );
    },
  };
}
