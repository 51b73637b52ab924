/** A load balancer: sends each request to the next process, or to another one if that process has ended. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, stop } from './listen.ts';

export interface Balancer {
  readonly url: string;
  /** The addresses of the processes. */
  addresses: readonly string[];
  readonly close: () => Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const { addresses } = balancer;
    const first = turn++ % Math.max(1, addresses.length);
    forward(incoming, outgoing, [...addresses.slice(first), ...addresses.slice(0, first)]);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const balancer: Balancer = { url, addresses: [], close: async () => stop(server) };
  return balancer;
}

/** Tries one address after another until one accepts the connection. */
function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  [address, ...others]: readonly string[],
): void {
  if (address === undefined) {
    outgoing.writeHead(503, { 'retry-after': '1' }).end();
    return;
  }
  const { method, headers } = incoming;
  const target = new URL(incoming.url ?? '/', address);
  const forwarded = request(target, { method, headers, agent: false }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
    response.once('error', () => outgoing.destroy());
  });
  forwarded.once('error', (error) => {
    const isRefused = 'code' in error && error.code === 'ECONNREFUSED';
    if (isRefused && incoming.readableFlowing === null) forward(incoming, outgoing, others);
    else if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  // Sends the body only once connected, so that another process can still get it.
  forwarded.once('socket', (socket) => socket.once('connect', () => incoming.pipe(forwarded)));
}
