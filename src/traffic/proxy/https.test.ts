/** Tests the proxy in front of a service and a storage with HTTPS and self-signed certificates. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type RequestListener, type Server } from 'node:http';
import { createServer } from 'node:https';
import { afterEach, expect, test } from 'vitest';
import { createCredentials } from '../../../tests/support/servers/gate.ts';
import { createPassThroughProxy, type ProxiedCall } from './pass-through.ts';

const { cert, key } = createCredentials('localhost');
const servers: (Server | ReturnType<typeof createServer>)[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

async function startServer(server: (typeof servers)[number]): Promise<number> {
  servers.push(server);
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function startService(answer: RequestListener): Promise<string> {
  return `https://localhost:${await startServer(createServer({ cert, key }, answer))}`;
}

interface RunningProxy {
  readonly proxy: string;
  readonly calls: ProxiedCall[];
  readonly errors: string[];
}

async function startProxy(target: string, ca: readonly string[] = [cert]): Promise<RunningProxy> {
  const [calls, errors]: [ProxiedCall[], string[]] = [[], []];
  const server = createPassThroughProxy({
    target: () => new URL(target),
    ca,
    storage: true,
    listener: { start: () => (call) => void calls.push(call) },
    onNoResponse: (error) => void errors.push(error.message),
  });
  return { proxy: `http://localhost:${await startServer(server)}`, calls, errors };
}

test('streams a response of an HTTPS service before it is complete', async () => {
  let release = (): void => undefined;
  const target = await startService((_, response) => {
    response.write('early');
    release = () => response.end('late');
  });
  const { proxy, calls } = await startProxy(target);
  const reader = (await fetch(`${proxy}/v2/distribution/books`)).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('early');
  release();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('late');
  await reader?.read();
  expect(calls[0]?.request.url).toBe(`${target}/v2/distribution/books`);
});

test('forwards a large upload to HTTPS storage unchanged', async () => {
  const receivedHash = createHash('sha256');
  const storage = await startService((request, response) => {
    request.on('data', (chunk: Uint8Array) => void receivedHash.update(chunk));
    request.on('end', () => response.end());
  });
  const url = `${storage}/bucket/long.mp3?X-Signature=a%2Fb`;
  const target = await startService((_, response) => {
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: [{ id: '1', attributes: { url } }] }));
  });
  const { proxy, calls } = await startProxy(target);
  const grantResponse = await fetch(`${proxy}/v2/distribution/books/1/upload`, { method: 'POST' });
  const [, proxiedUrl = ''] = /"url":"([^"]+)"/.exec(await grantResponse.text()) ?? [];
  expect(proxiedUrl.startsWith(`${proxy}/.storage/https/`)).toBe(true);
  const sentHash = createHash('sha256');
  const upload = httpRequest(proxiedUrl, { method: 'PUT' });
  for (let piece = 0; piece < 32; piece += 1) {
    const bytes = randomBytes(1 << 20);
    sentHash.update(bytes);
    if (!upload.write(bytes)) await once(upload, 'drain');
  }
  upload.end();
  await once(upload, 'response');
  const sha256 = sentHash.digest('hex');
  expect(receivedHash.digest('hex')).toBe(sha256);
  await expect.poll(() => calls[1]?.request).toMatchObject({ url, size: 32 << 20, sha256 });
});

test('aborts calls to a service with an untrusted certificate, and reports why', async () => {
  const { proxy, errors } = await startProxy(
    await startService((_, response) => response.end()),
    [],
  );
  await expect(fetch(proxy)).rejects.toThrow();
  expect(errors.join()).toMatch(/certificate/);
});
