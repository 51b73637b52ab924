/** Tests that the raw client of a distribution is there for its first call, with what was registered before. */
import { expect, it } from 'vitest';
import { createDistribution } from './create-distribution.ts';
import { createRaw } from './raw.ts';
import { rawWhenAsked } from './raw-when-asked.ts';

const options = {
  baseUrl: 'https://host.example',
  apiKey: 'canary-key-4711',
  fetch: () => Response.json({ data: [] }),
};

it('is loaded once, and not before its first call', async () => {
  let loaded = 0;
  const raw = rawWhenAsked(async () => {
    loaded += 1;
    return createRaw(options);
  });
  raw.use({ onRequest: () => undefined });
  expect(loaded).toBe(0);
  await Promise.all([raw.GET('/books'), raw.request('get', '/books')]);
  expect(loaded).toBe(1);
});

it('has the middleware that was registered before a call, and no other', async () => {
  const { raw, books } = createDistribution(options);
  const seen: string[] = [];
  const named = (name: string) => ({ onRequest: () => void seen.push(name) });
  const [first, second] = [named('first'), named('second')];
  raw.use(first);
  const under = raw.GET('/books');
  raw.use(second);
  await under;
  expect(seen).toEqual(['first']);
  await raw.GET('/books');
  raw.eject(first);
  await raw.GET('/books');
  expect(seen).toEqual(['first', 'first', 'second', 'second']);
  await books.requestUploads('7', []).safe();
  expect(seen).toHaveLength(4);
});
