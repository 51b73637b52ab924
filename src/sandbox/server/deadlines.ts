/** Deadlines for slow clients, so that half-open connections do not pile up. */
import type { ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

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

export const usualDeadlines: Deadlines = {
  headersMs: 20_000,
  requestMs: 60_000,
  uploadBytes: 1_024,
  uploadMs: 30_000,
  graceMs: 10_000,
};

/** Returns the deadlines in the form Node's server takes them. */
export function serverOptions({ headersMs, requestMs }: Deadlines): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(2_000, headersMs),
  };
}

/**
 * An idle connection stays open longer than any client of ours keeps it: if the server closed it
 * first, a request on its way could be lost that must not be sent twice.
 */
export const idleMs = 60_000;

/**
 * Calls back once when a connection delivers fewer bytes than an upload must.
 * @returns ends the watch
 */
export function watchRate(
  socket: Socket,
  { uploadBytes, uploadMs }: Deadlines,
  onSlow: () => void,
): () => void {
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const received = socket.bytesRead - before;
    before = socket.bytesRead;
    if (received >= uploadBytes) return;
    clearInterval(timer);
    onSlow();
  }, uploadMs);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
