/** Tests calls over real sockets: resets, slow and broken bodies, redirects, and which hosts get the key. */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createPlainServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { systemTime } from './waiting.ts';
import { createDistribution, type DistributionOptions } from '../create-distribution.ts';
import { timeWithoutWaits } from '../../../tests/support/client/idle-time.ts';
import { canary } from '../../../tests/support/client/known-faults.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const book = JSON.stringify({ data: { id, type: 'book', attributes: { title: 'Tides' } } });
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((close) => close()));
});

interface ListeningServer {
  readonly listen: (port: number, host: string, callback: () => void) => unknown;
  readonly address: () => unknown;
}

async function listen(server: ListeningServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port: unknown =
    typeof address === 'object' && address !== null && Reflect.get(address, 'port');
  return `http://127.0.0.1:${String(port)}`;
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
}

/** Starts a service that handles its requests with these functions in turn, and all later ones with the last. */
async function serveInTurn(...handlers: ((response: ServerResponse) => void)[]) {
  const methods: string[] = [];
  const baseUrl = await serve((request, response) => {
    request.resume();
    methods.push(request.method ?? '');
    (handlers[methods.length - 1] ?? handlers.at(-1))?.(response);
  });
  return { baseUrl, methods };
}

function createBooks(baseUrl: string, options: Partial<DistributionOptions> = {}) {
  return createDistribution({
    baseUrl,
    apiKey: canary.apiKey,
    time: timeWithoutWaits,
    ...options,
  }).books;
}

const respondWithBook = (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(book);
const reset = (response: ServerResponse) => void response.socket?.resetAndDestroy();
const sendHalf = (response: ServerResponse) =>
  response.writeHead(200, { 'content-length': book.length }).write(book.slice(0, 20));

describe('a read', () => {
  it.each([
    ['reset before the response', reset],
    ['closed before the response', (response: ServerResponse) => void response.socket?.end()],
    [
      'closed within the headers',
      (response: ServerResponse) => void response.socket?.end('HTTP/1.1 200 OK\r\ncont'),
    ],
    [
      'used for another protocol',
      (response: ServerResponse) => void response.socket?.end('nonsense\r\n\r\n'),
    ],
    [
      'reset within the body',
      (response: ServerResponse) => {
        sendHalf(response);
        setTimeout(() => reset(response), 20);
      },
    ],
    [
      'closed within a chunked body',
      (response: ServerResponse) => {
        response.writeHead(200).write(book.slice(0, 20));
        setTimeout(() => response.socket?.end(), 20);
      },
    ],
  ])('succeeds after two connections were %s', async (_, fault) => {
    const { baseUrl, methods } = await serveInTurn(fault, fault, respondWithBook);
    expect(await createBooks(baseUrl).get(id)).toMatchObject({ id });
    expect(methods).toHaveLength(3);
  });

  it('throws a NetworkError after three resets', async () => {
    const { baseUrl, methods } = await serveInTurn(reset);
    await expect(createBooks(baseUrl).get(id)).rejects.toMatchObject({
      type: 'network',
      sent: true,
      attempts: 3,
    });
    expect(methods).toHaveLength(3);
  });

  it('times out if the body stalls, and closes the connection', async () => {
    let openConnections = 0;
    const baseUrl = await serve((_, response) => {
      openConnections += 1;
      response.on('close', () => {
        openConnections -= 1;
      });
      sendHalf(response);
    });
    const call = createBooks(baseUrl, { timeoutMs: 100, maxRetries: 1, time: systemTime }).get(id);
    await expect(call).rejects.toMatchObject({ type: 'timeout', attempts: 2 });
    await expect.poll(() => openConnections).toBe(0);
  });

  it('times out if the body arrives byte by byte', async () => {
    const { baseUrl } = await serveInTurn((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drip));
    });
    const call = createBooks(baseUrl, { deadlineMs: 300, maxRetries: 9, time: systemTime }).get(id);
    await expect(call).rejects.toMatchObject({ type: 'timeout', limit: 'deadlineMs' });
  });

  it('is aborted by its signal while the body stalls', async () => {
    const { baseUrl } = await serveInTurn(sendHalf);
    const stop = new AbortController();
    const call = createBooks(baseUrl).get(id, { signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    await expect(call).rejects.toMatchObject({ type: 'aborted' });
  });
});

describe('the error of a failed connection', () => {
  it('has sent: false if the port is closed', async () => {
    const server = createPlainServer();
    const baseUrl = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    await expect(createBooks(baseUrl).publish(id)).rejects.toMatchObject({
      type: 'network',
      sent: false,
      code: 'ECONNREFUSED',
      attempts: 3,
    });
  });

  it('has sent: false if the host name is unknown', async () => {
    await expect(createBooks('http://service.invalid').publish(id)).rejects.toMatchObject({
      type: 'network',
      sent: false,
    });
  });
});

it.each([301, 302, 303, 307, 308])('another host gets no request through a %i', async (status) => {
  const otherHost = await serveInTurn(respondWithBook);
  const { baseUrl, methods } = await serveInTurn((response) => {
    response
      .writeHead(status, { location: `${otherHost.baseUrl}/v2/distribution/books/${id}` })
      .end();
  });
  for (const call of [createBooks(baseUrl).get(id), createBooks(baseUrl).publish(id)]) {
    await expect(call).rejects.toMatchObject({ type: 'unexpected-response', status });
    await expect(call).rejects.toThrow('a redirect not followed');
  }
  const { raw } = createDistribution({ baseUrl, apiKey: canary.apiKey });
  expect((await raw.GET('/books')).response.status).toBe(status);
  expect(methods).toHaveLength(3);
  expect(otherHost.methods).toEqual([]);
});
