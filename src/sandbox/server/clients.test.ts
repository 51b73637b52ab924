/** Tests slow clients, clients from other origins, and clients that are connected while the server closes. */
import { request, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createMemoryStorage } from '../bytes/index.ts';
import { valueAt, descriptor } from '../../../tests/support/sandbox/test-client.ts';
import {
  createWireClient,
  headers,
  sendRawText,
  type WireClient,
} from '../../../tests/support/sandbox/wire-client.ts';
import type { ServeOptions } from './serve.ts';

let wire: WireClient;

const serve = async (options: ServeOptions = {}) => {
  wire = await createWireClient(options);
};

const requestHead = (url: URL, length: number) =>
  `PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-length: ${length}\r\n`;

test('both servers respond 408 to headers that never end', async () => {
  await serve({ deadlines: { headersMs: 100 } });
  const half = 'PUT /uploads/x HTTP/1.1\r\nhost: localhost\r\n';
  const responses = await Promise.all([
    sendRawText(wire.url, half),
    sendRawText(wire.storageUrl, half),
  ]);
  for (const response of responses) expect(response).toMatch(/^HTTP\/1\.1 408 /);
});

test('an upload that stalls gets 408, and its URL can be used again', async () => {
  await serve({ deadlines: { uploadMs: 100, uploadBytes: 10 } });
  const url = new URL(await wire.grantUrl('bytes'));
  expect(await sendRawText(url.href, `${requestHead(url, 5)}\r\nby`)).toMatch(
    /^HTTP\/1\.1 408 [^]*stalled/,
  );
  expect((await fetch(url, { method: 'PUT', body: 'bytes' })).status).toBe(200);
});

test('an upload that is slow but steady succeeds', async () => {
  await serve({ deadlines: { uploadMs: 2_000, uploadBytes: 1 } });
  const url = new URL(await wire.grantUrl('x'.repeat(60)));
  const status = await new Promise((resolve, reject) => {
    const upload = request(
      url,
      { method: 'PUT', headers: { 'content-length': 60 } },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    upload.on('error', reject);
    let remainingChunks = 12;
    const timer = setInterval(() => {
      upload.write('x'.repeat(5));
      remainingChunks -= 1;
      if (remainingChunks === 0) clearInterval(timer);
    }, 200);
  });
  expect(status).toBe(200);
});

test('an upload gets 507, not a reset connection, if the disk fills up while it is received', async () => {
  const noSpace = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  await serve({
    bytes: {
      ...createMemoryStorage(),
      receive: async () => ({
        write: () => Promise.reject(noSpace),
        commit: () => Promise.reject(noSpace),
        discard: async () => undefined,
      }),
    },
  });
  const file = new Uint8Array(4 * 1024 * 1024);
  const response = await fetch(await wire.grantUrl(file), { method: 'PUT', body: file });
  expect([response.status, await response.json()]).toMatchObject([507, { status: 507 }]);
});

/** Returns storage that counts the uploads that have begun. */
function createCountingStorage() {
  const bytes = createMemoryStorage();
  const counts = { uploads: 0 };
  const receive = (fileId: string) => {
    counts.uploads += 1;
    return bytes.receive(fileId);
  };
  return { counts, bytes: { ...bytes, receive } };
}

test('closing waits for requests in progress and then accepts no connections', async () => {
  const { counts, bytes } = createCountingStorage();
  await serve({ bytes, deadlines: { graceMs: 60_000 } });
  const url = new URL(await wire.grantUrl('bytes'));
  const upload = request(url, { method: 'PUT', headers: { 'content-length': 5 } });
  const responded = new Promise<IncomingMessage>((resolve) => upload.once('response', resolve));
  upload.write('by');
  await expect.poll(() => counts.uploads).toBe(1);
  const closed = wire.close();
  upload.end('tes');
  const response = await responded;
  response.resume();
  expect(response.statusCode).toBe(200);
  await closed;
  await expect(fetch(wire.url)).rejects.toThrow();
});

test('closing ends requests that do not finish in time', async () => {
  const { counts, bytes } = createCountingStorage();
  await serve({ bytes, deadlines: { graceMs: 50 } });
  const url = new URL(await wire.grantUrl('bytes'));
  const rawResponse = sendRawText(url.href, `${requestHead(url, 5)}\r\nby`);
  await expect.poll(() => counts.uploads).toBe(1);
  await wire.close();
  expect(await rawResponse).not.toContain('200');
});

test('both servers send CORS headers to pages of an allowed origin, but not to those of another', async () => {
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
    const allowedPreflight = await preflight(origin);
    expect([
      allowedPreflight.status,
      allowedPreflight.headers.get('access-control-allow-origin'),
    ]).toEqual([204, origin]);
    const refusedPreflight = await preflight('https://elsewhere.example');
    expect(refusedPreflight.headers.has('access-control-allow-origin')).toBe(false);
  }
  const upload = await fetch(url, { method: 'PUT', body: 'bytes', headers: { origin } });
  expect([upload.status, upload.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
  const list = await fetch(wire.api('/books'), { headers: { ...headers, origin } });
  expect(list.headers.get('access-control-expose-headers')).toContain('X-Requirement');
});

test('without an allowed origin there are no CORS headers', async () => {
  await serve();
  const withOrigin = { ...headers, origin: 'https://books.example' };
  const list = await fetch(wire.api('/books'), { headers: withOrigin });
  expect([list.status, list.headers.has('access-control-allow-origin')]).toEqual([200, false]);
});

test('with an allowed origin, every response varies by origin', async () => {
  await serve({ cors: ['https://books.example'] });
  expect((await fetch(wire.api('/books'), { headers })).headers.get('vary')).toBe('Origin');
});

test('upload URLs of a sandbox that listens on all addresses have the host of the request', async () => {
  await serve({ host: '0.0.0.0' });
  const { port } = new URL(wire.storageUrl);
  expect(new URL(await wire.grantUrl('bytes')).host).toBe(`0.0.0.0:${port}`);
  const book = await wire.create('ebook');
  const local = wire.api(`/books/${book}/upload`).replace('0.0.0.0', 'localhost');
  const body = JSON.stringify([descriptor()]);
  const response = await fetch(local, { method: 'POST', headers, body });
  const url = String(valueAt(await response.json(), 'data.0.attributes.url'));
  expect(new URL(url).host).toBe(`localhost:${port}`);
});

test.each([
  ['evil.example', 421],
  ['localhost', 401],
  ['127.0.0.1:99', 401],
  ['[::1]:99', 401],
])('the Host %s gets %i', async (host, status) => {
  await serve();
  const requestText = `GET /v2/distribution/books HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
  expect(await sendRawText(wire.url, requestText)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test('public addresses are accepted as hosts, and used in links and upload URLs', async () => {
  await serve({
    publicUrl: 'https://sandbox.example/api',
    storagePublicUrl: 'https://files.example',
    readings: { 'list.links.form': 'absolute-url' },
  });
  const { body } = await wire.get('/books');
  expect(valueAt(body, 'links.self')).toMatch(
    /^https:\/\/sandbox\.example\/api\/v2\/distribution\/books\?/,
  );
  expect(await wire.grantUrl('bytes')).toMatch(/^https:\/\/files\.example\/uploads\//);
  const requestText =
    'GET /v2/distribution/books HTTP/1.1\r\nhost: sandbox.example\r\nconnection: close\r\n\r\n';
  expect(await sendRawText(wire.url, requestText)).toMatch(/^HTTP\/1.1 401 /);
});
