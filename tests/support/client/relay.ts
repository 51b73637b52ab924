/** Forwards requests to a service or its storage, and kills the program that sends them at a chosen moment. */
import { createHash } from 'node:crypto';
import { request as sendRequest, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { startServer } from '../fixtures.ts';

/** The moment of a request at which the program is killed. */
export type KillPoint = 'before' | 'middle' | 'after';

export interface Relay {
  readonly url: string;
  /** The Content-Length of each PUT that began. */
  readonly startedPuts: string[];
  /** The hash of each PUT that reached the storage completely. */
  readonly completePuts: string[];
  /** Resolves once all requests of the killed program have been handled. */
  readonly waitForReplies: () => Promise<unknown>;
}

/** Starts a relay that kills the program at the nth request that matches: before, while or after it is forwarded. */
export async function startRelay(
  getTargetUrl: () => string,
  kill: {
    readonly pattern: RegExp;
    readonly nth: number;
    readonly moment: KillPoint;
    readonly killProgram: () => unknown;
  },
): Promise<Relay> {
  const startedPuts: string[] = [];
  const completePuts: string[] = [];
  const replies: Promise<void>[] = [];
  let matches = 0;
  const url = await startServer((request, response) => {
    const isKillPoint =
      kill.pattern.test(`${request.method} ${request.url}`) && ++matches === kill.nth;
    const forward = async (): Promise<void> => {
      if (isKillPoint && kill.moment === 'before') kill.killProgram();
      const upstream = sendRequest(`${getTargetUrl()}${request.url}`, {
        method: request.method,
        headers: request.headers,
      });
      const hash = createHash('sha256');
      if (request.method === 'PUT') startedPuts.push(request.headers['content-length'] ?? '');
      request.on('data', (piece: Buffer) => {
        hash.update(piece);
        if (isKillPoint && kill.moment === 'middle') kill.killProgram();
      });
      const reply = new Promise<IncomingMessage>((resolve) => upstream.once('response', resolve));
      await Promise.all([pipeline(request, upstream), reply]);
      if (request.method === 'PUT') completePuts.push(hash.digest('hex'));
      if (isKillPoint && kill.moment === 'after') kill.killProgram();
      const upstreamResponse = await reply;
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      await pipeline(upstreamResponse, response);
    };
    replies.push(forward().catch(() => void response.destroy()));
  });
  return { url, startedPuts, completePuts, waitForReplies: () => Promise.all(replies) };
}
