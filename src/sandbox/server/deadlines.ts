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
 * Idle connections stay open longer than our clients keep them. If the server closed one first, a
 * request on its way could be lost, and some must not be sent twice.
 */
export const idleMs = 60_000;

/** An upload delivered fewer bytes than it must. */
export class StalledUpload extends Error {}

export interface RateWatch {
  /** Rejects with a StalledUpload when too few bytes arrive. */
  readonly stalled: Promise<never>;
  readonly end: () => void;
}

/** Watches how many bytes a connection delivers. */
export function watchRate(socket: Socket, { uploadBytes, uploadMs }: Deadlines): RateWatch {
  let before = socket.bytesRead;
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      const received = socket.bytesRead - before;
      before = socket.bytesRead;
      if (received >= uploadBytes) return;
      clearInterval(timer);
      const limit = `${uploadBytes} bytes in ${uploadMs / 1000} seconds`;
      reject(new StalledUpload(`The upload stalled: fewer than ${limit}.`));
    }, uploadMs);
    timer.unref();
  });
  // There may be no code that waits for the body then.
  stalled.catch(() => undefined);
  return {
    stalled,
    end: () => {
      clearInterval(timer);
    },
  };
}
