/** Tests that the proxy changes nothing that it forwards, and what it reports about each call. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPassThroughProxy, type ProxiedCall } from './pass-through.ts';
import { startServer, listenOnFreePort } from '../../../tests/support/fixtures.ts';

interface RunningProxy {
  readonly origin: string;
  readonly proxy: string;
  readonly calls: ProxiedCall[];
}

async function startProxy(answer: RequestListener, storage = false): Promise<RunningProxy> {
  const origin = await startServer(answer);
  const calls: ProxiedCall[] = [];
  const listener = { start: () => (call: ProxiedCall) => void calls.push(call) };
  const server = createPassThroughProxy({ target: () => new URL(origin), storage, listener });
  return { origin, proxy: `http://127.0.0.1:${await listenOnFreePort(server)}`, calls };
}

/** Returns the response as text, without the headers that concern one connection. */
async function readRawResponse(origin: string, request: string): Promise<string> {
  const { port } = new URL(origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(request);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text.replaceAll(/^(connection|keep-alive):.*\r\n/gim, '');
}

test('forwards headers and bodies unchanged', async () => {
  const headerNames: string[][] = [];
  const { origin, proxy } = await startProxy((request, response) => {
    headerNames.push(request.rawHeaders.filter((_, index) => index % 2 === 0));
    response.sendDate = false;
    response.writeHead(201, 'Made', ['X-Odd', 'one', 'X-Odd', 'two', 'Set-Cookie', 'a=1']);
    response.write('first,');
    response.end('second');
  });
  const request =
    'POST /v2/distribution/books?x=%2F%2f HTTP/1.1\r\nHost: h\r\nX-MiXed: 1\r\n' +
    'Content-Length: 2\r\nConnection: close\r\n\r\n{}';
  expect(await readRawResponse(proxy, request)).toBe(await readRawResponse(origin, request));
  expect(headerNames[0]?.filter((name) => name.toLowerCase() !== 'connection')).toEqual(
    expect.arrayContaining(['X-MiXed', 'Content-Length']),
  );
});

test('streams a response before it is complete', async () => {
  let release = (): void => undefined;
  const { proxy } = await startProxy((_, response) => {
    response.write('early');
    release = () => response.end('late');
  });
  const response = await fetch(proxy);
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toBe('early');
  release();
  const second = await reader?.read();
  expect(new TextDecoder().decode(second?.value)).toBe('late');
});

test('forwards an upload and reports its size and hash, not its bytes', async () => {
  const bytes = new Uint8Array(3_000_000).fill(7);
  let received = 0;
  const { proxy, calls } = await startProxy((request, response) => {
    request.on('data', (chunk: Uint8Array) => (received += chunk.length));
    request.on('end', () => response.end());
  });
  await fetch(`${proxy}/file`, { method: 'PUT', body: bytes });
  expect(received).toBe(bytes.length);
  expect(calls[0]?.request).toMatchObject({
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  expect(calls[0]?.requestBytes).toBeUndefined();
});

test('forwards the rest of an upload after an early response', async () => {
  let received = 0;
  const { proxy, calls } = await startProxy((request, response) => {
    response.writeHead(413, { 'content-length': 0 }).end();
    request.on('data', (chunk: Uint8Array) => (received += chunk.length));
  });
  const { host, port } = new URL(proxy);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`PUT /file HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n\r\na`);
  const responseData: unknown[] = await once(socket, 'data');
  expect(String(responseData[0])).toContain('413');
  socket.end('b');
  await expect.poll(() => received).toBe(2);
  expect(calls).toHaveLength(1);
});

test('reports a compressed response without decompressing it', async () => {
  const { proxy, calls } = await startProxy((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync('{"a":1}'));
  });
  expect(await (await fetch(proxy)).json()).toEqual({ a: 1 });
  expect(Buffer.from(calls[0]?.response?.bytes ?? []).subarray(0, 2)).toEqual(
    Buffer.from([0x1f, 0x8b]),
  );
});

test('closes the connection if the service closes it, and reports a call without a response', async () => {
  const { proxy, calls } = await startProxy((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setTimeout(() => response.destroy(), 20);
  });
  const response = await fetch(proxy);
  await expect(response.text()).rejects.toThrow();
  expect(calls).toHaveLength(1);
  expect(calls[0]?.response).toBeUndefined();
});

test('replaces upload URLs with addresses at the proxy, and forwards uploads to storage', async () => {
  const uploads: string[] = [];
  const storage = await startServer((request, response) => {
    uploads.push(`${request.method} ${request.headers.host} ${request.url}`);
    request.resume();
    request.on('end', () => response.end());
  });
  const url = `${storage}/bucket/file?X-Signature=a%2Fb`;
  const { proxy, calls } = await startProxy((_, response) => {
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: [{ id: '1', attributes: { url } }] }));
  }, true);
  const grants: unknown = await (
    await fetch(`${proxy}/v2/distribution/books/1/upload`, { method: 'POST', body: '[]' })
  ).json();
  const proxiedUrl = String(JSON.stringify(grants).match(/"url":"([^"]+)"/)?.[1]);
  expect(proxiedUrl.startsWith(proxy)).toBe(true);
  await fetch(proxiedUrl, { method: 'PUT', body: 'bytes' });
  expect(uploads).toEqual([`PUT ${new URL(storage).host} /bucket/file?X-Signature=a%2Fb`]);
  expect(calls[1]?.request.url).toBe(url);
});
