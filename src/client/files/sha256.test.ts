/** Tests both hashers against Node's, at every length around a block and in every cut. */
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPortableSha256, createSha256 } from './sha256.ts';

function expected(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe.each([
  ['of this runtime', createSha256],
  ['in plain JavaScript', createPortableSha256],
])('the hasher %s', (_, make) => {
  it('gives the known hash of nothing', () => {
    expect(make().hex()).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('agrees with Node at every length around two blocks', () => {
    for (let length = 0; length <= 130; length += 1) {
      const bytes = randomBytes(length);
      const hasher = make();
      hasher.update(bytes);
      expect(hasher.hex(), `${length} bytes`).toBe(expected(bytes));
    }
  });

  it('does not care how the bytes are cut', () => {
    const bytes = randomBytes(10_000);
    for (const cut of [1, 7, 63, 64, 65, 4_096]) {
      const hasher = make();
      for (let at = 0; at < bytes.length; at += cut) hasher.update(bytes.subarray(at, at + cut));
      expect(hasher.hex(), `in pieces of ${cut}`).toBe(expected(bytes));
    }
  });
});
