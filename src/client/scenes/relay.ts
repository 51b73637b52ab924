/** Forwards requests to a service or its storage, and kills the program that sent them at a moment chosen by the test. */
import { createHash } from 'node:crypto';
import { request as ask, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { localServer } from './local-server.ts';

/** The moment of a request at which the program is killed. */
export type Place = 'before' | 'middle' | 'after';

export interface Relay {
  readonly url: string;
  /** The Content-Length of each PUT that began. */
  readonly begun: string[];
  /** The hash of each PUT that reached the storage completely. */
  readonly whole: string[];
  /** Resolves when everything that the killed program had sent has been answered. */
  readonly settled: () => Promise<unknown>;
}

/** Forwards requests, and kills the program at the nth matching one, on its way there or back. */
export async function relay(
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
  const passing: Promise<void>[] = [];
  let fitting = 0;
  const url = await localServer((request, response) => {
    const mine = kill.fits.test(`${request.method} ${request.url}`) && ++fitting === kill.nth;
    const pass = async (): Promise<void> => {
      if (mine && kill.place === 'before') kill.now();
      const upstream = ask(`${to()}${request.url}`, {
        method: request.method,
        headers: request.headers,
      });
      const hash = createHash('sha256');
      if (request.method === 'PUT') begun.push(request.headers['content-length'] ?? '');
      request.on('data', (piece: Buffer) => {
        hash.update(piece);
        if (mine && kill.place === 'middle') kill.now();
      });
      const reply = new Promise<IncomingMessage>((take) => upstream.once('response', take));
      await Promise.all([pipeline(request, upstream), reply]);
      if (request.method === 'PUT') whole.push(hash.digest('hex'));
      if (mine && kill.place === 'after') kill.now();
      const answer = await reply;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      await pipeline(answer, response);
    };
    passing.push(pass().catch(() => void response.destroy()));
  });
  return { url, begun, whole, settled: () => Promise.all(passing) };
}
