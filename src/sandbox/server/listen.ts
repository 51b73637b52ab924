/**
 * Opens the port of a server, closes it without losing requests in progress, and limits slow clients. Checks
 * the host and the origin of each request before the service gets it.
 */
import { once } from 'node:events';
import type { Server, ServerOptions, IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { StallError } from '../http/index.ts';

/** Opens a port, any free one for 0, and returns the address. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  server.keepAliveTimeout = keepAliveMs;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was assigned.');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/** Accepts no new connections, lets requests in progress finish, and ends those that take too long. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  const controller = new AbortController();
  server.close(() => {
    controller.abort();
  });
  const deadline = performance.now() + graceMs;
  // A connection becomes idle only once its response is sent, so idle ones are closed repeatedly.
  while (!controller.signal.aborted && performance.now() < deadline) {
    server.closeIdleConnections();
    await pause(20, undefined, { signal: controller.signal }).catch(() => undefined);
  }
  server.closeAllConnections();
  await closed;
}

export type Deadlines = Readonly<typeof defaultDeadlines>;

/** In milliseconds, except for the number of bytes. */
export const defaultDeadlines = {
  /** The time a client has to send the headers of a request. */
  headersMs: 20_000,
  /** The time a client has to send a whole request to the service. */
  requestMs: 60_000,
  /** An upload must deliver this many bytes in each period of `uploadMs`. */
  uploadBytes: 1_024,
  uploadMs: 30_000,
  /** The time that closing gives to requests in progress. */
  graceMs: 10_000,
};

export function toNodeOptions({ headersMs, requestMs }: Deadlines): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    // Node checks for late requests in this interval, so a shorter deadline needs a shorter interval.
    connectionsCheckingInterval: Math.min(2_000, headersMs),
  };
}

/**
 * How long idle connections stay open: longer than our clients keep them. If the server closed a connection
 * first, a request on its way could get lost, and some requests must not be sent twice.
 */
const keepAliveMs = 60_000;

/**
 * Watches how many bytes of an upload arrive in each period. If there are too few, its body fails with a StallError and the
 * signal is aborted. While the sandbox itself is slow, bytes wait in the body, and the client is not late.
 */
export function watchRate(
  nodeRequest: IncomingMessage,
  body: Readable,
  { uploadBytes, uploadMs }: Deadlines,
) {
  const { socket } = nodeRequest;
  const controller = new AbortController();
  let previousBytes = socket.bytesRead;
  const timer = setInterval(() => {
    const newBytes = socket.bytesRead - previousBytes;
    previousBytes = socket.bytesRead;
    if (newBytes >= uploadBytes || nodeRequest.complete || body.readableLength > 0) return;
    const limit = `${uploadBytes} bytes in ${uploadMs / 1000} seconds`;
    body.destroy(new StallError(`The upload stalled: fewer than ${limit}.`));
    controller.abort();
  }, uploadMs);
  timer.unref();
  return { signal: controller.signal, end: (): void => clearInterval(timer) };
}

interface GateOptions {
  readonly host: string;
  /** Public addresses of the service and its storage, if they differ from that address. */
  readonly publicUrls: readonly string[];
  /** Origins of web pages that may call; `*` allows any. */
  readonly cors: readonly string[];
}

/** Answers a request that must not reach the service, and returns true. Otherwise returns false. */
export type Gate = (request: IncomingMessage, response: ServerResponse) => boolean;

const loopback = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\]|[^:]+\.localhost)$/;

/** Returns whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return host === '::1' || loopback.test(host);
}

const exposedHeaders = 'Date, Location, Retry-After, X-Request-Id, X-Requirement';

export function createGate({ host, publicUrls, cors }: GateOptions): Gate {
  const publicHosts = new Set(publicUrls.map((url) => new URL(url).hostname));
  const isLocal = isLoopback(host);
  // Another site can point its own name at 127.0.0.1, so that its pages reach this server. Only the Host
  // header reveals that.
  const isForeign = (name: string) => isLocal && !loopback.test(name) && !publicHosts.has(name);
  return (request, response) => {
    const requestedHost = (request.headers.host ?? '').replace(/:[0-9]*$/, '').toLowerCase();
    if (isForeign(requestedHost)) {
      const message =
        'The Host header names another server. If that name is right, pass it with --public-url.';
      response.writeHead(421, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify({ message }));
      return true;
    }
    const { origin } = request.headers;
    if (cors.length === 0) return false;
    // Also without an origin: a cache must not give that response to a web page.
    response.setHeader('vary', 'Origin');
    if (origin === undefined) return false;
    if (!cors.includes('*') && !cors.includes(origin)) return false;
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', exposedHeaders);
    return answerPreflight(request, response);
  };
}

function answerPreflight({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  const requestedMethod = headers['access-control-request-method'];
  if (method !== 'OPTIONS' || requestedMethod === undefined) return false;
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, POST, PATCH, DELETE, PUT',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? 'content-type',
    'access-control-max-age': '600',
  });
  response.end();
  return true;
}
