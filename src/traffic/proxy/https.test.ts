/** Tests the proxy in front of a service and a storage that speak HTTPS with certificates of their own. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type RequestListener, type Server } from 'node:http';
import { createServer } from 'node:https';
import { afterEach, expect, test } from 'vitest';
import { createCredentials } from '../../../scripts/gated/credentials.ts';
import { createPassThroughProxy, type ProxiedCall } from './pass-through.ts';

const { cert, key } = createCredentials('localhost');
const open: (Server | ReturnType<typeof createServer>)[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

async function portOf(server: (typeof open)[number]): Promise<number> {
  open.push(server);
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function serve(answer: RequestListener): Promise<string> {
  return `https://localhost:${await portOf(createServer({ cert, key }, answer))}`;
}

interface Watched {
  readonly proxy: string;
  readonly calls: ProxiedCall[];
  readonly lost: string[];
}

async function watch(target: string, ca: readonly string[] = [cert]): Promise<Watched> {
  const [calls, lost]: [ProxiedCall[], string[]] = [[], []];
  const server = createPassThroughProxy({
    target: () => new URL(target),
    ca,
    storage: true,
    listener: { start: () => (call) => void calls.push(call) },
    onNoResponse: (error) => void lost.push(error.message),
  });
  return { proxy: `http://localhost:${await portOf(server)}`, calls, lost };
}

test('streams a response of an HTTPS service before it is complete', async () => {
  let release = (): void => undefined;
  const target = await serve((_, response) => {
    response.write('early');
    release = () => response.end('late');
  });
  const { proxy, calls } = await watch(target);
  const reader = (await fetch(`${proxy}/v2/distribution/books`)).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('early');
  release();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('late');
  await reader?.read();
  expect(calls[0]?.request.url).toBe(`${target}/v2/distribution/books`);
});

test('forwards a large upload to HTTPS storage unchanged', async () => {
  const stored = createHash('sha256');
  const storage = await serve((request, response) => {
    request.on('data', (chunk: Uint8Array) => void stored.update(chunk));
    request.on('end', () => response.end());
  });
  const url = `${storage}/bucket/long.mp3?X-Signature=a%2Fb`;
  const target = await serve((_, response) => {
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: [{ id: '1', attributes: { url } }] }));
  });
  const { proxy, calls } = await watch(target);
  const granted = await fetch(`${proxy}/v2/distribution/books/1/upload`, { method: 'POST' });
  const [, proxied = ''] = /"url":"([^"]+)"/.exec(await granted.text()) ?? [];
  expect(proxied.startsWith(`${proxy}/.storage/https/`)).toBe(true);
  const sent = createHash('sha256');
  const put = httpRequest(proxied, { method: 'PUT' });
  for (let piece = 0; piece < 32; piece += 1) {
    const bytes = randomBytes(1 << 20);
    sent.update(bytes);
    if (!put.write(bytes)) await once(put, 'drain');
  }
  put.end();
  await once(put, 'response');
  const sha256 = sent.digest('hex');
  expect(stored.digest('hex')).toBe(sha256);
  await expect.poll(() => calls[1]?.request).toMatchObject({ url, size: 32 << 20, sha256 });
});

test('aborts calls to a service with an untrusted certificate, and reports why', async () => {
  const { proxy, lost } = await watch(await serve((_, response) => response.end()), []);
  await expect(fetch(proxy)).rejects.toThrow();
  expect(lost.join()).toMatch(/certificate/);
});
