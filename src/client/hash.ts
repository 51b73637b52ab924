/** SHA-256 of bytes as they come, by the fastest way this runtime has. */
import { portableSha256, type Hasher } from './hash-sha256.ts';
import { builtin } from './upload-builtin.ts';

export type { Hasher } from './hash-sha256.ts';

/** Makes a hasher. Web Crypto is no way to do it: it takes a file whole, and holds it in memory. */
export function sha256(): Hasher {
  const crypto = builtin('node:crypto');
  if (crypto === undefined) return portableSha256();
  const hash = crypto.createHash('sha256');
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    hex: () => hash.digest('hex'),
  };
}
