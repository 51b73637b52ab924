import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readContract } from '../../contract/spec.ts';
import {
  createTestClient,
  valueAt,
  descriptor,
  newBook,
  type TestClient,
} from '../scenes/ask-in-process.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { getRequestShapes } from '../shapes/index.ts';

let sandbox: Sandbox;
let ask: TestClient;

beforeEach(async () => {
  sandbox = await createSandbox();
  ask = createTestClient(sandbox);
});

afterEach(() => sandbox.close());

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  sandbox.fetch(
    new Request('http://sandbox.invalid/v2/distribution/books', {
      method: 'POST',
      body,
      headers: { apikey: 'sandbox-key', 'content-type': 'application/json', ...headers },
    }),
  );

const numbers = (count: number) => Array.from({ length: count }, (_one, index) => index);

test('a body with more than 10,000 values gets 413, before any of them is judged', async () => {
  const many = await ask.post('/books', newBook('ebook', { keyword: numbers(16_000) }));
  expect([many.status, many.requirement]).toEqual([413, 'sizes']);
  const book = await ask.create('ebook');
  const files = numbers(8_000).map((index) => descriptor({ referenceId: String(index) }));
  expect((await ask.post(`/books/${book}/upload`, files)).status).toBe(413);
});

test('every wrong value below the limit is named', async () => {
  const { status, body } = await ask.post('/books', newBook('ebook', { keyword: numbers(9_000) }));
  const params = valueAt(body, 'invalidParams');
  expect([status, Array.isArray(params) && params.length]).toEqual([400, 9_000]);
});

describe('the cost of judging a body grows with its length, not with the square of it', () => {
  const shapes = getRequestShapes(readContract());
  const costOf = (count: number): number => {
    const body = newBook('ebook', { keyword: numbers(count) });
    shapes.body('createBook', body);
    const start = process.cpuUsage();
    shapes.body('createBook', body);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };

  test('many values of the wrong type', () => {
    // Sixteen times the length: 256 times the cost if it were quadratic.
    expect(costOf(64_000) / Math.max(costOf(4_000), 500)).toBeLessThan(80);
  });
});

test.each([
  ['a byte that is not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ['a UTF-8 sequence that ends early', Buffer.from([0x22, 0xe2, 0x82, 0x22])],
])('%s gets 400', async (_name, bytes) => {
  const text = JSON.stringify(newBook('ebook', { title: 'TITLE' }));
  const [before = '', after = ''] = text.split('"TITLE"');
  const answer = await post(Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]));
  expect([answer.status, answer.headers.get('x-requirement')]).toEqual([
    400,
    'request.malformed-json',
  ]);
  expect(await sandbox.books()).toEqual([]);
});

test.each(['"\\ud800"', '"a\\udc01b"', '["\\ud801"]'])('%s gets 400', async (title) => {
  const text = JSON.stringify(newBook('ebook', { title: 'TITLE' })).replace('"TITLE"', title);
  expect((await post(text)).status).toBe(400);
});

test('a complete surrogate pair is accepted', async () => {
  const text = JSON.stringify(newBook('ebook', { title: 'TITLE' }));
  expect((await post(text.replace('TITLE', '\\ud83d\\udcda'))).status).toBe(201);
});

test.each([
  ['application/json; charset=iso-8859-1', 400],
  ['application/json; charset=utf-16', 400],
  ['application/json; charset=UTF-8', 201],
  ['application/json; charset="utf-8"', 201],
])('%s gets %i', async (type, status) => {
  const answer = await post(JSON.stringify(newBook('ebook')), { 'content-type': type });
  expect(answer.status).toBe(status);
});

test('a compressed body is refused as such', async () => {
  const answer = await post(Buffer.from([0x1f, 0x8b, 8]), { 'content-encoding': 'gzip' });
  expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity']);
  expect(await answer.text()).toContain('gzip');
});

test.each(['0x1', '1e1', '+1', '1.0', '%201', ''])('page=%s is not a number', async (page) => {
  expect((await ask.get(`/books?page=${page}`)).status).toBe(400);
});
