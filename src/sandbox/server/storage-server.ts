/** The storage server. It receives uploads as streams, for as long as enough bytes arrive. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import {
  addToTrace,
  admitUploadRequest,
  describeFailure,
  presentFailure,
  readRequestId,
  send,
  receiveUpload,
  type GetParts,
  type TracedResponse,
} from '../http/index.ts';
import { findAccountId } from '../parts/index.ts';
import { jsonResponse } from '../present/index.ts';
import {
  type Gate,
  toNodeOptions,
  StallError,
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
    (expectsContinue: boolean) => (nodeRequest: IncomingMessage, nodeResponse: ServerResponse) => {
      if (options.gate(nodeRequest, nodeResponse)) return;
      const exchange = { nodeRequest, nodeResponse, expectsContinue };
      handleUpload(exchange, options).catch((error: unknown) => {
        handleError(error, exchange, options.report);
      });
    };
  // A large file may take hours, so the whole request has no time limit, only its headers and its rate.
  const server = createServer(
    { ...toNodeOptions(options.deadlines), requestTimeout: 0 },
    createListener(false),
  );
  server.on('checkContinue', createListener(true));
  return server;
}

interface Exchange {
  readonly nodeRequest: IncomingMessage;
  readonly nodeResponse: TracedResponse;
  /** True if the client waits for a 100 Continue before it sends the body. */
  readonly expectsContinue: boolean;
}

async function handleUpload(
  { nodeRequest, nodeResponse, expectsContinue }: Exchange,
  { parts, deadlines }: StorageOptions,
): Promise<void> {
  const url = getUrl(nodeRequest);
  const header = (name: string) => nodeRequest.headers[name]?.toString();
  const rate = watchRate(nodeRequest.socket, deadlines);
  try {
    const id = readRequestId(header('x-request-id'));
    nodeResponse.setHeader('x-request-id', id);
    const request = { id, url, header, method: nodeRequest.method ?? '' };
    const currentParts = await parts();
    if (nodeResponse.trace !== undefined) {
      const account = await findAccountId({ operation: 'putFile', url, header }, currentParts);
      addToTrace(nodeResponse, () => ({ id, operation: 'putFile', account }));
    }
    const admission = await admitUploadRequest(request, currentParts);
    if ('response' in admission) {
      // If the connection closed now, a client that is still sending could not read the response.
      const isReset = admission.response.breaks === 'by-reset';
      if (!expectsContinue && !isReset) await drain(nodeRequest, rate);
      send(nodeResponse, admission.response, expectsContinue ? { connection: 'close' } : {});
      return;
    }
    if (expectsContinue) nodeResponse.writeContinue();
    // By default, leaving the loop early would destroy the request and reset the connection.
    const body = untilStalled(nodeRequest.iterator({ destroyOnReturn: false }), rate);
    const response = await receiveUpload(admission, { url, body });
    if (!nodeRequest.readableEnded) await drain(nodeRequest, rate);
    send(nodeResponse, response, {});
  } finally {
    rate.end();
  }
}

function handleError(
  error: unknown,
  { nodeRequest, nodeResponse }: Exchange,
  report: StorageOptions['report'],
): void {
  // A client that hangs up during an upload cannot read a response.
  const hasHungUp = nodeRequest.errored !== null || nodeResponse.destroyed;
  const isStalled = error instanceof StallError && !nodeResponse.headersSent;
  if (!hasHungUp && !isStalled) report(describeFailure(error));
  if (hasHungUp || nodeResponse.headersSent) {
    nodeResponse.destroy();
    return;
  }
  const response = isStalled
    ? jsonResponse(408, { message: error.message })
    : presentFailure(error, getUrl(nodeRequest));
  send(nodeResponse, response, { connection: 'close' });
}

/**
 * Yields the chunks, and throws if the upload stalls. The connection stays open, so that the URL can be used
 * again before the client reads the response.
 */
async function* untilStalled(chunks: AsyncIterableIterator<Uint8Array>, rate: RateWatch) {
  let isWaiting = false;
  try {
    for (;;) {
      isWaiting = true;
      const next = await rate.wait(chunks.next());
      isWaiting = false;
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Releases the rest of the body. An iterator that is waiting for a chunk cannot be ended.
    if (!isWaiting) await chunks.return?.();
  }
}

function getUrl({ headers, url }: IncomingMessage): string {
  return `http://${headers.host ?? 'storage'}${url ?? '/'}`;
}

async function drain(nodeRequest: IncomingMessage, rate: RateWatch): Promise<void> {
  nodeRequest.resume();
  await rate.wait(finished(nodeRequest, { writable: false }));
}
