/** A load balancer: hands each request to the next process, and to another one if that is gone. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, stop } from '../servers/listen.ts';

export interface Balancer {
  readonly url: string;
  /** Replaces the addresses behind it. */
  readonly use: (addresses: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

export async function openBalancer(): Promise<Balancer> {
  let addresses: readonly string[] = [];
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const order = addresses.map(
      (_address, index) => addresses[(turn + index) % addresses.length] ?? '',
    );
    turn += 1;
    forward(incoming, outgoing, order);
  });
  server.requestTimeout = 0;
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    use: (replacement) => {
      addresses = replacement;
    },
    close: async () => stop(server),
  };
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
  const outgoingRequest = request(target, { method, headers, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    answer.once('error', () => outgoing.destroy());
  });
  outgoingRequest.once('error', (error) => {
    const refused = 'code' in error && error.code === 'ECONNREFUSED';
    if (refused && incoming.readableFlowing === null) forward(incoming, outgoing, others);
    else if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  // The body flows once there is a connection, so that a refused one has taken none of it.
  outgoingRequest.once('socket', (socket) => {
    socket.once('connect', () => incoming.pipe(outgoingRequest));
  });
}
