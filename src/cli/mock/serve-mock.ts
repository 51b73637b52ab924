/** Serves the mock at an address, with the prefix, bodies and upload addresses of the service. */
import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit as limitBody } from 'hono/body-limit';
import { apiPrefix, readContract } from '../../contract/spec.ts';
import { CannotDo, listenForInterrupt, getErrorMessage, type Shell } from '../shell/index.ts';
import { createMock, type Mock } from './prism.ts';

export interface MockFlags {
  readonly port: number;
}

/** The largest JSON body in bytes; a book needs a few thousand. */
const bodyLimit = 10 * 1024 * 1024;

export async function mockUntilInterrupted(flags: MockFlags, shell: Shell): Promise<void> {
  const mock = await createMock(readContract().document);
  const server = await serveMock(mock, flags.port);
  const interrupt = listenForInterrupt(shell, 'Stopping.');
  shell.out([`mock   ${server.url}${apiPrefix}`, 'key    any', 'Ctrl-C stops it.', ''].join('\n'));
  await interrupt.interrupted;
  await server.close();
  interrupt.release();
}

export interface MockServer {
  /** The origin, without the prefix. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Listens on the loopback address.
 * @param port 0 for any free port
 * @throws CannotDo if the port is in use
 */
export async function serveMock(mock: Mock, port: number): Promise<MockServer> {
  const server = createAdaptorServer({ fetch: createMockApp(mock).fetch });
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    throw new CannotDo(
      `Port ${port} is not available. Choose another with --port; 0 takes any free one.`,
    );
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new CannotDo('No port was given.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

function createMockApp(mock: Mock): Hono {
  const app = new Hono();
  const onError = (c: Context) =>
    createProblem(c, { status: 413, title: 'Too large', detail: 'The body exceeds 10 MiB.' });
  app.all(`${apiPrefix}/*`, limitBody({ maxSize: bodyLimit, onError }), async (c) => {
    const { origin, pathname, searchParams: query } = new URL(c.req.url);
    const path = pathname.slice(apiPrefix.length);
    const { method } = c.req;
    const request = { method, path, query, headers: c.req.header() };
    const response = await mock({ ...request, body: parseBody(await c.req.text()) });
    const body = replaceUploadUrls(response.body, origin);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return new Response(text ?? null, { status: response.status, headers: response.headers });
  });
  // The mock treats every other path as storage, and discards the bytes.
  app.put('*', async ({ req }) => {
    await req.raw.body?.pipeTo(new WritableStream());
    return new Response(null, { status: 200 });
  });
  const detail = `The service answers under ${apiPrefix}.`;
  app.notFound((c) => createProblem(c, { status: 404, title: 'Not found', detail }));
  app.onError((error, c) =>
    createProblem(c, { status: 500, title: 'The mock failed', detail: getErrorMessage(error) }),
  );
  return app;
}

/** Parses JSON. Returns other text unchanged: no schema allows it, so it gets 400 too. */
function parseBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

/** Replaces the example upload URLs with URLs of this mock, which accepts uploads. */
function replaceUploadUrls(body: unknown, origin: string): unknown {
  if (Array.isArray(body)) return body.map((entry) => replaceUploadUrls(entry, origin));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]: [string, unknown]) => {
      if (key !== 'url' || typeof value !== 'string' || !URL.canParse(value)) {
        return [key, replaceUploadUrls(value, origin)];
      }
      const { pathname, search } = new URL(value);
      return [key, `${origin}${pathname}${search}`];
    }),
  );
}

interface ProblemFields {
  readonly status: 404 | 413 | 500;
  readonly title: string;
  readonly detail: string;
}

/** Responds with a documented Problem object. The contract has no examples of these. */
function createProblem(c: Context, { status, title, detail }: ProblemFields): Response {
  const instance = new URL(c.req.url).pathname;
  const body = { type: 'about:blank', title, status, detail, instance, invalidParams: [] };
  return c.json(body, status, { 'Content-Type': 'application/problem+json' });
}
