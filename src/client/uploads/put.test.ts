/** Tests the options that a PUT passes to `fetch` in each runtime, and how long it waits for the response. */
import { afterEach, expect, it, vi } from 'vitest';
import { systemTime } from '../transport/index.ts';
import { createSource } from '../files/source.ts';
import { putFile } from './storage.ts';
import type { StorageFetch } from './upload-run.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function sendFile(storageFetch: StorageFetch, stallMs = 1_000) {
  const source = await createSource({ role: 'audio_content', blob: new Blob(['bytes']) }).open();
  const onBytes = () => undefined;
  const request = {
    url: 'https://storage.example/u',
    type: 'audio/mpeg',
    source,
    onBytes,
    stallMs,
  };
  const options = { expectedHash: undefined, signal: undefined };
  return putFile({ ...request, ...options }, { time: systemTime, storageFetch });
}

/** Sends a file to a storage with one response, and returns the options of the request too. */
async function recordSending(response: Response) {
  const requests: RequestInit[] = [];
  const result = await sendFile(async (_url, init) => {
    requests.push(init);
    return response;
  });
  return { result, requests };
}

it('follows no redirect and sends no cookie', async () => {
  const { result, requests } = await recordSending(new Response());
  expect(result.verdict).toBe('stored');
  expect(requests).toMatchObject([{ method: 'PUT', redirect: 'error', credentials: 'omit' }]);
});

it('leaves out unsupported options in an edge runtime, and gives a redirect the verdict final', async () => {
  vi.stubGlobal('Request', { prototype: {} });
  const { result, requests } = await recordSending(new Response(null, { status: 307 }));
  expect(result.verdict).toBe('final');
  expect(requests).toMatchObject([{ method: 'PUT', redirect: 'manual' }]);
  expect(requests[0]).not.toHaveProperty('credentials');
});

it('waits for the response five times as long as for the next bytes, and reports this time', async () => {
  const result = await sendFile(async (_url, init) => {
    await new Response(init.body ?? null).text();
    return new Promise(() => undefined);
  }, 20);
  expect(result).toMatchObject({
    verdict: 'broken',
    allBytesSent: true,
    why: 'no progress for 100 ms',
  });
});
