/** Tests the web page of the control API, its scripts, and the data that it requests. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newBook } from '../scenes/test-client.ts';
import { createWireClient, type WireClient } from '../scenes/wire-client.ts';

const token = 'a token of the control API';
let wire: WireClient;
let url: string;

beforeEach(async () => {
  wire = await createWireClient({ control: { port: 0, token, faultNames: ['one-fault'] } });
  url = wire.controlUrl ?? '';
});
afterEach(() => wire.close());

const fetchPath = async (path: string, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, { headers });
const readJson = async (path: string): Promise<unknown> =>
  (await fetchPath(path, { authorization: `Bearer ${token}` })).json();

test('the page is served without a token, does not contain the token, and loads only its own parts', async () => {
  const page = await fetchPath('/');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const text = await page.text();
  expect(text).not.toContain(token);
  const parts = [...text.matchAll(/(?:src|href)="([\w.-]+\.(?:js|css))"/g)].map(([, name]) => name);
  expect(parts).toEqual(['page.css', 'page.js']);
  for (const part of parts) expect((await fetchPath(`/${part}`)).status).toBe(200);
});

test('every module that page.js imports is served', async () => {
  const script = await (await fetchPath('/page.js')).text();
  const modules = [...script.matchAll(/from '\.\/([\w-]+\.js)'/g)].map(([, name]) => name);
  expect(modules.length).toBeGreaterThan(3);
  for (const name of modules) expect((await fetchPath(`/${name}`)).status).toBe(200);
});

test('the data of the page needs the token', async () => {
  for (const path of ['/choices', '/books/page'])
    expect((await fetchPath(path)).status, path).toBe(401);
  expect(await readJson('/choices')).toMatchObject({
    faults: ['one-fault'],
    readings: { 'publish.day-14': ['inclusive', 'exclusive'] },
  });
});

test('lists books newest first, page by page, and finds them by external id or title', async () => {
  for (const title of ['First', 'Second', 'Third'])
    await wire.sendRequest(
      'POST',
      '/books',
      JSON.stringify(newBook('ebook', { title, externalId: title })),
    );
  const first = await readJson('/books/page?limit=2');
  expect(first).toMatchObject({ books: [{ title: 'Third' }, { title: 'Second' }] });
  const next = /"next":(\d+)/.exec(JSON.stringify(first))?.[1];
  expect(await readJson(`/books/page?limit=2&before=${next}`)).toMatchObject({
    books: [{ title: 'First' }],
  });
  expect(await readJson('/books/page?find=second')).toMatchObject({ books: [{ title: 'Second' }] });
  expect(await readJson('/books/page?find=none')).toEqual({ books: [] });
  expect(await readJson('/books/page?limit=0')).toEqual({
    message: 'limit must be from 1 to 200, not 0.',
  });
});
