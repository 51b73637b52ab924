/** Opens a port, and closes it without losing a request that is being answered. */
import { once } from 'node:events';
import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

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
export async function closeServer(server: Server, graceMs: number): Promise<void> {
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

export interface Deadlines {
  /** The time a client has to send the headers of a request, in milliseconds. */
  readonly headersMs: number;
  /** The time a client has to send a whole request to the service, in milliseconds. */
  readonly requestMs: number;
  /** An upload must deliver this many bytes in each period of `uploadMs`. */
  readonly uploadBytes: number;
  readonly uploadMs: number;
  /** The time that closing gives to requests in progress, in milliseconds. */
  readonly graceMs: number;
}

export const defaultDeadlines: Deadlines = {
  headersMs: 20_000,
  requestMs: 60_000,
  uploadBytes: 1_024,
  uploadMs: 30_000,
  graceMs: 10_000,
};

/** Returns the deadlines in the form Node's server takes them. */
export function toServerOptions({ headersMs, requestMs }: Deadlines): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(2_000, headersMs),
  };
}

/**
 * Idle connections stay open longer than our clients keep them. If the server closed one first, a
 * request on its way could be lost, and some must not be sent twice.
 */
const idleMs = 60_000;

/** An upload delivered fewer bytes than it must. */
export class StalledUpload extends Error {}

export type RateWatch = ReturnType<typeof watchRate>;

/** Watches how many bytes a connection delivers. */
export function watchRate(socket: Socket, { uploadBytes, uploadMs }: Deadlines) {
  let bytesBefore = socket.bytesRead;
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      const received = socket.bytesRead - bytesBefore;
      bytesBefore = socket.bytesRead;
      if (received >= uploadBytes) return;
      clearInterval(timer);
      const limit = `${uploadBytes} bytes in ${uploadMs / 1000} seconds`;
      reject(new StalledUpload(`The upload stalled: fewer than ${limit}.`));
    }, uploadMs);
    timer.unref();
  });
  // No code may be waiting for the body when this rejects.
  stalled.catch(() => undefined);
  return {
    /** Rejects with a StalledUpload when too few bytes arrive. */
    stalled,
    end: (): void => clearInterval(timer),
  };
}
