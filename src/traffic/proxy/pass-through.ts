/** A proxy that forwards calls and passes a copy of each to a listener. */
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
import {
  replaceUploadUrls,
  unpackBody,
  type RecordedExchange,
  type RecordedRequest,
} from '../recordings/index.ts';
import {
  filterHeaders,
  flattenHeaders,
  captureBytes,
  captureUpload,
  type BodyCapture,
} from './captured-body.ts';
import { createProxiedAddress, readPresignedAddress } from './storage-address.ts';

/** A call that has ended. Bodies are bytes as they were sent, possibly compressed. */
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

/** Turns a call into a recorded exchange. A body that cannot be decompressed is left out. */
export function recordProxiedCall(call: ProxiedCall): RecordedExchange {
  const { requestBytes, request, response, ...times } = call;
  const decode = (bytes: Uint8Array | undefined, headers: Readonly<Record<string, string>>) =>
    bytes && unpackBody(bytes, headers['content-encoding']);
  return {
    ...times,
    request: { ...request, text: decode(requestBytes, request.headers) },
    response: response && {
      status: response.status,
      headers: response.headers,
      text: decode(response.bytes, response.headers),
    },
  };
}

/** Observes calls. Traffic waits for the listener, so it must return immediately and never throw. */
export interface ProxyListener {
  readonly start: (request: RecordedRequest) => (call: ProxiedCall) => void;
}

export interface PassThroughOptions {
  /** Returns the service, whose origin receives the calls. Called for each call, because the target may be set later. */
  readonly target: () => URL;
  /** More certificates to trust, as PEM. */
  readonly ca?: readonly string[];
  /**
   * True if upload URLs in responses are replaced with addresses at this proxy, so that uploads
   * pass through it as well. The proxy changes nothing else.
   */
  readonly storage: boolean;
  readonly listener: ProxyListener;
  /** Called if a call got no response from the service. */
  readonly onNoResponse?: (error: Error, url: string) => void;
}

/** Creates the server, which does not listen yet. */
export function createPassThroughProxy(options: PassThroughOptions): Server {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true, ...(options.ca && { ca: [...options.ca] }) }),
  };
  const handleCall = (callerRequest: IncomingMessage, callerResponse: ServerResponse): void => {
    const path = callerRequest.url ?? '/';
    const presignedUrl = options.storage ? readPresignedAddress(path) : undefined;
    const url = new URL(presignedUrl ?? path, options.target());
    const isSecure = url.protocol === 'https:';
    const upstreamRequest = (isSecure ? httpsRequest : httpRequest)({
      method: callerRequest.method,
      protocol: url.protocol,
      hostname: url.hostname.replaceAll(/^\[|\]$/g, ''),
      port: url.port === '' ? (isSecure ? 443 : 80) : url.port,
      // The path is forwarded unchanged, because parsing could change its escapes.
      path: presignedUrl === undefined ? callerRequest.url : url.pathname + url.search,
      headers: createForwardedHeaders(callerRequest, url, options),
      agent: isSecure ? agents['https:'] : agents['http:'],
      // `createForwardedHeaders` sets the Host header.
      setHost: false,
    });
    forwardCall({ callerRequest, callerResponse, upstreamRequest, url, options });
  };
  // Requests have no time limit, because an upload may take long.
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, handleCall);
  server.on('checkContinue', handleCall);
  server.on('close', () => {
    agents['http:'].destroy();
    agents['https:'].destroy();
  });
  return server;
}

interface CallToForward {
  readonly callerRequest: IncomingMessage;
  readonly callerResponse: ServerResponse;
  readonly upstreamRequest: ClientRequest;
  readonly url: URL;
  readonly options: PassThroughOptions;
}

function forwardCall(call: CallToForward): void {
  const { callerRequest, callerResponse, upstreamRequest, url, options } = call;
  const recording = startRecording(callerRequest, url, options.listener);
  const abortCall = (cause?: Error): void => {
    if (cause !== undefined && !recording.hasEnded()) options.onNoResponse?.(cause, url.href);
    recording.end(undefined);
    upstreamRequest.destroy();
    // As without the proxy, the caller sees a broken connection.
    callerResponse.destroy();
  };
  callerRequest.on('error', () => abortCall());
  callerResponse.on('close', () => {
    if (!callerResponse.writableFinished) abortCall();
  });
  upstreamRequest.on('error', abortCall);
  upstreamRequest.on('continue', () => callerResponse.writeContinue());
  upstreamRequest.on('response', (response) => {
    response.on('error', () => abortCall());
    const responseCapture = captureResponse(response, recording.end);
    if (options.storage && grantsUploadUrls(callerRequest, response))
      returnWithProxiedUrls(response, responseCapture, callerResponse);
    else returnUnchanged(response, callerResponse);
  });
  if (callerRequest.method === 'PUT') forwardInTurns(callerRequest, upstreamRequest);
  else callerRequest.pipe(upstreamRequest);
}

/** Copies the request of a call, and passes the call to the listener when it ends. */
function startRecording(callerRequest: IncomingMessage, url: URL, listener: ProxyListener) {
  const head = {
    method: callerRequest.method ?? 'GET',
    url: url.href,
    headers: flattenHeaders(callerRequest),
  };
  const finish = listener.start(head);
  const [sentAt, startTick] = [preciseNow(), performance.now()];
  const requestCapture = callerRequest.method === 'PUT' ? captureUpload() : captureBytes();
  let hasEnded = false;
  // A service may respond before it has received the whole body; the rest is forwarded, but not captured.
  callerRequest.on('data', (chunk: Uint8Array) => hasEnded || requestCapture.add(chunk));
  return {
    hasEnded: () => hasEnded,
    end: (response: ProxiedCall['response']): void => {
      if (hasEnded) return;
      hasEnded = true;
      const took = performance.now() - startTick;
      const request = { ...head, ...requestCapture.end() };
      finish({ sentAt, took, request, requestBytes: requestCapture.bytes(), response });
    },
  };
}

/** Copies a response while it is forwarded, and calls `onEnd` with the complete copy. */
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
 * Forwards an upload in pieces of at most 64 kB, and lets other calls continue after each piece. A pipe
 * would read and hash megabytes at a time while other calls wait.
 */
function forwardInTurns(callerRequest: IncomingMessage, upstreamRequest: ClientRequest): void {
  const resume = (): void => void callerRequest.resume();
  callerRequest.on('data', (chunk: Uint8Array) => {
    callerRequest.pause();
    if (upstreamRequest.write(chunk)) setImmediate(resume);
    else upstreamRequest.once('drain', resume);
  });
  callerRequest.on('end', () => upstreamRequest.end());
}

function returnUnchanged(response: IncomingMessage, callerResponse: ServerResponse): void {
  callerResponse.sendDate = false;
  callerResponse.writeHead(
    response.statusCode ?? 502,
    response.statusMessage,
    filterHeaders(response.rawHeaders),
  );
  response.pipe(callerResponse);
  // The delay lets a body that has already arrived share a packet with the headers.
  setImmediate(() => callerResponse.flushHeaders());
}

function grantsUploadUrls(callerRequest: IncomingMessage, { statusCode = 0 }: IncomingMessage) {
  const isRequest = callerRequest.method === 'POST' && uploadPath.test(callerRequest.url ?? '');
  return isRequest && statusCode >= 200 && statusCode < 300;
}

const uploadPath = /\/books\/[^/?]+\/upload(\?|$)/;

/** Waits for the whole body, which is small, and replaces the URLs in it. */
function returnWithProxiedUrls(
  response: IncomingMessage,
  responseCapture: BodyCapture,
  callerResponse: ServerResponse,
): void {
  response.on('end', () => {
    const text = new TextDecoder().decode(responseCapture.bytes() ?? new Uint8Array());
    const proxy = `http://${callerResponse.req.headers.host ?? ''}`;
    const body = Buffer.from(replaceUploadUrls(text, (url) => createProxiedAddress(url, proxy)));
    const headers = filterHeaders(response.rawHeaders, ['content-length', 'transfer-encoding']);
    callerResponse.sendDate = false;
    headers.push('content-length', String(body.length));
    callerResponse.writeHead(response.statusCode ?? 502, response.statusMessage, headers);
    callerResponse.end(body);
  });
}

function createForwardedHeaders(
  callerRequest: IncomingMessage,
  url: URL,
  { storage }: PassThroughOptions,
): string[] {
  // Without accept-encoding, the response is not compressed and can be searched for URLs.
  const excludedNames =
    storage && callerRequest.method === 'POST' ? ['host', 'accept-encoding'] : ['host'];
  return ['host', url.host, ...filterHeaders(callerRequest.rawHeaders, excludedNames)];
}
