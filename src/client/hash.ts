/** SHA-256 of bytes as they come, by the fastest way this runtime has. */
import type { Hasher } from './hash-sha256.ts';
import { builtin } from './upload-builtin.ts';

export type { Hasher } from './hash-sha256.ts';

/** Makes a hasher. Web Crypto is no way to do it: it takes a file whole, and holds it in memory. */
export async function sha256(): Promise<Hasher> {
  const crypto = builtin('node:crypto');
  if (crypto === undefined) {
    const { portableSha256 } = await import('./hash-sha256.ts');
    return portableSha256();
  }
  const hash = crypto.createHash('sha256');
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    hex: () => hash.digest('hex'),
  };
}
