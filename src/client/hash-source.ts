/** SHA-256 of all bytes of a source: in a thread of its own where that pays, else between the program's own work. */
import { sha256 } from './hash.ts';
import type { OpenSource } from './upload-source.ts';

export interface Hashing {
  /** Ends it before its end; what it gives then is the hash of nothing in particular. */
  readonly signal: AbortSignal | undefined;
  /** So many bytes were hashed. */
  readonly onBytes: (bytes: number) => void;
}

export interface Hashed {
  /** 64 lower-case hexadecimal characters. */
  readonly sha256: string;
  readonly bytes: number;
}

/** @throws what reading the source throws */
export async function hashSource(opened: OpenSource, hashing: Hashing): Promise<Hashed> {
  const aside = await opened.hashAside?.(hashing);
  if (aside !== undefined) return aside;
  const hasher = await sha256();
  let bytes = 0;
  for await (const piece of opened.pieces(true)) {
    if (hashing.signal?.aborted === true) break;
    hasher.update(piece);
    bytes += piece.byteLength;
    hashing.onBytes(bytes);
  }
  return { sha256: hasher.hex(), bytes };
}
