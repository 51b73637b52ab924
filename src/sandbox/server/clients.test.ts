/** Slow clients, clients from other origins, and clients that are there while the server closes. */
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { memoryBytes, type Bytes } from '../bytes/index.ts';
import { valueAt } from '../scenes/ask-in-process.ts';
import { newWire, raw, type Wire } from '../scenes/ask-over-wire.ts';
import type { ServeOptions } from './serve.ts';

let wire: Wire;

const serve = async (options: ServeOptions = {}) => {
  wire = await newWire(options);
};

afterEach(() => wire.close());

const headOf = (url: URL, length: number) =>
  `PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-length: ${length}\r\n`;

test('headers that never end are cut off, on both origins', async () => {
  await serve({ deadlines: { headersMs: 100 } });
  const half = 'PUT /uploads/x HTTP/1.1\r\nhost: localhost\r\n';
  const answers = await Promise.all([raw(wire.url, half), raw(wire.storageUrl, half)]);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('an upload that stalls gets 408, and its URL can be used again', async () => {
  await serve({ deadlines: { uploadMs: 100, uploadBytes: 10 } });
  const url = new URL(await wire.grantUrl('bytes'));
  expect(await raw(url.href, `${headOf(url, 5)}\r\nby`)).toMatch(/^HTTP\/1\.1 408 [^]*stalled/);
  expect((await fetch(url, { method: 'PUT', body: 'bytes' })).status).toBe(200);
});

test('an upload that is slow but steady arrives', async () => {
  await serve({ deadlines: { uploadMs: 400, uploadBytes: 1 } });
  const url = new URL(await wire.grantUrl('x'.repeat(60)));
  const status = await new Promise((resolve, reject) => {
    const put = request(url, { method: 'PUT', headers: { 'content-length': 60 } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    put.on('error', reject);
    let left = 12;
    const timer = setInterval(() => {
      put.write('x'.repeat(5));
      left -= 1;
      if (left === 0) clearInterval(timer);
    }, 40);
  });
  expect(status).toBe(200);
});

test('a disk that fills up in the middle of an upload is an answer, not a reset', async () => {
  const bytes: Bytes = memoryBytes();
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  await serve({
    bytes: {
      ...bytes,
      receive: async () => ({
        write: () => Promise.reject(full),
        commit: () => Promise.reject(full),
        discard: async () => undefined,
      }),
    },
  });
  const file = new Uint8Array(4 * 1024 * 1024);
  const answer = await fetch(await wire.grantUrl(file), { method: 'PUT', body: file });
  expect([answer.status, await answer.json()]).toMatchObject([507, { status: 507 }]);
});

test('closing waits for requests in progress, and takes no new ones', async () => {
  await serve({ deadlines: { graceMs: 5_000 } });
  const url = new URL(await wire.grantUrl('bytes'));
  let closed: Promise<void> | undefined;
  const answer = await new Promise((resolve, reject) => {
    const put = request(url, { method: 'PUT', headers: { 'content-length': 5 } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    put.on('error', reject);
    put.write('by', () => {
      setTimeout(() => {
        closed = wire.close();
        setTimeout(() => put.end('tes'), 100);
      }, 100);
    });
  });
  expect(answer).toBe(200);
  await closed;
  await expect(fetch(wire.url)).rejects.toThrow();
});

test('closing cuts off what does not finish in time', async () => {
  await serve({ deadlines: { graceMs: 50 } });
  const url = new URL(await wire.grantUrl('bytes'));
  const cut = raw(url.href, `${headOf(url, 5)}\r\nby`);
  await expect.poll(async () => (await wire.sandbox.books()).length).toBe(1);
  await wire.close();
  expect(await cut).not.toContain('200');
});

test('a page of an allowed origin may call both servers; one of another origin may not', async () => {
  const origin = 'https://books.example';
  await serve({ cors: [origin] });
  const url = await wire.grantUrl('bytes');
  for (const [address, method] of [
    [wire.api('/books'), 'POST'],
    [url, 'PUT'],
  ] as const) {
    const preflight = (from: string) =>
      fetch(address, {
        method: 'OPTIONS',
        headers: { origin: from, 'access-control-request-method': method },
      });
    const allowed = await preflight(origin);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
      204,
      origin,
    ]);
    const refused = await preflight('https://elsewhere.example');
    expect(refused.headers.has('access-control-allow-origin')).toBe(false);
  }
  const put = await fetch(url, { method: 'PUT', body: 'bytes', headers: { origin } });
  expect([put.status, put.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
  const list = await fetch(wire.api('/books'), { headers: { ...wire.headers, origin } });
  expect(list.headers.get('access-control-expose-headers')).toContain('X-Requirement');
});

test('without an allowed origin there are no CORS headers', async () => {
  await serve();
  const headers = { ...wire.headers, origin: 'https://books.example' };
  const list = await fetch(wire.api('/books'), { headers });
  expect([list.status, list.headers.has('access-control-allow-origin')]).toEqual([200, false]);
});

test.each([
  ['evil.example', 421],
  ['localhost', 401],
  ['127.0.0.1:99', 401],
  ['[::1]:99', 401],
])('the Host %s gets %i', async (host, status) => {
  await serve();
  const call = `GET /v2/distribution/books HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
  expect(await raw(wire.url, call)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test('public addresses are accepted as hosts, and used in links and upload URLs', async () => {
  await serve({
    publicUrl: 'https://sandbox.example/api',
    storagePublicUrl: 'https://files.example',
    readings: { 'list.links.form': 'absolute-url' },
  });
  const { body } = await wire.ask('GET', '/books');
  expect(valueAt(body, 'links.self')).toMatch(
    /^https:\/\/sandbox\.example\/api\/v2\/distribution\/books\?/,
  );
  expect(await wire.grantUrl('bytes')).toMatch(/^https:\/\/files\.example\/uploads\//);
  const call =
    'GET /v2/distribution/books HTTP/1.1\r\nhost: sandbox.example\r\nconnection: close\r\n\r\n';
  expect(await raw(wire.url, call)).toMatch(/^HTTP\/1.1 401 /);
});
