/** Tests the hash of a whole file: in a thread of its own and without, to its end and broken off. */
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { hashAside } from './hash-aside.ts';
import { hashSource } from './hash-source.ts';
import { testFolder } from './scenes/local-server.ts';
import { sourceOf } from './upload-source.ts';

const mebibyte = 2 ** 20;
const signal = undefined;

async function fileOf(bytes: Uint8Array) {
  const path = join(await testFolder(), 'one.mp3');
  await writeFile(path, bytes);
  return (await sourceOf({ role: 'audio_content', path })).open();
}

describe('a file', () => {
  it.each([
    ['nothing', 0],
    ['less than a piece', 1_000],
    ['whole pieces', 2 * mebibyte],
    ['enough for a thread', 17 * mebibyte + 1],
  ])('of %s has its hash, and tells how far it is', async (_, length) => {
    const bytes = randomBytes(length);
    const opened = await fileOf(bytes);
    const heard: number[] = [];
    const hashed = await hashSource(opened, { signal, onBytes: (sum) => void heard.push(sum) });
    await opened.close();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(hashed).toEqual({ sha256, bytes: length });
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    expect(heard.at(-1) ?? 0).toBe(length);
  });
});

describe('a thread', () => {
  it('leaves the program free to go on', async () => {
    const opened = await fileOf(randomBytes(64 * mebibyte));
    const before = performance.eventLoopUtilization();
    await hashSource(opened, { signal, onBytes: () => undefined });
    const { utilization } = performance.eventLoopUtilization(before);
    await opened.close();
    expect(utilization).toBeLessThan(0.5);
  });

  it('is ended by the signal, and reads the file no more', async () => {
    const opened = await fileOf(randomBytes(64 * mebibyte));
    const ending = new AbortController();
    let heard = 0;
    const hashing = hashSource(opened, {
      signal: ending.signal,
      onBytes: (bytes) => {
        heard = bytes;
        ending.abort();
      },
    });
    await expect(hashing).rejects.toThrow('has ended');
    expect(heard).toBeLessThan(64 * mebibyte);
    await opened.close();
    const ended = hashAside(0, { signal: AbortSignal.abort(), onBytes: () => undefined });
    await expect(ended).rejects.toThrow('has ended');
  });

  it('says by its code why a file cannot be read', async () => {
    const hashing = hashAside(1_000_000, { signal, onBytes: () => undefined });
    await expect(hashing).rejects.toMatchObject({ code: 'EBADF' });
  });
});
