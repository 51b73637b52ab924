/** Tests the served sandbox and its storage over HTTP: bodies, routes, clock and uploads. */
import { request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findUnusedOrigin, serveTestSandbox } from '../../../tests/support/fixtures.ts';
import { newBook } from '../../../tests/support/books.ts';
import { valueAt } from '../../../tests/support/sandbox/test-client.ts';
import {
  createWireClient,
  headers,
  sendRawText,
} from '../../../tests/support/sandbox/wire-client.ts';
import { createClock } from '../replaceable-parts/index.ts';
import { serveSandbox } from './serve.ts';

const wire = await createWireClient();
beforeEach(() => wire.sandbox.reset());
afterEach(() => expect(wire.log).toEqual([]));

test('a book is created, read, looked up, listed and deleted over HTTP', async () => {
  const id = await wire.create('ebook', { externalId: 'wire' });
  expect((await wire.get(`/books/${id}`)).status).toBe(200);
  expect((await wire.get('/books/external-id/wire')).status).toBe(200);
  const list = await wire.get('/books');
  expect(valueAt(list.body, 'data.0.id')).toBe(id);
  expect(list.headers.get('content-length')).toBe(String(Buffer.byteLength(list.text)));
  const deletion = await wire.remove(`/books/${id}`);
  expect([deletion.status, deletion.headers.get('content-length')]).toEqual([204, null]);
});

test('a huge body gets 413 and stores nothing, and the connection stays open', async () => {
  const own = await createWireClient();
  const book = newBook('ebook', { description: 'x'.repeat(5_000_000) });
  expect((await own.post('/books', book)).status).toBe(413);
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let part = 0; part < 80; part += 1) controller.enqueue(new Uint8Array(65_536).fill(32));
      controller.close();
    },
  });
  const half = { duplex: 'half' };
  const response = await fetch(own.api('/books'), {
    method: 'POST',
    headers,
    body: stream,
    ...half,
  });
  expect(response.status).toBe(413);
  expect(await own.countBooks()).toBe(0);
  expect((await own.get('/books')).status).toBe(200);
});

test('a truncated body stores nothing', async () => {
  const body = JSON.stringify(newBook('ebook'));
  const head = `POST /v2/distribution/books HTTP/1.1\r\nhost: x\r\napikey: sandbox-key\r\ncontent-type: application/json\r\n`;
  await sendRawText(wire.url, `${head}content-length: ${body.length + 10}\r\n\r\n${body}`, 100);
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
  await sendRawText(wire.url, `${head}transfer-encoding: chunked\r\n\r\n${chunk}`, 100);
  expect(await wire.countBooks()).toBe(0);
  expect((await wire.get('/books')).status).toBe(200);
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
  expect((await fetch(`${wire.url}/books`, { headers })).status).toBe(404);
  expect((await fetch(`${wire.url}/v2/distributions/books`, { headers })).status).toBe(404);
  expect((await fetch(wire.url)).status).toBe(404);
});

test('is healthy but not ready until its first books are added', async () => {
  const origin = await findUnusedOrigin();
  const readStatuses = async () =>
    Promise.all(['health', 'ready'].map(async (path) => (await fetch(`${origin}/${path}`)).status));
  let statusesBefore: readonly number[] = [];
  await serveTestSandbox({
    port: Number(new URL(origin).port),
    prepare: async () => {
      statusesBefore = await readStatuses();
    },
  });
  expect([statusesBefore, await readStatuses()]).toEqual([
    [200, 503],
    [200, 200],
  ]);
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
  const { url, storageUrl } = await serveTestSandbox({ clock });
  const responses = [
    await fetch(`${url}/v2/distribution/books`, { headers }),
    await fetch(`${url}/v2/distribution/books`),
    await fetch(`${url}/elsewhere`),
    await fetch(`${storageUrl}/nothing`, { method: 'PUT', body: 'x' }),
  ];
  const dates = responses.map((response) => response.headers.get('date'));
  expect(new Set(dates)).toEqual(new Set(['Fri, 28 Feb 2031 23:59:59 GMT']));
});

test('an upload URL has the origin of the storage and accepts one upload', async () => {
  const bytes = new Uint8Array(8 * 1024 * 1024).fill(7);
  const url = await wire.grantUrl(bytes);
  expect(new URL(url).origin).toBe(wire.storageUrl);
  const upload = () =>
    fetch(url, { method: 'PUT', body: bytes, headers: { 'content-type': 'application/epub+zip' } });
  expect((await upload()).status).toBe(200);
  const response = await upload();
  expect([response.status, await response.json()]).toEqual([
    409,
    { message: 'This upload URL has already been used.' },
  ]);
});

test.each([
  ['breaks off', 'content-length: 1000\r\n\r\nxxxx'],
  ['has a malformed chunk', 'transfer-encoding: chunked\r\n\r\n2\r\nxx\r\nno size\r\n'],
])('an upload that %s leaves its URL unused', async (_name, rest) => {
  const bytes = 'x'.repeat(1000);
  const url = new URL(await wire.grantUrl(bytes));
  const head = `PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n`;
  await sendRawText(url.href, head + rest, 100);
  await expect
    .poll(async () => (await fetch(url, { method: 'PUT', body: bytes })).status)
    .toBe(200);
});

test('a client that waits for 100 Continue is refused before it sends the body', async () => {
  const url = new URL(await wire.grantUrl('bytes'));
  const head = (extra: string) =>
    `PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\nexpect: 100-continue\r\n${extra}content-length: 5\r\n\r\n`;
  expect(await sendRawText(url.href, head('apikey: x\r\n'))).toMatch(/^HTTP\/1\.1 400 /);
  const rawResponse = await sendRawText(url.href, `${head('connection: close\r\n')}bytes`);
  expect(rawResponse).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});

test('a client of the service that waits for 100 Continue gets it, also if requests are logged', async () => {
  const logged = await createWireClient({ control: { port: 0 } });
  const body = JSON.stringify(newBook('ebook'));
  const head = `POST /v2/distribution/books HTTP/1.1\r\nhost: localhost\r\napikey: sandbox-key\r\ncontent-type: application/json\r\nexpect: 100-continue\r\nconnection: close\r\n`;
  expect(
    await sendRawText(logged.url, `${head}content-length: ${body.length}\r\n\r\n${body}`),
  ).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
});

test.each([
  ['*', 'localhost', 400],
  ['http://[', 'localhost', 400],
  ['/ready', 'localhost:99999', 400],
  ['http://other.example/v2/distribution/books', 'localhost', 401],
])('a request for %s with the Host %s gets %i, and no failure', async (target, host, status) => {
  const text = `GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
  expect(await sendRawText(wire.url, text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  // The storage accepts only PUT.
  const refusal = status === 400 ? 400 : 405;
  expect(await sendRawText(wire.storageUrl, text)).toMatch(new RegExp(`^HTTP/1.1 ${refusal} `));
});

test('a client that sends a large body gets the refusal of its upload', async () => {
  const url = new URL(await wire.grantUrl('bytes'));
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const upload = request(url, { method: 'PUT', headers: { apikey: 'x' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    upload.on('error', reject);
    for (let part = 0; part < 200; part += 1) upload.write(Buffer.alloc(65_536));
    upload.end();
  });
  expect(status).toBe(400);
});

test('the storage accepts only PUT', async () => {
  const url = await wire.grantUrl('bytes');
  const response = await fetch(url);
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'PUT']);
});
