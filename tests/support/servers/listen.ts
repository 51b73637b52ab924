/** Starts and stops servers on free ports of this machine. */
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';

/** Listens on a free port of 127.0.0.1 and returns the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Stops a server and ends its connections. */
export async function stop(server: HttpServer): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Returns a free port, for servers that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}
