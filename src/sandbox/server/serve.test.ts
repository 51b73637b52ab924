/** Tests the served sandbox over the wire: bodies, types, routes, and what several of them share. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { valueAt, newBook } from '../scenes/ask-in-process.ts';
import { newWire, raw, type Wire } from '../scenes/ask-over-wire.ts';
import { createClock } from '../parts/index.ts';
import { serveSandbox } from './serve.ts';

let wire: Wire;

beforeEach(async () => {
  wire = await newWire();
});

afterEach(async () => {
  expect(await wire.end()).toEqual([]);
});

test('a book is created, uploaded to and published over HTTP', async () => {
  const id = await wire.createBook({ externalId: 'wire' });
  expect((await wire.ask('GET', `/books/${id}`)).status).toBe(200);
  expect((await wire.ask('GET', '/books/external-id/wire')).status).toBe(200);
  const list = await wire.ask('GET', '/books');
  expect(valueAt(list.body, 'data.0.id')).toBe(id);
  expect(list.headers.get('content-length')).toBe(String(Buffer.byteLength(list.text)));
  const gone = await wire.ask('DELETE', `/books/${id}`, '{}');
  expect([gone.status, gone.headers.get('content-length')]).toEqual([204, null]);
});

test.each(['{', '{"title":', '', 'nonsense', '{"a":1}}', '\u0000'])(
  'a body %j that is not JSON gets 400 and stores nothing',
  async (body) => {
    const response = await wire.ask('POST', '/books', body);
    expect([response.status, valueAt(response.body, 'invalidParams')]).toEqual([400, []]);
    expect(await wire.books()).toBe(0);
  },
);

test.each(['null', '5', '"text"', '[]', '[{}]'])(
  'a body %s that is not an object gets 400 and stores nothing',
  async (body) => {
    expect((await wire.ask('POST', '/books', body)).status).toBe(400);
    expect(await wire.books()).toBe(0);
  },
);

test.each(['text/plain', 'application/xml', 'application/merge-patch+json', 'multipart/form-data'])(
  'the content type %s gets 400 on every call with a body',
  async (contentType) => {
    const id = await wire.createBook();
    const type = contentType;
    const file = `/books/${id}/file/${id}/attach`;
    const responses = [
      await wire.ask('POST', '/books', JSON.stringify(newBook('ebook')), type),
      await wire.ask('PATCH', `/books/${id}`, '{"title":"x"}', type),
      await wire.ask('POST', `/books/${id}/upload`, '[]', type),
      await wire.ask('PATCH', file, '{"filename":"x","hashSha256":"x"}', type),
    ];
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(await wire.books()).toBe(1);
  },
);

test('a content type with parameters is JSON', async () => {
  const type = 'Application/JSON ; charset=utf-8';
  expect((await wire.ask('POST', '/books', JSON.stringify(newBook('ebook')), type)).status).toBe(
    201,
  );
});

test('a huge body gets 413 and stores nothing, and the connection stays open', async () => {
  const body = JSON.stringify(newBook('ebook', { description: 'x'.repeat(5_000_000) }));
  expect((await wire.ask('POST', '/books', body)).status).toBe(413);
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let part = 0; part < 80; part += 1) controller.enqueue(new Uint8Array(65_536).fill(32));
      controller.close();
    },
  });
  const half = { duplex: 'half' };
  const chunked = await fetch(wire.api('/books'), {
    method: 'POST',
    headers: wire.headers,
    body: stream,
    ...half,
  });
  expect(chunked.status).toBe(413);
  expect(await wire.books()).toBe(0);
  expect((await wire.ask('GET', '/books')).status).toBe(200);
});

test('a truncated body stores nothing', async () => {
  const body = JSON.stringify(newBook('ebook'));
  const head = `POST /v2/distribution/books HTTP/1.1\r\nhost: x\r\napikey: sandbox-key\r\ncontent-type: application/json\r\n`;
  await raw(wire.url, `${head}content-length: ${body.length + 10}\r\n\r\n${body}`, 100);
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
  await raw(wire.url, `${head}transfer-encoding: chunked\r\n\r\n${chunk}`, 100);
  expect(await wire.books()).toBe(0);
  expect((await wire.ask('GET', '/books')).status).toBe(200);
});

test.each([
  ['GET', '/nope', 404],
  ['GET', '/books/', 404],
  ['PUT', '/books', 404],
  ['DELETE', '/books', 404],
  ['GET', '/books/external-id/', 404],
  ['POST', '/books/x/y/z', 404],
  ['OPTIONS', '/books', 404],
])('%s %s is not a route', async (method, path, status) => {
  const response = await wire.ask(method, path);
  expect([response.status, response.headers.get('x-requirement')]).toEqual([
    status,
    'route.unknown',
  ]);
  expect(typeof valueAt(response.body, 'message')).toBe('string');
});

test('checks the key first below the prefix, and answers 404 elsewhere', async () => {
  expect((await fetch(wire.api('/nope'))).status).toBe(401);
  expect((await fetch(`${wire.url}/books`, { headers: wire.headers })).status).toBe(404);
  expect(
    (await fetch(`${wire.url}/v2/distributions/books`, { headers: wire.headers })).status,
  ).toBe(404);
  expect((await fetch(wire.url)).status).toBe(404);
});

test('several sandboxes are independent of each other', async () => {
  const other = await serveSandbox();
  await wire.createBook();
  expect(await other.sandbox.books()).toEqual([]);
  await other.close();
});

test('reports a port that is in use', async () => {
  const port = Number(new URL(wire.url).port);
  await expect(serveSandbox({ port })).rejects.toThrow(/EADDRINUSE/);
});

test('a reset forgets books and uploads', async () => {
  const url = await wire.grantUrl('bytes');
  await wire.sandbox.reset();
  expect(await wire.books()).toBe(0);
  expect((await fetch(url, { method: 'PUT', body: 'bytes' })).status).toBe(403);
});

test('the Date header shows the clock of the sandbox, on both origins', async () => {
  const clock = createClock();
  clock.freeze(Date.parse('2031-02-28T23:59:59.900Z'));
  const own = await serveSandbox({ clock });
  try {
    const key = { apikey: own.key };
    const answers = [
      await fetch(`${own.url}/v2/distribution/books`, { headers: key }),
      await fetch(`${own.url}/v2/distribution/books`),
      await fetch(`${own.url}/elsewhere`),
      await fetch(`${own.storageUrl}/nothing`, { method: 'PUT', body: 'x' }),
    ];
    const dates = answers.map((answer) => answer.headers.get('date'));
    expect(new Set(dates)).toEqual(new Set(['Fri, 28 Feb 2031 23:59:59 GMT']));
  } finally {
    await own.close();
  }
});
