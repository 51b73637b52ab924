/** Takes calls through real sockets: resets, slow and broken bodies, redirects, and what the key reaches. */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createPlainServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createDistribution, type DistributionOptions } from '../create-distribution.ts';
import { canary } from '../scenes/known-faults.ts';
import { namedBook } from '../scenes/scene.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const book = JSON.stringify({ data: { id, type: 'book', attributes: { title: 'Tides' } } });
const closing: (() => unknown)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

interface Listening {
  readonly listen: (port: number, host: string, then: () => void) => unknown;
  readonly address: () => unknown;
}

async function addressOf(server: Listening): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port: unknown =
    typeof address === 'object' && address !== null && Reflect.get(address, 'port');
  return `http://127.0.0.1:${String(port)}`;
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return addressOf(server);
}

/** A service that does one thing after the other, the last for good; and how often it was asked. */
async function servingInTurn(...turns: ((response: ServerResponse) => void)[]) {
  const asked: string[] = [];
  const baseUrl = await serve((request, response) => {
    request.resume();
    asked.push(request.method ?? '');
    (turns[asked.length - 1] ?? turns.at(-1))?.(response);
  });
  return { baseUrl, asked };
}

function clientOf(baseUrl: string, options: Partial<DistributionOptions> = {}) {
  return createDistribution({ baseUrl, apiKey: canary.apiKey, random: () => 0, ...options }).books;
}

const well = (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(book);
const reset = (response: ServerResponse) => void response.socket?.resetAndDestroy();
const half = (response: ServerResponse) =>
  response.writeHead(200, { 'content-length': book.length }).write(book.slice(0, 20));

describe('a read', () => {
  it.each([
    ['reset before the answer', reset],
    ['closed before the answer', (response: ServerResponse) => void response.socket?.end()],
    [
      'closed within the head',
      (response: ServerResponse) => void response.socket?.end('HTTP/1.1 200 OK\r\ncont'),
    ],
    [
      'answered with nonsense',
      (response: ServerResponse) => void response.socket?.end('nonsense\r\n\r\n'),
    ],
    [
      'reset within the body',
      (response: ServerResponse) => {
        half(response);
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
  ])('succeeds after a connection was %s', async (_, fault) => {
    const { baseUrl, asked } = await servingInTurn(fault, fault, well);
    expect(await clientOf(baseUrl).get(id)).toMatchObject({ id });
    expect(asked).toHaveLength(3);
  });

  it('gives up with what happened', async () => {
    const { baseUrl, asked } = await servingInTurn(reset);
    await expect(clientOf(baseUrl).get(id)).rejects.toMatchObject({
      type: 'network',
      sent: true,
      attempts: 3,
    });
    expect(asked).toHaveLength(3);
  });

  it('ends in time if the body stalls, and closes the connection', async () => {
    let open = 0;
    const baseUrl = await serve((_, response) => {
      open += 1;
      response.on('close', () => {
        open -= 1;
      });
      half(response);
    });
    const reading = clientOf(baseUrl, { timeoutMs: 100, maxRetries: 1 }).get(id);
    await expect(reading).rejects.toMatchObject({ type: 'timeout', attempts: 2 });
    await expect.poll(() => open).toBe(0);
  });

  it('ends in time when the body arrives byte by byte', async () => {
    const { baseUrl } = await servingInTurn((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drip));
    });
    const begun = performance.now();
    const reading = clientOf(baseUrl, { deadlineMs: 300, maxRetries: 9 }).get(id);
    await expect(reading).rejects.toMatchObject({ type: 'timeout', limit: 'deadlineMs' });
    expect(performance.now() - begun).toBeLessThan(1_500);
  });

  it('ends immediately by its signal, and leaves nothing open', async () => {
    const { baseUrl } = await servingInTurn(half);
    const stop = new AbortController();
    const reading = clientOf(baseUrl).get(id, { signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    await expect(reading).rejects.toMatchObject({ type: 'aborted' });
  });
});

describe('a service that cannot be reached', () => {
  it('was never reached: the port is closed', async () => {
    const server = createPlainServer();
    const baseUrl = await addressOf(server);
    await new Promise((resolve) => server.close(resolve));
    await expect(clientOf(baseUrl).publish(id)).rejects.toMatchObject({
      type: 'network',
      sent: false,
      code: 'ECONNREFUSED',
      attempts: 3,
    });
  });

  it('got no request: the host name is unknown', async () => {
    await expect(clientOf('http://service.invalid').publish(id)).rejects.toMatchObject({
      type: 'network',
      sent: false,
    });
  });

  it('may have received the request: the connection is accepted and dropped', async () => {
    const sockets: Socket[] = [];
    const server = createPlainServer((socket) => {
      sockets.push(socket);
      socket.on('data', () => socket.destroy());
    });
    closing.push(() => server.close());
    const at = clientOf(await addressOf(server), { maxRetries: 0 });
    await expect(at.create(namedBook)).rejects.toMatchObject({
      type: 'ambiguous-outcome',
      cause: { type: 'network', sent: true },
    });
  });
});

describe('another host', () => {
  it.each([301, 302, 303, 307, 308])('gets neither key nor request by a %i', async (status) => {
    const elsewhere = await servingInTurn(well);
    const { baseUrl, asked } = await servingInTurn((response) => {
      response
        .writeHead(status, { location: `${elsewhere.baseUrl}/v2/distribution/books/${id}` })
        .end();
    });
    for (const call of [clientOf(baseUrl).get(id), clientOf(baseUrl).publish(id)]) {
      await expect(call).rejects.toMatchObject({ type: 'unexpected-response', status });
      await expect(call).rejects.toThrow('a redirect not followed');
    }
    expect(asked).toHaveLength(2);
    expect(elsewhere.asked).toEqual([]);
  });

  it('gets no request through a link of the list', async () => {
    const elsewhere = await servingInTurn(well);
    const next = `${elsewhere.baseUrl}/v2/distribution/books?page=2`;
    const page = (link: string | null, each: string) => (response: ServerResponse) =>
      void response.end(
        JSON.stringify({
          data: [{ id: each, type: 'book', attributes: {} }],
          meta: { total: 2, page: 1, perPage: 1, lastPage: 2 },
          links: { self: next, next: link, prev: null },
        }),
      );
    const { baseUrl, asked } = await servingInTurn(page(next, 'a'), page(null, 'b'));
    const ids: string[] = [];
    for await (const each of clientOf(baseUrl).list()) ids.push(each.id);
    expect(ids).toEqual(['a', 'b']);
    expect(asked).toHaveLength(2);
    expect(elsewhere.asked).toEqual([]);
  });
});

describe('a response without a body', () => {
  it.each([
    ['with its length', { 'content-length': '0' }],
    ['chunked', { 'transfer-encoding': 'chunked' }],
  ])('that is a 401 %s is one', async (_, headers) => {
    const { baseUrl, asked } = await servingInTurn((response) => {
      response.writeHead(401, headers).end();
    });
    await expect(clientOf(baseUrl).get(id)).rejects.toMatchObject({ type: 'response' });
    expect(asked).toHaveLength(1);
  });
});
