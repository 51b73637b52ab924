/** Tests the web page of the control API, its scripts, and the data that it requests. */
import { expect, test } from 'vitest';
import { createWireClient } from '../../../tests/support/sandbox/wire-client.ts';

const token = 'a token of the control API';
const wire = await createWireClient({ control: { port: 0, token, faultNames: ['one-fault'] } });
const url = wire.controlUrl ?? '';

const fetchPath = async (path: string, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, { headers });
const readJson = async (path: string): Promise<unknown> =>
  (await fetchPath(path, { authorization: `Bearer ${token}` })).json();

test('the page is one file that is served without a token and does not contain the token', async () => {
  const page = await fetchPath('/');
  expect(page.headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
  const text = await page.text();
  expect(text).toContain('content="default-src &#39;none&#39;; style-src &#39;sha256-');
  expect(text).not.toContain(token);
  expect(text).not.toMatch(/<(script|img)[^>]*\ssrc=|<link rel="stylesheet"/);
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
    await wire.create('ebook', { title, externalId: title });
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
