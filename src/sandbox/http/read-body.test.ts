import { beforeEach, expect, test } from 'vitest';
import { newBook } from '../../../tests/support/books.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { descriptor, valueAt } from '../../../tests/support/sandbox/test-client.ts';

const { sandbox, client } = await openTestSandbox();
beforeEach(() => sandbox.reset());

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  sandbox.fetch(
    new Request('http://sandbox.invalid/v2/distribution/books', {
      method: 'POST',
      body,
      headers: { apikey: 'sandbox-key', 'content-type': 'application/json', ...headers },
    }),
  );

const numbers = (count: number) => Array.from({ length: count }, (_one, index) => index);

test('a body with more than 10,000 values gets 413, even if its values are wrong', async () => {
  const response = await client.post('/books', newBook('ebook', { keyword: numbers(16_000) }));
  expect([response.status, response.requirement]).toEqual([413, 'sizes']);
  const book = await client.create('ebook');
  const files = numbers(8_000).map((index) => descriptor({ referenceId: String(index) }));
  expect((await client.post(`/books/${book}/upload`, files)).status).toBe(413);
});

test('the refusal of 9,000 wrong values names each of them', async () => {
  const { status, body } = await client.post(
    '/books',
    newBook('ebook', { keyword: numbers(9_000) }),
  );
  const params = valueAt(body, 'invalidParams');
  expect([status, Array.isArray(params) && params.length]).toEqual([400, 9_000]);
});

test.each([
  ['a byte that is not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ['a UTF-8 sequence that ends early', Buffer.from([0x22, 0xe2, 0x82, 0x22])],
])('%s gets 400', async (_name, bytes) => {
  const text = JSON.stringify(newBook('ebook', { title: 'TITLE' }));
  const [before = '', after = ''] = text.split('"TITLE"');
  const response = await post(Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]));
  expect([response.status, response.headers.get('x-requirement')]).toEqual([
    400,
    'request.malformed-json',
  ]);
  expect(await sandbox.books()).toEqual([]);
});

test.each(['"\\ud800"', '"a\\udc01b"', '["\\ud801"]'])('%s gets 400', async (title) => {
  const text = JSON.stringify(newBook('ebook', { title: 'TITLE' })).replace('"TITLE"', title);
  expect((await post(text)).status).toBe(400);
});

test.each([
  ['application/json; charset=iso-8859-1', 400],
  ['application/json; charset=utf-16', 400],
  ['application/json; charset=UTF-8', 201],
  ['application/json; charset="utf-8"', 201],
])('%s gets %i', async (type, status) => {
  const response = await post(JSON.stringify(newBook('ebook')), { 'content-type': type });
  expect(response.status).toBe(status);
});

test('a compressed body gets 415, and the refusal names the encoding', async () => {
  const response = await post(Buffer.from([0x1f, 0x8b, 8]), { 'content-encoding': 'gzip' });
  expect([response.status, response.headers.get('accept-encoding')]).toEqual([415, 'identity']);
  expect(await response.text()).toContain('gzip');
});

test.each(['0x1', '1e1', '+1', '1.0', '%201', ''])('page=%s gets 400', async (page) => {
  expect((await client.get(`/books?page=${page}`)).status).toBe(400);
});
