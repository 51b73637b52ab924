/** SHA-256 of bytes as they arrive by Node's own hash, and of a whole Blob by Web Crypto, which has no other. */
import { getBuiltin } from '../runtime.ts';

/** Returns undefined in a runtime without Node's modules. */
export const createSha256 = () => getBuiltin('node:crypto')?.createHash('sha256');

/** Returns the hash as 64 lower-case hexadecimal characters. */
export async function hashBlob(blob: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
