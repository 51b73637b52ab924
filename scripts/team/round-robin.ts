/** A load balancer: sends each request to the next process, or to another one if that process has ended. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, stop } from '../servers/listen.ts';

export interface Balancer {
  readonly url: string;
  /** Replaces the addresses of the processes. */
  readonly setAddresses: (addresses: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

export async function openBalancer(): Promise<Balancer> {
  let addresses: readonly string[] = [];
  let turn = 0;
  const server = createServer((clientRequest, balancerResponse) => {
    const order = addresses.map((_, index) => addresses[(turn + index) % addresses.length] ?? '');
    turn += 1;
    forward(clientRequest, balancerResponse, order);
  });
  server.requestTimeout = 0;
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    setAddresses: (replacement) => {
      addresses = replacement;
    },
    close: async () => stop(server),
  };
}

/** Tries one address after another until one accepts the connection. */
function forward(
  clientRequest: IncomingMessage,
  balancerResponse: ServerResponse,
  [address, ...others]: readonly string[],
): void {
  if (address === undefined) {
    balancerResponse.writeHead(503, { 'retry-after': '1' }).end();
    return;
  }
  const { method, headers } = clientRequest;
  const target = new URL(clientRequest.url ?? '/', address);
  const forwardedRequest = request(target, { method, headers, agent: false }, (response) => {
    balancerResponse.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(balancerResponse);
    response.once('error', () => balancerResponse.destroy());
  });
  forwardedRequest.once('error', (error) => {
    const isRefused = 'code' in error && error.code === 'ECONNREFUSED';
    if (isRefused && clientRequest.readableFlowing === null)
      forward(clientRequest, balancerResponse, others);
    else if (balancerResponse.headersSent) balancerResponse.destroy();
    else balancerResponse.writeHead(502).end();
  });
  // Sends the body only once connected, so that another process can still get it.
  forwardedRequest.once('socket', (socket) => {
    socket.once('connect', () => clientRequest.pipe(forwardedRequest));
  });
}
