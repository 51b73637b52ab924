/** Tests what a PUT asks of `fetch`, in runtimes that know its words and in those that throw for them. */
import { afterEach, expect, it, vi } from 'vitest';
import { systemTime } from '../transport/index.ts';
import { createSource } from '../files/source.ts';
import { putFile } from './storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function sent(answer: () => Response) {
  const asked: RequestInit[] = [];
  const source = await createSource({ role: 'audio_content', blob: new Blob(['bytes']) }).open();
  const onBytes = () => undefined;
  const check = undefined;
  const put = { url: 'https://storage.example/u', type: 'audio/mpeg', source, check, onBytes };
  const ended = await putFile(
    { ...put, signal: undefined, stallMs: 1_000 },
    {
      time: systemTime,
      storageFetch: async (_url, init) => {
        asked.push(init);
        return answer();
      },
    },
  );
  return { ended, asked };
}

it('follows no redirect and brings no cookie', async () => {
  const { ended, asked } = await sent(() => new Response());
  expect(ended.verdict).toBe('stored');
  expect(asked).toMatchObject([{ method: 'PUT', redirect: 'error', credentials: 'omit' }]);
});

it('asks in fewer words at the edge, and takes a redirect for a refusal', async () => {
  vi.stubGlobal('Request', { prototype: {} });
  const { ended, asked } = await sent(() => new Response(null, { status: 307 }));
  expect(ended.verdict).toBe('final');
  expect(asked).toMatchObject([{ method: 'PUT', redirect: 'manual' }]);
  expect(asked[0]).not.toHaveProperty('credentials');
});
