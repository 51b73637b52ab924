/** Computes SHA-256: piece by piece with Node's crypto module, or of a whole Blob with Web Crypto, which cannot do it in pieces. */
import { getBuiltin } from '../runtime.ts';

/** Returns a hasher for pieces, or undefined in a runtime without Node's modules. */
export const createSha256 = () => getBuiltin('node:crypto')?.createHash('sha256');

/** Returns the hash as 64 lower-case hexadecimal characters. */
export async function hashBlob(blob: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
