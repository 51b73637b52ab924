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

/** Answers a request that must not reach the service. Returns whether it did. */
export type Gate = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

const loopback = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\]|[^:]+\.localhost)$/;

/** Returns whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return host === '::1' || loopback.test(host);
}

export function createGate({ host, publicUrls, cors }: GateOptions): Gate {
  const publicHosts = new Set(publicUrls.map((url) => new URL(url).hostname));
  const isLocal = isLoopback(host);
  // A page on another site can point its own name at 127.0.0.1; only the Host header gives it away.
  const isForeign = (name: string) => isLocal && !loopback.test(name) && !publicHosts.has(name);
  return (incoming, outgoing) => {
    const requestedHost = (incoming.headers.host ?? '').replace(/:[0-9]*$/, '').toLowerCase();
    if (isForeign(requestedHost)) {
      refuseHost(outgoing);
      return true;
    }
    const { origin } = incoming.headers;
    if (cors.length === 0 || origin === undefined) return false;
    outgoing.setHeader('vary', 'Origin');
    if (!cors.includes('*') && !cors.includes(origin)) return false;
    outgoing.setHeader('access-control-allow-origin', origin);
    outgoing.setHeader(
      'access-control-expose-headers',
      'Date, Location, Retry-After, X-Requirement',
    );
    return answerPreflight(incoming, outgoing);
  };
}

function refuseHost(outgoing: ServerResponse): void {
  const message =
    'The Host header names another server. Name it with --public-url if it is this one.';
  outgoing.writeHead(421, { 'content-type': 'application/json', connection: 'close' });
  outgoing.end(JSON.stringify({ message }));
}

function answerPreflight({ method, headers }: IncomingMessage, outgoing: ServerResponse): boolean {
  const requestedMethod = headers['access-control-request-method'];
  if (method !== 'OPTIONS' || requestedMethod === undefined) return false;
  outgoing.writeHead(204, {
    'access-control-allow-methods': 'GET, POST, PATCH, DELETE, PUT',
    'access-control-allow-headers':
      headers['access-control-request-headers'] ?? 'apikey, content-type',
    'access-control-max-age': '600',
  });
  outgoing.end();
  return true;
}
