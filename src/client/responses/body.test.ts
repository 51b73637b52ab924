/** Tests that no body fills the memory or holds a call up. */
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createDistribution } from '../create-distribution.ts';
import { startLocalServer } from '../scenes/local-server.ts';
import { makeReadable } from './body.ts';

const apiKey = 'canary-key-4711';
const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';

/** A body of spaces without an end, and how much of it was read. */
function endless() {
  const read = { bytes: 0, cancelled: false };
  const piece = new Uint8Array(2 ** 16).fill(0x20);
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        read.bytes += piece.length;
        controller.enqueue(piece);
      },
      cancel: () => {
        read.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, read };
}

const clientFor = (answer: () => Response) =>
  createDistribution({ baseUrl: 'https://host.example', apiKey, fetch: answer, maxRetries: 0 });

describe('an endless body', () => {
  it('of a success is read up to 16 MiB and then cancelled, with an error that names the limit', async () => {
    const { body, read } = endless();
    const { books, raw } = clientFor(() => new Response(body));
    const reading = books.get(id);
    await expect(reading).rejects.toMatchObject({ type: 'unexpected-response', attempts: 1 });
    await expect(reading).rejects.toThrow('expected at most 16 MiB of JSON');
    expect(read.bytes).toBeLessThanOrEqual(2 ** 24 + 2 ** 16);
    expect(read.cancelled).toBe(true);
    const params = { path: { bookPublicId: id } };
    const { books: _books, ...other } = clientFor(() => new Response(endless().body));
    await expect(other.raw.GET('/books/{bookPublicId}', { params })).rejects.toThrow('16 MiB');
    expect(raw).toBeDefined();
  });

  it.each([500, 404, 301])('of a %i is read up to 64 kB and then cancelled', async (status) => {
    const { body, read } = endless();
    const reading = clientFor(() => new Response(body, { status })).books.get(id);
    await expect(reading).rejects.toThrow('64 kB');
    expect(read.bytes).toBeLessThanOrEqual(2 ** 17);
    expect(read.cancelled).toBe(true);
  });

  it('that ignores being cancelled holds nothing up', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(2 ** 16)),
      cancel: async () => new Promise(() => undefined),
    });
    const reading = clientFor(() => new Response(body, { status: 500 })).books.get(id);
    await expect(reading).rejects.toMatchObject({ type: 'response' });
  });
});

it('a compressed body is counted after decompression', async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000, ' '));
  const baseUrl = await startLocalServer((_, response) => {
    response
      .writeHead(500, { 'content-encoding': 'gzip', 'content-length': bomb.length })
      .end(bomb);
  });
  const before = process.memoryUsage().rss;
  const { books } = createDistribution({ baseUrl, apiKey, maxRetries: 0 });
  await expect(books.get(id)).rejects.toMatchObject({ type: 'response', status: 500 });
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

it('a response of another realm, as in Jest, is readable again', async () => {
  const prototype: unknown = runInNewContext('({ text() { throw new Error("used"); } })');
  if (typeof prototype !== 'object') throw new Error('the context made no object');
  const response = new Response('used');
  Object.setPrototypeOf(response, prototype);
  expect(await makeReadable(response, 'kept').text()).toBe('kept');
});
