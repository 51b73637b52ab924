/** Serves the mock at an address, with the prefix, bodies and upload addresses of the service. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { apiPrefix, readContract } from '../../contract/spec.ts';
import { CannotDo, listenForInterrupt, messageOf, type Shell } from '../shell/index.ts';
import { createMock, type Mock, type MockAnswer } from './prism.ts';

/** The options of `bookdist mock` as commander parsed them. */
export interface MockFlags {
  readonly port: number;
  readonly dynamic?: boolean;
}

/** Bytes of a JSON body the mock reads; a book needs a few thousand. */
const bodyLimit = 10 * 1024 * 1024;

/** Serves until Ctrl-C, and then ends with exit code 0. */
export async function mockUntilInterrupted(flags: MockFlags, shell: Shell): Promise<number> {
  const mock = await createMock(readContract().document, { dynamic: flags.dynamic === true });
  const served = await serveMock(mock, flags.port);
  const interrupt = listenForInterrupt(shell, 'Stopping.');
  shell.out([`mock   ${served.url}${apiPrefix}`, 'key    any', 'Ctrl-C ends it.', ''].join('\n'));
  await interrupt.pressed;
  await served.close();
  interrupt.release();
  return 0;
}

export interface ServedMock {
  /** Origin, without the prefix. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Listens on the loopback address.
 * @param port 0 for any free one
 * @throws CannotDo when the port is taken
 */
export async function serveMock(mock: Mock, port: number): Promise<ServedMock> {
  const place = { origin: '' };
  const server = createServer((request, response) => {
    answer(mock, request, place.origin).then(
      (told) => send(response, told),
      (error: unknown) => send(response, broken(request, error)),
    );
  });
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
  place.origin = `http://127.0.0.1:${address.port}`;
  return {
    url: place.origin,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(mock: Mock, request: IncomingMessage, origin: string): Promise<MockAnswer> {
  const { pathname, searchParams } = new URL(request.url ?? '/', origin);
  const method = request.method ?? 'GET';
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  if (!pathname.startsWith(`${apiPrefix}/`)) {
    // Any other address is storage, to which presigned addresses lead.
    if (method === 'PUT') return stored(request);
    const detail = `The service answers under ${apiPrefix}.`;
    return problem(request, { status: 404, title: 'Not found', detail });
  }
  const text = await textOf(request);
  if (text === undefined) {
    const detail = 'The body exceeds 10 MiB.';
    return problem(request, { status: 413, title: 'Too large', detail });
  }
  const path = pathname.slice(apiPrefix.length);
  const told = await mock({ method, path, query: searchParams, headers, body: bodyOf(text) });
  return { ...told, body: withOwnStorage(told.body, origin) };
}

/** Reads the bytes and drops them. */
async function stored(request: IncomingMessage): Promise<MockAnswer> {
  for await (const chunk of request) void chunk;
  return { status: 200, headers: {}, body: undefined };
}

async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.length;
    if (length <= bodyLimit) chunks.push(chunk);
  }
  return length > bodyLimit ? undefined : Buffer.concat(chunks).toString('utf8');
}

/** Returns text that is not JSON unchanged. No schema of the contract allows it, so it gets 400 too. */
function bodyOf(text: string): unknown {
  if (text === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

/** Replaces the example addresses of grants by addresses of this mock, so that an upload can be tried. */
function withOwnStorage(body: unknown, origin: string): unknown {
  if (Array.isArray(body)) return body.map((entry) => withOwnStorage(entry, origin));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]: [string, unknown]) => {
      if (key !== 'url' || typeof value !== 'string' || !URL.canParse(value)) {
        return [key, withOwnStorage(value, origin)];
      }
      const { pathname, search } = new URL(value);
      return [key, `${origin}${pathname}${search}`];
    }),
  );
}

interface Refused {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}

/** Returns a Problem object in the documented form, for which the contract has no example. */
function problem(request: IncomingMessage, { status, title, detail }: Refused): MockAnswer {
  const instance = new URL(request.url ?? '/', 'http://localhost').pathname;
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: { type: 'about:blank', title, status, detail, instance, invalidParams: [] },
  };
}

function broken(request: IncomingMessage, error: unknown): MockAnswer {
  return problem(request, { status: 500, title: 'The mock failed', detail: messageOf(error) });
}

function send(response: ServerResponse, { status, headers, body }: MockAnswer): void {
  response.writeHead(status, headers);
  if (body === undefined) response.end();
  else response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
