/** Storage on a port of its own: takes uploads as they stream, however long they take. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import { admit, take } from '../http/index.ts';
import type { Answer } from '../present/index.ts';
import type { SandboxParts } from '../parts/index.ts';

/**
 * @param parts asked for each upload
 * @param report told when the sandbox itself fails
 */
export function createStorageServer(
  parts: () => SandboxParts,
  report: (line: string) => void,
): Server {
  const serve = (waiting: boolean) => (incoming: IncomingMessage, outgoing: ServerResponse) => {
    exchange({ incoming, outgoing, waiting }, parts()).catch((error: unknown) => {
      // Whoever hangs up in the middle of an upload is told nothing.
      if (incoming.errored === null && !incoming.destroyed) report(String(error));
      outgoing.destroy();
    });
  };
  // A large file on a slow line takes longer than any limit worth setting.
  const server = createServer({ requestTimeout: 0 }, serve(false));
  server.on('checkContinue', serve(true));
  return server;
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Whether the client waits for leave before it sends the body. */
  readonly waiting: boolean;
}

async function exchange({ incoming, outgoing, waiting }: Exchange, parts: SandboxParts) {
  const url = `http://${incoming.headers.host ?? 'storage'}${incoming.url ?? '/'}`;
  const header = (name: string) => incoming.headers[name]?.toString();
  const admission = await admit({ url, header, method: incoming.method ?? '' }, parts);
  if ('receive' in admission) {
    if (waiting) outgoing.writeContinue();
    leave(outgoing, await take(admission, { url, body: incoming }), {});
    return;
  }
  // Closing on a client that still sends breaks its pipe before it has read why.
  if (!waiting) await pipeline(incoming, nowhere());
  leave(outgoing, admission.answer, waiting ? { connection: 'close' } : {});
}

function nowhere(): Writable {
  return new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
}

function leave(outgoing: ServerResponse, answer: Answer, more: Record<string, string>): void {
  const { status, text, headers } = answer;
  const length = status === 204 ? {} : { 'content-length': String(Buffer.byteLength(text)) };
  outgoing.writeHead(status, { ...headers, ...more, ...length });
  outgoing.end(text);
}
