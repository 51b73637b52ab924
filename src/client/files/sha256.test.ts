/** Tests both hashers against known hashes and Node's. */
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createSha256 } from './sha256.ts';

describe.each([
  ['of Node', true],
  ['of Web Crypto', false],
])('the hasher %s', (_, hasBuiltins) => {
  const create = () => {
    const builtins = vi.spyOn(process, 'getBuiltinModule');
    if (!hasBuiltins) builtins.mockReturnValue(undefined);
    const hasher = createSha256();
    builtins.mockRestore();
    return hasher;
  };

  it('gives the known hash of nothing', async () => {
    const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    expect(await create().hex()).toBe(hash);
  });

  it('hashes pieces whose buffer is used again', async () => {
    const bytes = randomBytes(10_000);
    const hasher = create();
    const buffer = new Uint8Array(1_000);
    for (let at = 0; at < bytes.length; at += buffer.length) {
      buffer.set(bytes.subarray(at, at + buffer.length));
      hasher.update(buffer);
    }
    expect(await hasher.hex()).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
});
