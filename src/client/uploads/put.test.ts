/** Tests the options that a PUT passes to `fetch`, in runtimes that support them and in those that throw. */
import { afterEach, expect, it, vi } from 'vitest';
import { systemTime } from '../transport/index.ts';
import { createSource } from '../files/source.ts';
import { putFile } from './storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function sendFile(answer: () => Response) {
  const requests: RequestInit[] = [];
  const source = await createSource({ role: 'audio_content', blob: new Blob(['bytes']) }).open();
  const onBytes = () => undefined;
  const check = undefined;
  const put = { url: 'https://storage.example/u', type: 'audio/mpeg', source, check, onBytes };
  const ended = await putFile(
    { ...put, signal: undefined, stallMs: 1_000 },
    {
      time: systemTime,
      storageFetch: async (_url, init) => {
        requests.push(init);
        return answer();
      },
    },
  );
  return { ended, requests };
}

it('follows no redirect and sends no cookie', async () => {
  const { ended, requests } = await sendFile(() => new Response());
  expect(ended.verdict).toBe('stored');
  expect(requests).toMatchObject([{ method: 'PUT', redirect: 'error', credentials: 'omit' }]);
});

it('leaves out unsupported options in an edge runtime, and treats a redirect as a refusal', async () => {
  vi.stubGlobal('Request', { prototype: {} });
  const { ended, requests } = await sendFile(() => new Response(null, { status: 307 }));
  expect(ended.verdict).toBe('final');
  expect(requests).toMatchObject([{ method: 'PUT', redirect: 'manual' }]);
  expect(requests[0]).not.toHaveProperty('credentials');
});
