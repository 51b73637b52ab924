/** Tests the hash of a Blob against a known hash and Node's. */
import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashBlob } from './source.ts';

it('returns the known hash of an empty file', async () => {
  const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  expect(await hashBlob(new Blob([]))).toBe(hash);
});

it('returns the same hash as Node', async () => {
  const bytes = randomBytes(10_000);
  const hash = createHash('sha256').update(bytes).digest('hex');
  expect(await hashBlob(new Blob([bytes]))).toBe(hash);
});
