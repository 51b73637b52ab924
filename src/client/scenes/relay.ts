/** Forwards requests to a service or its storage, and kills the program that sent them at a moment that the test chooses. */
import { createHash } from 'node:crypto';
import { request as sendRequest, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { startLocalServer } from './local-server.ts';

/** The moment of a request at which the program is killed. */
export type Place = 'before' | 'middle' | 'after';

export interface Relay {
  readonly url: string;
  /** The Content-Length of each PUT that began. */
  readonly startedPuts: string[];
  /** The hash of each PUT that reached the storage completely. */
  readonly completePuts: string[];
  /** Resolves when everything that the killed program had sent has been answered. */
  readonly settled: () => Promise<unknown>;
}

/** Forwards requests, and kills the program at the nth matching one, on its way there or back. */
export async function startRelay(
  to: () => string,
  kill: {
    readonly fits: RegExp;
    readonly nth: number;
    readonly place: Place;
    readonly now: () => unknown;
  },
): Promise<Relay> {
  const begun: string[] = [];
  const whole: string[] = [];
  const forwarded: Promise<void>[] = [];
  let matches = 0;
  const url = await startLocalServer((request, response) => {
    const isTarget = kill.fits.test(`${request.method} ${request.url}`) && ++matches === kill.nth;
    const forward = async (): Promise<void> => {
      if (isTarget && kill.place === 'before') kill.now();
      const upstream = sendRequest(`${to()}${request.url}`, {
        method: request.method,
        headers: request.headers,
      });
      const hash = createHash('sha256');
      if (request.method === 'PUT') begun.push(request.headers['content-length'] ?? '');
      request.on('data', (piece: Buffer) => {
        hash.update(piece);
        if (isTarget && kill.place === 'middle') kill.now();
      });
      const reply = new Promise<IncomingMessage>((take) => upstream.once('response', take));
      await Promise.all([pipeline(request, upstream), reply]);
      if (request.method === 'PUT') whole.push(hash.digest('hex'));
      if (isTarget && kill.place === 'after') kill.now();
      const upstreamResponse = await reply;
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      await pipeline(upstreamResponse, response);
    };
    forwarded.push(forward().catch(() => void response.destroy()));
  });
  return { url, startedPuts: begun, completePuts: whole, settled: () => Promise.all(forwarded) };
}
