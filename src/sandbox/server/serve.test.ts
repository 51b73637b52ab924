/** Tests the served sandbox over HTTP: bodies, content types, routes, the clock, and several sandboxes at once. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { valueAt, newBook } from '../scenes/test-client.ts';
import { createWireClient, sendRawText, type WireClient } from '../scenes/wire-client.ts';
import { createClock } from '../parts/index.ts';
import { serveSandbox } from './serve.ts';

let wire: WireClient;

beforeEach(async () => {
  wire = await createWireClient();
});

afterEach(async () => {
  expect(await wire.closeAndReport()).toEqual([]);
});

test('a book is created, read, looked up, listed and deleted over HTTP', async () => {
  const id = await wire.createBook({ externalId: 'wire' });
  expect((await wire.sendRequest('GET', `/books/${id}`)).status).toBe(200);
  expect((await wire.sendRequest('GET', '/books/external-id/wire')).status).toBe(200);
  const list = await wire.sendRequest('GET', '/books');
  expect(valueAt(list.body, 'data.0.id')).toBe(id);
  expect(list.headers.get('content-length')).toBe(String(Buffer.byteLength(list.text)));
  const deletion = await wire.sendRequest('DELETE', `/books/${id}`, '{}');
  expect([deletion.status, deletion.headers.get('content-length')]).toEqual([204, null]);
});

test.each(['{', '{"title":', '', 'nonsense', '{"a":1}}', '\u0000'])(
  'a body %j that is not JSON gets 400 and stores nothing',
  async (body) => {
    const response = await wire.sendRequest('POST', '/books', body);
    expect([response.status, valueAt(response.body, 'invalidParams')]).toEqual([400, []]);
    expect(await wire.countBooks()).toBe(0);
  },
);

test.each(['null', '5', '"text"', '[]', '[{}]'])(
  'a body %s that is not an object gets 400 and stores nothing',
  async (body) => {
    expect((await wire.sendRequest('POST', '/books', body)).status).toBe(400);
    expect(await wire.countBooks()).toBe(0);
  },
);

test.each(['text/plain', 'application/xml', 'application/merge-patch+json', 'multipart/form-data'])(
  'the content type %s gets 400 from every operation with a JSON body',
  async (contentType) => {
    const id = await wire.createBook();
    const type = contentType;
    const file = `/books/${id}/file/${id}/attach`;
    const responses = [
      await wire.sendRequest('POST', '/books', JSON.stringify(newBook('ebook')), type),
      await wire.sendRequest('PATCH', `/books/${id}`, '{"title":"x"}', type),
      await wire.sendRequest('POST', `/books/${id}/upload`, '[]', type),
      await wire.sendRequest('PATCH', file, '{"filename":"x","hashSha256":"x"}', type),
    ];
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(await wire.countBooks()).toBe(1);
  },
);

test('accepts a JSON content type with parameters, in any case', async () => {
  const type = 'Application/JSON ; charset=utf-8';
  expect(
    (await wire.sendRequest('POST', '/books', JSON.stringify(newBook('ebook')), type)).status,
  ).toBe(201);
});

test('a huge body gets 413 and stores nothing, and the connection stays open', async () => {
  const body = JSON.stringify(newBook('ebook', { description: 'x'.repeat(5_000_000) }));
  expect((await wire.sendRequest('POST', '/books', body)).status).toBe(413);
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let part = 0; part < 80; part += 1) controller.enqueue(new Uint8Array(65_536).fill(32));
      controller.close();
    },
  });
  const half = { duplex: 'half' };
  const response = await fetch(wire.api('/books'), {
    method: 'POST',
    headers: wire.headers,
    body: stream,
    ...half,
  });
  expect(response.status).toBe(413);
  expect(await wire.countBooks()).toBe(0);
  expect((await wire.sendRequest('GET', '/books')).status).toBe(200);
});

test('a truncated body stores nothing', async () => {
  const body = JSON.stringify(newBook('ebook'));
  const head = `POST /v2/distribution/books HTTP/1.1\r\nhost: x\r\napikey: sandbox-key\r\ncontent-type: application/json\r\n`;
  await sendRawText(wire.url, `${head}content-length: ${body.length + 10}\r\n\r\n${body}`, 100);
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
  await sendRawText(wire.url, `${head}transfer-encoding: chunked\r\n\r\n${chunk}`, 100);
  expect(await wire.countBooks()).toBe(0);
  expect((await wire.sendRequest('GET', '/books')).status).toBe(200);
});

test.each([
  ['GET', '/nope', 404],
  ['GET', '/books/', 404],
  ['PUT', '/books', 404],
  ['DELETE', '/books', 404],
  ['GET', '/books/external-id/', 404],
  ['POST', '/books/x/y/z', 404],
  ['OPTIONS', '/books', 404],
])('%s %s is not a route and gets %i', async (method, path, status) => {
  const response = await wire.sendRequest(method, path);
  expect([response.status, response.headers.get('x-requirement')]).toEqual([
    status,
    'route.unknown',
  ]);
  expect(typeof valueAt(response.body, 'message')).toBe('string');
});

test('checks the key before the route below the prefix, and responds 404 elsewhere', async () => {
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

test('rejects with EADDRINUSE if a port is in use', async () => {
  const port = Number(new URL(wire.url).port);
  await expect(serveSandbox({ port })).rejects.toThrow(/EADDRINUSE/);
});

test('a reset removes books and upload URLs', async () => {
  const url = await wire.grantUrl('bytes');
  await wire.sandbox.reset();
  expect(await wire.countBooks()).toBe(0);
  expect((await fetch(url, { method: 'PUT', body: 'bytes' })).status).toBe(403);
});

test('the Date headers of the service and of the storage show the clock of the sandbox', async () => {
  const clock = createClock();
  clock.freeze(Date.parse('2031-02-28T23:59:59.900Z'));
  const server = await serveSandbox({ clock });
  try {
    const key = { apikey: server.key };
    const responses = [
      await fetch(`${server.url}/v2/distribution/books`, { headers: key }),
      await fetch(`${server.url}/v2/distribution/books`),
      await fetch(`${server.url}/elsewhere`),
      await fetch(`${server.storageUrl}/nothing`, { method: 'PUT', body: 'x' }),
    ];
    const dates = responses.map((response) => response.headers.get('date'));
    expect(new Set(dates)).toEqual(new Set(['Fri, 28 Feb 2031 23:59:59 GMT']));
  } finally {
    await server.close();
  }
});
