/** The Node servers of the service and of its storage. The storage receives uploads as streams, as long as enough bytes arrive. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { readRequestId, send, type Answer, type TracedResponse } from '../http/index.ts';
import type { WireRequest } from '../replaceable-parts/index.ts';
import { jsonResponse } from '../present/index.ts';
import { toNodeOptions, watchRate, type Deadlines, type Gate } from './listen.ts';

interface ServerSettings {
  readonly answer: Answer;
  readonly gate: Gate;
  readonly deadlines: Deadlines;
}

export function createServiceServer({ answer, gate, deadlines }: ServerSettings): Server {
  const handle = async (nodeRequest: IncomingMessage, nodeResponse: TracedResponse) => {
    const request = openRequest(nodeRequest, nodeResponse, gate);
    if (request === undefined) return;
    // By default, leaving the body early would destroy the request and reset the connection.
    const body = nodeRequest.iterator({ destroyOnReturn: false });
    send(nodeResponse, await answer({ ...request, body }, { trace: nodeResponse.trace }));
    nodeRequest.resume();
  };
  return createServer(toNodeOptions(deadlines), (...exchange) => void handle(...exchange));
}

export function createStorageServer(settings: ServerSettings): Server {
  const createListener =
    (expectsContinue: boolean) => (nodeRequest: IncomingMessage, nodeResponse: TracedResponse) =>
      void receiveUpload({ nodeRequest, nodeResponse, expectsContinue }, settings);
  // A large file may take hours, so the whole request has no time limit, only its headers and its rate.
  const options = { ...toNodeOptions(settings.deadlines), requestTimeout: 0 };
  return createServer(options, createListener(false)).on('checkContinue', createListener(true));
}

type OpenedRequest = Omit<WireRequest, 'body'>;

/** Returns the request unless it is answered here: by the gate, or because it has no valid URL. */
function openRequest(
  nodeRequest: IncomingMessage,
  nodeResponse: TracedResponse,
  gate: Gate,
): OpenedRequest | undefined {
  if (gate(nodeRequest, nodeResponse)) return undefined;
  const { method = '', headers } = nodeRequest;
  const url = readUrl(nodeRequest);
  if (url === undefined) {
    const message = 'The target of the request or its Host header is not valid.';
    send(nodeResponse, jsonResponse(400, { message }), { connection: 'close' });
    return undefined;
  }
  const header = (name: string) => headers[name]?.toString();
  return { id: readRequestId(header('x-request-id')), method, url, header };
}

function readUrl({ headers: { host = '' }, url = '' }: IncomingMessage): string | undefined {
  // The target may be a whole URL, as for a proxy. Its origin does not count.
  const target = url.replace(/^https?:\/\/[^/?]*/i, '');
  const whole = `http://${host}${target}`;
  const isValid = /^[\w.:[\]-]+$/.test(host) && target.startsWith('/') && URL.canParse(whole);
  return isValid ? new URL(whole).href : undefined;
}

interface UploadExchange {
  readonly nodeRequest: IncomingMessage;
  readonly nodeResponse: TracedResponse;
  /** True if the client waits for a 100 Continue before it sends the body. */
  readonly expectsContinue: boolean;
}

/** Answers an upload. If too few bytes arrive, its body fails. */
async function receiveUpload(
  { nodeRequest, nodeResponse, expectsContinue }: UploadExchange,
  { answer, gate, deadlines }: ServerSettings,
): Promise<void> {
  const request = openRequest(nodeRequest, nodeResponse, gate);
  if (request === undefined) return;
  const body = new PassThrough();
  // A reader of the body gets the error as well, but there is none before the upload is admitted.
  body.on('error', () => undefined);
  nodeRequest.on('error', (error) => body.destroy(error)).pipe(body);
  const rate = watchRate(nodeRequest, body, deadlines);
  let isAwaited = expectsContinue;
  const onAdmitted = () => {
    if (isAwaited) nodeResponse.writeContinue();
    isAwaited = false;
  };
  const { trace } = nodeResponse;
  const response = await answer({ ...request, body }, { trace, onAdmitted });
  // If the connection closed before the whole body arrived, a client that is still sending could not read the response.
  const readsRest = !isAwaited && response.breaks !== 'by-reset';
  const isComplete = nodeRequest.readableEnded || (readsRest && (await drain(nodeRequest, rate)));
  rate.end();
  send(nodeResponse, response, isComplete ? {} : { connection: 'close' });
}

/** Reads the rest of a request. Returns whether all of it arrived. */
async function drain(
  nodeRequest: IncomingMessage,
  { signal }: ReturnType<typeof watchRate>,
): Promise<boolean> {
  nodeRequest.unpipe().resume();
  return finished(nodeRequest, { writable: false, signal }).then(
    () => true,
    () => false,
  );
}
