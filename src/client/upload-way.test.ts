/** Tests which way the bytes of an upload leave Node. */
import { afterEach, expect, it, vi } from 'vitest';
import { serveSandbox } from '../sandbox/index.ts';
import { createDistribution, type DistributionOptions } from './create-distribution.ts';
import { audiobook } from './scenes/scene.ts';
import { track } from './scenes/storage-scene.ts';
import { overHttp } from './upload-over-http.ts';
import { wayTo } from './upload-way.ts';

const dispatcher = Symbol.for('undici.globalDispatcher.1');
const own: unknown = Reflect.get(globalThis, dispatcher);
const { fetch } = globalThis;

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.set(globalThis, dispatcher, own);
});

it('is node:http, and what was given where something was', async () => {
  expect(await wayTo(undefined)).toBe(overHttp);
  expect(await wayTo(fetch)).not.toBe(overHttp);
});

it.each([
  ['Agent', true],
  ['Dispatcher1Wrapper', true],
  ['EnvHttpProxyAgent', false],
  ['MockAgent', false],
])('with %s as the dispatcher is node:http: %s', async (name, straight) => {
  Reflect.set(globalThis, dispatcher, { constructor: { name } });
  expect((await wayTo(undefined)) === overHttp).toBe(straight);
});

it('is fetch at the edge, whose Node is not all of it', async () => {
  vi.stubGlobal('Request', { prototype: {} });
  expect(await wayTo(undefined)).not.toBe(overHttp);
});

it.each<[string, (fetch: typeof globalThis.fetch) => Partial<DistributionOptions>]>([
  ['that was given', (storageFetch) => ({ storageFetch })],
  ['that took the place of the global one', (later) => (vi.stubGlobal('fetch', later), {})],
])('is a fetch %s', async (_, given) => {
  const served = await serveSandbox();
  const asked: string[] = [];
  const options = given(async (url, init) => {
    asked.push(init?.method ?? '');
    return fetch(url, init);
  });
  const { books } = createDistribution({ baseUrl: served.url, apiKey: served.key, ...options });
  const { id } = await books.create(audiobook);
  await books.upload(id, [await track('one.mp3')]);
  await served.close();
  expect(asked).toContain('PUT');
});
