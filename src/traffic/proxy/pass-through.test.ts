/** Tests that the proxy changes nothing that it forwards, to http and https, and what it reports about each call. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as sendRequest, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createPassThroughProxy, type ProxiedCall } from './pass-through.ts';
import { listenOnFreePort } from '../../../tests/support/fixtures.ts';
import { createCredentials } from '../../../tests/support/servers/gate.ts';

const { cert, key } = createCredentials('localhost');

async function startService(answer: RequestListener, scheme = 'http'): Promise<string> {
  const server = scheme === 'http' ? createServer(answer) : createTlsServer({ cert, key }, answer);
  return `${scheme}://localhost:${await listenOnFreePort(server)}`;
}

/** Starts a proxy in front of a service. */
async function startProxy(origin: string, { storage = false, ca = [cert] } = {}) {
  const [calls, errors]: [ProxiedCall[], string[]] = [[], []];
  const server = createPassThroughProxy({
    target: () => new URL(origin),
    ca,
    storage,
    listener: { start: () => (call) => void calls.push(call) },
    onNoResponse: (error) => void errors.push(error.message),
  });
  return { proxy: `http://127.0.0.1:${await listenOnFreePort(server)}`, calls, errors };
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
  const origin = await startService((request, response) => {
    headerNames.push(request.rawHeaders.filter((_, index) => index % 2 === 0));
    response.sendDate = false;
    response.writeHead(201, 'Made', ['X-Odd', 'one', 'X-Odd', 'two', 'Set-Cookie', 'a=1']);
    response.write('first,');
    response.end('second');
  });
  const { proxy } = await startProxy(origin);
  const request =
    'POST /v2/distribution/books?x=%2F%2f HTTP/1.1\r\nHost: h\r\nX-MiXed: 1\r\n' +
    'Content-Length: 2\r\nConnection: close\r\n\r\n{}';
  expect(await readRawResponse(proxy, request)).toBe(await readRawResponse(origin, request));
  expect(headerNames[0]?.filter((name) => name.toLowerCase() !== 'connection')).toEqual(
    expect.arrayContaining(['X-MiXed', 'Content-Length']),
  );
});

test('forwards the rest of an upload after an early response', async () => {
  let received = 0;
  const origin = await startService((request, response) => {
    response.writeHead(413, { 'content-length': 0 }).end();
    request.on('data', (chunk: Uint8Array) => (received += chunk.length));
  });
  const { proxy, calls } = await startProxy(origin);
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
  const origin = await startService((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync('{"a":1}'));
  });
  const { proxy, calls } = await startProxy(origin);
  expect(await (await fetch(proxy)).json()).toEqual({ a: 1 });
  expect(Buffer.from(calls[0]?.response?.bytes ?? []).subarray(0, 2)).toEqual(
    Buffer.from([0x1f, 0x8b]),
  );
});

test('closes the connection if the service closes it, and reports a call without a response', async () => {
  const origin = await startService((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setTimeout(() => response.destroy(), 20);
  });
  const { proxy, calls } = await startProxy(origin);
  const response = await fetch(proxy);
  await expect(response.text()).rejects.toThrow();
  expect(calls).toHaveLength(1);
  expect(calls[0]?.response).toBeUndefined();
});

describe.each(['http', 'https'])('in front of %s', (scheme) => {
  test('streams a response before it is complete', async () => {
    let release = (): void => undefined;
    const origin = await startService((_, response) => {
      response.write('early');
      release = () => response.end('late');
    }, scheme);
    const { proxy, calls } = await startProxy(origin);
    const reader = (await fetch(`${proxy}/v2/distribution/books`)).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('early');
    release();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('late');
    await reader?.read();
    expect(calls[0]?.request.url).toBe(`${origin}/v2/distribution/books`);
  });

  test('replaces upload URLs, forwards a large upload unchanged, and reports its size and hash', async () => {
    const received: string[] = [];
    const receivedHash = createHash('sha256');
    const storage = await startService((request, response) => {
      received.push(`${request.method} ${request.headers.host} ${request.url}`);
      request.on('data', (chunk: Uint8Array) => void receivedHash.update(chunk));
      request.on('end', () => response.end());
    }, scheme);
    const path = '/bucket/long.mp3?X-Signature=a%2Fb';
    const origin = await startService((_, response) => {
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: [{ id: '1', attributes: { url: storage + path } }] }));
    }, scheme);
    const { proxy, calls } = await startProxy(origin, { storage: true });
    const granted = await fetch(`${proxy}/v2/distribution/books/1/upload`, { method: 'POST' });
    const [, proxiedUrl = ''] = /"url":"([^"]+)"/.exec(await granted.text()) ?? [];
    expect(proxiedUrl.startsWith(`${proxy}/.storage/${scheme}/`)).toBe(true);
    const sentHash = createHash('sha256');
    const upload = sendRequest(proxiedUrl, { method: 'PUT' });
    for (let piece = 0; piece < 32; piece += 1) {
      const bytes = randomBytes(1 << 20);
      sentHash.update(bytes);
      if (!upload.write(bytes)) await once(upload, 'drain');
    }
    upload.end();
    await once(upload, 'response');
    const sha256 = sentHash.digest('hex');
    expect(receivedHash.digest('hex')).toBe(sha256);
    expect(received).toEqual([`PUT ${new URL(storage).host} ${path}`]);
    const request = { url: storage + path, size: 32 << 20, sha256 };
    await expect.poll(() => calls[1]).toMatchObject({ request, requestBytes: undefined });
  });
});

test('aborts calls to a service with an untrusted certificate, and reports why', async () => {
  const origin = await startService((_, response) => response.end(), 'https');
  const { proxy, errors } = await startProxy(origin, { ca: [] });
  await expect(fetch(proxy)).rejects.toThrow();
  expect(errors.join()).toMatch(/certificate/);
});
