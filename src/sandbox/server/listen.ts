/** Opens a port, and closes it without losing a request that is being answered. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { idleMs } from './deadlines.ts';

/** Starts to listen and returns the address, as a URL without a path. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  server.keepAliveTimeout = idleMs;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was assigned.');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/**
 * Accepts no new connection, lets requests in progress finish, and cuts off what is left at the end.
 * @param graceMs how long to wait for requests in progress
 */
export async function shut(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  const done = new AbortController();
  server.close(() => {
    done.abort();
  });
  const deadline = performance.now() + graceMs;
  // A connection becomes idle only when its answer is sent, so this looks for idle ones repeatedly.
  while (!done.signal.aborted && performance.now() < deadline) {
    server.closeIdleConnections();
    await pause(20, undefined, { signal: done.signal }).catch(() => undefined);
  }
  server.closeAllConnections();
  await closed;
}
