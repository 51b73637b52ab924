/** The storage server: receives uploads as streams, as long as bytes keep arriving. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import {
  admitUploadRequest,
  describeFailure,
  failureAnswer,
  send,
  receiveUpload,
  type GetParts,
} from '../http/index.ts';
import { jsonAnswer } from '../present/index.ts';
import type { Gate } from './gate.ts';
import {
  toServerOptions,
  StalledUpload,
  watchRate,
  type Deadlines,
  type RateWatch,
} from './listen.ts';

export interface StorageOptions {
  /** Called for each upload. */
  readonly parts: GetParts;
  /** Called when the sandbox itself fails. */
  readonly report: (line: string) => void;
  readonly gate: Gate;
  readonly deadlines: Deadlines;
}

export function createStorageServer(options: StorageOptions): Server {
  const createListener =
    (expectsContinue: boolean) => (incoming: IncomingMessage, outgoing: ServerResponse) => {
      if (options.gate(incoming, outgoing)) return;
      handleUpload({ incoming, outgoing, expectsContinue }, options).catch((error: unknown) => {
        // A client that hangs up in the middle of an upload cannot read an answer.
        if (incoming.errored !== null || outgoing.destroyed) {
          outgoing.destroy();
          return;
        }
        if (error instanceof StalledUpload && !outgoing.headersSent) {
          send(outgoing, jsonAnswer(408, { message: error.message }), { connection: 'close' });
          return;
        }
        options.report(describeFailure(error));
        if (outgoing.headersSent) outgoing.destroy();
        else send(outgoing, failureAnswer(error, getUrl(incoming)), { connection: 'close' });
      });
    };
  // A large file may take hours, so only its headers and its rate have a limit.
  const server = createServer(
    { ...toServerOptions(options.deadlines), requestTimeout: 0 },
    createListener(false),
  );
  server.on('checkContinue', createListener(true));
  return server;
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** True if the client waits for a 100 Continue before it sends the body. */
  readonly expectsContinue: boolean;
}

async function handleUpload(
  { incoming, outgoing, expectsContinue }: Exchange,
  { parts, deadlines }: StorageOptions,
): Promise<void> {
  const url = getUrl(incoming);
  const header = (name: string) => incoming.headers[name]?.toString();
  const rate = watchRate(incoming.socket, deadlines);
  try {
    const admission = await admitUploadRequest(
      { url, header, method: incoming.method ?? '' },
      await parts(),
    );
    if ('answer' in admission) {
      // If we closed the connection now, a client that still sends could not read the answer.
      if (!expectsContinue) await drain(incoming, rate);
      send(outgoing, admission.answer, expectsContinue ? { connection: 'close' } : {});
      return;
    }
    if (expectsContinue) outgoing.writeContinue();
    // By default, leaving the loop early would destroy the request and reset the connection.
    const body = untilStalled(incoming.iterator({ destroyOnReturn: false }), rate);
    const answer = await receiveUpload(admission, { url, body });
    if (!incoming.readableEnded) await drain(incoming, rate);
    send(outgoing, answer, {});
  } finally {
    rate.end();
  }
}

/**
 * Ends the upload, and not its connection, when it stalls, so that its URL is free again before the
 * client reads why.
 */
async function* untilStalled(
  chunks: AsyncIterableIterator<Uint8Array>,
  { stalled }: RateWatch,
): AsyncGenerator<Uint8Array> {
  let waiting = false;
  try {
    for (;;) {
      waiting = true;
      const next = await Promise.race([chunks.next(), stalled]);
      waiting = false;
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Releases the rest of the body. An iterator that is waiting for a chunk cannot be ended.
    if (!waiting) await chunks.return?.();
  }
}

function getUrl({ headers, url }: IncomingMessage): string {
  return `http://${headers.host ?? 'storage'}${url ?? '/'}`;
}

/** Reads the rest of a body, and discards it. */
async function drain(incoming: IncomingMessage, { stalled }: RateWatch): Promise<void> {
  incoming.resume();
  await Promise.race([finished(incoming, { writable: false }), stalled]);
}
