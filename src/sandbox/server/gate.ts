/** Checks the host and the origin of each request before the service gets it. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface GateOptions {
  /** The address the server listens on. */
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

const exposedHeaders = 'Date, Location, Retry-After, X-Requirement';

export function createGate({ host, publicUrls, cors }: GateOptions): Gate {
  const publicHosts = new Set(publicUrls.map((url) => new URL(url).hostname));
  const isLocal = isLoopback(host);
  // Another site can point its own name at 127.0.0.1, so that its pages reach this server. Only the Host
  // header reveals that.
  const isForeign = (name: string) => isLocal && !loopback.test(name) && !publicHosts.has(name);
  return (request, response) => {
    const requestedHost = (request.headers.host ?? '').replace(/:[0-9]*$/, '').toLowerCase();
    if (isForeign(requestedHost)) {
      refuseHost(response);
      return true;
    }
    const { origin } = request.headers;
    if (cors.length === 0 || origin === undefined) return false;
    response.setHeader('vary', 'Origin');
    if (!cors.includes('*') && !cors.includes(origin)) return false;
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', exposedHeaders);
    return answerPreflight(request, response);
  };
}

function refuseHost(response: ServerResponse): void {
  const message =
    'The Host header names another server. If that name is right, pass it with --public-url.';
  response.writeHead(421, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ message }));
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
