/** Storage on a port of its own: takes uploads as they stream, as long as bytes keep coming. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import { admit, describeFailure, failureAnswer, send, take, type PartsNow } from '../http/index.ts';
import { jsonAnswer } from '../present/index.ts';
import type { Gate } from './gate.ts';
import { serverOptions, watchRate, type Deadlines } from './deadlines.ts';

export interface StorageOptions {
  /** Called for each upload. */
  readonly parts: PartsNow;
  /** Called when the sandbox itself fails. */
  readonly report: (line: string) => void;
  readonly gate: Gate;
  readonly deadlines: Deadlines;
}

export function createStorageServer(options: StorageOptions): Server {
  const serve = (waiting: boolean) => (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (options.gate(incoming, outgoing)) return;
    exchange({ incoming, outgoing, waiting }, options).catch((error: unknown) => {
      // A client that hangs up in the middle of an upload cannot read an answer.
      if (incoming.errored !== null || outgoing.destroyed) {
        outgoing.destroy();
        return;
      }
      options.report(describeFailure(error));
      if (outgoing.headersSent) outgoing.destroy();
      else send(outgoing, failureAnswer(error, urlOf(incoming)), { connection: 'close' });
    });
  };
  // A large file may take hours, so only its headers and its rate have a limit.
  const server = createServer(
    { ...serverOptions(options.deadlines), requestTimeout: 0 },
    serve(false),
  );
  server.on('checkContinue', serve(true));
  return server;
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** True if the client waits for a 100 Continue before it sends the body. */
  readonly waiting: boolean;
}

async function exchange(
  { incoming, outgoing, waiting }: Exchange,
  { parts, deadlines }: StorageOptions,
): Promise<void> {
  const url = urlOf(incoming);
  const header = (name: string) => incoming.headers[name]?.toString();
  const stop = watchRate(incoming.socket, deadlines, () => {
    tooSlow(outgoing, deadlines);
    incoming.destroy(new Error('The upload was too slow.'));
  });
  try {
    const admission = await admit({ url, header, method: incoming.method ?? '' }, await parts());
    if ('answer' in admission) {
      // Closing on a client that still sends breaks its pipe before it has read why.
      if (!waiting) await drain(incoming);
      send(outgoing, admission.answer, waiting ? { connection: 'close' } : {});
      return;
    }
    if (waiting) outgoing.writeContinue();
    // By default, leaving the loop early would destroy the request and reset the connection.
    const body = incoming.iterator({ destroyOnReturn: false });
    const answer = await take(admission, { url, body });
    if (!incoming.readableEnded) await drain(incoming);
    send(outgoing, answer, {});
  } finally {
    stop();
  }
}

function urlOf({ headers, url }: IncomingMessage): string {
  return `http://${headers.host ?? 'storage'}${url ?? '/'}`;
}

function tooSlow(outgoing: ServerResponse, { uploadBytes, uploadMs }: Deadlines): void {
  if (outgoing.headersSent) return;
  const message = `The upload stalled: fewer than ${uploadBytes} bytes in ${uploadMs / 1000} seconds.`;
  send(outgoing, jsonAnswer(408, { message }), { connection: 'close' });
}

async function drain(incoming: IncomingMessage): Promise<void> {
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  await pipeline(incoming, nowhere);
}
