/** A proxy that forwards calls unchanged and passes a copy of each to a listener. */
import {
  Agent as HttpAgent,
  createServer,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { preciseNow } from '../../harness/evidence/index.ts';
import type { RecordedRequest } from '../recordings/index.ts';
import { captureBytes, captureUpload, type BodyCapture } from './captured-body.ts';
import { readPresignedAddress, replacePresignedUrls } from './storage-address.ts';

/** A call that is over. Bodies are bytes, since decoding them is not the proxy's work. */
export interface ProxiedCall {
  /** Epoch milliseconds. */
  readonly sentAt: number;
  /** Milliseconds until the last byte of the response, or until the connection broke. */
  readonly took: number;
  readonly request: RecordedRequest;
  readonly requestBytes: Uint8Array | undefined;
  readonly response:
    | {
        readonly status: number;
        readonly headers: Readonly<Record<string, string>>;
        readonly bytes: Uint8Array | undefined;
      }
    | undefined;
}

/** Observes calls. It is called while traffic waits, so it must return immediately and never throw. */
export interface ProxyListener {
  readonly start: (request: RecordedRequest) => (call: ProxiedCall) => void;
}

export interface PassThroughOptions {
  /** The target of calls; only its origin counts. It is read at each call, because it may become known later. */
  readonly target: () => URL;
  /** More certificates to trust, as PEM. */
  readonly ca?: readonly string[];
  /**
   * True if upload URLs in responses are replaced with addresses at this proxy, so that uploads
   * pass through it as well. It is the one change the proxy makes.
   */
  readonly storage: boolean;
  readonly listener: ProxyListener;
  /** Called if a call got no response from the service. */
  readonly onNoResponse?: (error: Error, url: string) => void;
}

/** Headers of one connection, which a proxy does not forward (RFC 9110, section 7.6.1). */
const hopByHop = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade']);

/** Creates the server; the caller decides where it listens. */
export function createPassThroughProxy(options: PassThroughOptions): Server {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true, ...(options.ca && { ca: [...options.ca] }) }),
  };
  const handleCall = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const presigned = options.storage ? readPresignedAddress(incoming.url ?? '/') : undefined;
    const url = new URL(presigned ?? incoming.url ?? '/', options.target());
    const secure = url.protocol === 'https:';
    const upstreamRequest = (secure ? httpsRequest : httpRequest)({
      method: incoming.method,
      protocol: url.protocol,
      hostname: url.hostname.replaceAll(/^\[|\]$/g, ''),
      port: url.port === '' ? (secure ? 443 : 80) : url.port,
      // The path is forwarded unchanged, because parsing could change its escapes.
      path: presigned === undefined ? incoming.url : url.pathname + url.search,
      headers: headersToSend(incoming, url, options),
      agent: secure ? agents['https:'] : agents['http:'],
      setHost: false,
    });
    forwardCall({ incoming, outgoing, upstreamRequest, url, options });
  };
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, handleCall);
  server.on('checkContinue', handleCall);
  server.on('close', () => {
    agents['http:'].destroy();
    agents['https:'].destroy();
  });
  return server;
}

interface ForwardedCall {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly upstreamRequest: ClientRequest;
  readonly url: URL;
  readonly options: PassThroughOptions;
}

function forwardCall({ incoming, outgoing, upstreamRequest, url, options }: ForwardedCall): void {
  const head = {
    method: incoming.method ?? 'GET',
    url: url.href,
    headers: flattenHeaders(incoming),
  };
  const finish = options.listener.start(head);
  const [sentAt, started] = [preciseNow(), performance.now()];
  const requestCapture = incoming.method === 'PUT' ? captureUpload() : captureBytes();
  let hasEnded = false;
  const end = (response: ProxiedCall['response']): void => {
    if (hasEnded) return;
    hasEnded = true;
    const took = performance.now() - started;
    const request = { ...head, ...requestCapture.end() };
    finish({ sentAt, took, request, requestBytes: requestCapture.bytes(), response });
  };
  const abortCall = (cause?: Error): void => {
    if (cause !== undefined && !hasEnded) options.onNoResponse?.(cause, url.href);
    end(undefined);
    upstreamRequest.destroy();
    // The caller sees the same as without the proxy: a broken connection.
    outgoing.destroy();
  };
  incoming.on('error', () => abortCall());
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) abortCall();
  });
  upstreamRequest.on('error', abortCall);
  upstreamRequest.on('continue', () => outgoing.writeContinue());
  upstreamRequest.on('response', (response) => {
    response.on('error', () => abortCall());
    const responseCapture = captureResponse(response, end);
    if (options.storage && grantsUploadUrls(incoming, response))
      returnWithProxiedUrls(response, responseCapture, outgoing);
    else returnUnchanged(response, outgoing);
  });
  // A service may answer before it has the whole body; the rest still passes.
  incoming.on('data', (chunk: Uint8Array) => hasEnded || requestCapture.add(chunk));
  if (incoming.method === 'PUT') forwardInTurns(incoming, upstreamRequest);
  else incoming.pipe(upstreamRequest);
}

/** Copies a response while it is forwarded, and passes the copy on when it is complete. */
function captureResponse(
  response: IncomingMessage,
  onEnd: (response: ProxiedCall['response']) => void,
): BodyCapture {
  const capture = captureBytes();
  response.on('data', (chunk: Uint8Array) => capture.add(chunk));
  response.on('end', () => {
    const { statusCode: status = 0 } = response;
    onEnd({ status, headers: flattenHeaders(response), bytes: capture.bytes() });
  });
  return capture;
}

/**
 * Forwards one piece of an upload, 64 kB at most, and lets all other calls have their turn before the
 * next one. A pipe would read megabytes at a time, and hash them, while other calls wait.
 */
function forwardInTurns(incoming: IncomingMessage, upstreamRequest: ClientRequest): void {
  const resume = (): void => void incoming.resume();
  incoming.on('data', (chunk: Uint8Array) => {
    incoming.pause();
    if (upstreamRequest.write(chunk)) setImmediate(resume);
    else upstreamRequest.once('drain', resume);
  });
  incoming.on('end', () => upstreamRequest.end());
}

function returnUnchanged(response: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.sendDate = false;
  outgoing.writeHead(
    response.statusCode ?? 502,
    response.statusMessage,
    filterHeaders(response.rawHeaders),
  );
  response.pipe(outgoing);
  // A body that is there already goes into the same packet as the headers.
  setImmediate(() => outgoing.flushHeaders());
}

function grantsUploadUrls(incoming: IncomingMessage, { statusCode = 0 }: IncomingMessage): boolean {
  const isUploadRequest = /\/books\/[^/?]+\/upload(\?|$)/.test(incoming.url ?? '');
  return incoming.method === 'POST' && isUploadRequest && statusCode >= 200 && statusCode < 300;
}

/** Waits for the whole body, which is small, and replaces the URLs in it. */
function returnWithProxiedUrls(
  response: IncomingMessage,
  responseCapture: BodyCapture,
  outgoing: ServerResponse,
): void {
  response.on('end', () => {
    const text = new TextDecoder().decode(responseCapture.bytes() ?? new Uint8Array());
    const proxy = `http://${outgoing.req.headers.host ?? ''}`;
    const body = Buffer.from(replacePresignedUrls(text, proxy));
    const headers = filterHeaders(response.rawHeaders, ['content-length', 'transfer-encoding']);
    outgoing.sendDate = false;
    outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, [
      ...headers,
      'content-length',
      String(body.length),
    ]);
    outgoing.end(body);
  });
}

function headersToSend(
  incoming: IncomingMessage,
  url: URL,
  { storage }: PassThroughOptions,
): string[] {
  // A compressed response could not be searched for URLs.
  const excluded = storage && incoming.method === 'POST' ? ['host', 'accept-encoding'] : ['host'];
  return ['host', url.host, ...filterHeaders(incoming.rawHeaders, excluded)];
}

/** Raw headers keep order, case and repetition. */
function filterHeaders(raw: readonly string[], excluded: readonly string[] = []): string[] {
  const result: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]];
    const key = name.toLowerCase();
    if (!hopByHop.has(key) && !excluded.includes(key)) result.push(name, value);
  }
  return result;
}

function flattenHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
