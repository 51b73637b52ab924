/** Tests what the web page of the control API is made of and asks for. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newBook } from '../scenes/ask-in-process.ts';
import { newWire, type Wire } from '../scenes/ask-over-wire.ts';

const token = 'a token of the control API';
let wire: Wire;
let url: string;

beforeEach(async () => {
  wire = await newWire({ control: { port: 0, token, faultNames: ['one-fault'] } });
  url = wire.controlUrl ?? '';
});
afterEach(() => wire.close());

const read = async (path: string, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, { headers });
const readJson = async (path: string): Promise<unknown> =>
  (await read(path, { authorization: `Bearer ${token}` })).json();

test('the page opens without a token, because it contains no data, and loads only its own parts', async () => {
  const page = await read('/');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const text = await page.text();
  expect(text).not.toContain(token);
  const parts = [...text.matchAll(/(?:src|href)="([\w.-]+\.(?:js|css))"/g)].map(([, one]) => one);
  expect(parts).toEqual(['page.css', 'page.js']);
  for (const part of parts) expect((await read(`/${part}`)).status).toBe(200);
});

test('every module that a script imports is served', async () => {
  const script = await (await read('/page.js')).text();
  const modules = [...script.matchAll(/from '\.\/([\w-]+\.js)'/g)].map(([, one]) => one);
  expect(modules.length).toBeGreaterThan(3);
  for (const one of modules) expect((await read(`/${one}`)).status).toBe(200);
});

test('the data of the page needs the token', async () => {
  for (const path of ['/choices', '/books/page']) expect((await read(path)).status, path).toBe(401);
  expect(await readJson('/choices')).toMatchObject({
    faults: ['one-fault'],
    readings: { 'publish.day-14': ['inclusive', 'exclusive'] },
  });
});

test('lists books newest first, page by page, and finds them by external id or title', async () => {
  for (const title of ['First', 'Second', 'Third'])
    await wire.ask(
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
