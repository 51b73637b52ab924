/** A proxy that passes calls to a service on unchanged and hands a copy of each to a listener. */
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
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { preciseNow } from '../../harness/evidence/index.ts';
import type { RecordedRequest } from '../recordings/index.ts';
import { captureBytes, captureUpload, type Capture } from './captured-body.ts';
import { presignedAddress, withProxiedUrls } from './storage-address.ts';

/** A call that is over. Bodies are bytes, since decoding them is not the proxy's work. */
export interface PassedCall {
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
export interface PassListener {
  readonly start: (request: RecordedRequest) => (call: PassedCall) => void;
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
  readonly listener: PassListener;
  /** Hears why a call got no response from the service. */
  readonly onLost?: (error: Error, url: string) => void;
}

/** They concern one connection, so each side of the proxy has its own (RFC 9110, section 7.6.1). */
const hopByHop = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade']);

/** Creates the server; the caller decides where it listens. */
export function createPassThrough(options: PassThroughOptions): Server {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true, ...(options.ca && { ca: [...options.ca] }) }),
  };
  const pass = (from: IncomingMessage, to: ServerResponse): void => {
    const presigned = options.storage ? presignedAddress(from.url ?? '/') : undefined;
    const url = new URL(presigned ?? from.url ?? '/', options.target());
    const secure = url.protocol === 'https:';
    const upstream = (secure ? httpsRequest : httpRequest)({
      method: from.method,
      protocol: url.protocol,
      hostname: url.hostname.replaceAll(/^\[|\]$/g, ''),
      port: url.port === '' ? (secure ? 443 : 80) : url.port,
      // The path is passed on as it is, because parsing could change its escapes.
      path: presigned === undefined ? from.url : url.pathname + url.search,
      headers: headersToSend(from, url, options),
      agent: secure ? agents['https:'] : agents['http:'],
      setHost: false,
    });
    carry({ from, to, upstream, url, options });
  };
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, pass);
  server.on('checkContinue', pass);
  server.on('close', () => {
    agents['http:'].destroy();
    agents['https:'].destroy();
  });
  return server;
}

interface Carried {
  readonly from: IncomingMessage;
  readonly to: ServerResponse;
  readonly upstream: ClientRequest;
  readonly url: URL;
  readonly options: PassThroughOptions;
}

function carry({ from, to, upstream, url, options }: Carried): void {
  const head = { method: from.method ?? 'GET', url: url.href, headers: flat(from) };
  const finish = options.listener.start(head);
  const [sentAt, started] = [preciseNow(), performance.now()];
  const sent = from.method === 'PUT' ? captureUpload() : captureBytes();
  let over = false;
  const end = (response: PassedCall['response']): void => {
    if (over) return;
    over = true;
    const took = performance.now() - started;
    const request = { ...head, ...sent.end() };
    finish({ sentAt, took, request, requestBytes: sent.bytes(), response });
  };
  const breakOff = (lost?: Error): void => {
    if (lost !== undefined && !over) options.onLost?.(lost, url.href);
    end(undefined);
    upstream.destroy();
    // The caller sees the same as without the proxy: a broken connection.
    to.destroy();
  };
  from.on('error', () => breakOff());
  to.on('close', () => {
    if (!to.writableFinished) breakOff();
  });
  upstream.on('error', breakOff);
  upstream.on('continue', () => to.writeContinue());
  upstream.on('response', (response) => {
    response.on('error', () => breakOff());
    const received = captureBytes();
    response.on('data', (chunk: Uint8Array) => received.add(chunk));
    response.on('end', () => {
      const { statusCode: status = 0 } = response;
      end({ status, headers: flat(response), bytes: received.bytes() });
    });
    if (options.storage && givesUploadUrls(from, response)) returnWithUrls(response, received, to);
    else returnUnchanged(response, to);
  });
  // A service may answer before it has the whole body; the rest still passes.
  from.on('data', (chunk: Uint8Array) => over || sent.add(chunk));
  if (from.method === 'PUT') forwardInTurns(from, upstream);
  else from.pipe(upstream);
}

/**
 * Forwards one piece of an upload, 64 kB at most, and lets all other calls have their turn before the
 * next one. A pipe would read megabytes at a time, and hash them, while other calls wait.
 */
function forwardInTurns(from: IncomingMessage, upstream: ClientRequest): void {
  const resume = (): void => void from.resume();
  from.on('data', (chunk: Uint8Array) => {
    from.pause();
    if (upstream.write(chunk)) setImmediate(resume);
    else upstream.once('drain', resume);
  });
  from.on('end', () => upstream.end());
}

function returnUnchanged(response: IncomingMessage, to: ServerResponse): void {
  to.sendDate = false;
  to.writeHead(response.statusCode ?? 502, response.statusMessage, ownHeaders(response.rawHeaders));
  response.pipe(to);
  // A body that is there already goes into the same packet as the headers.
  setImmediate(() => to.flushHeaders());
}

function givesUploadUrls(from: IncomingMessage, { statusCode = 0 }: IncomingMessage): boolean {
  const isUploadRequest = /\/books\/[^/?]+\/upload(\?|$)/.test(from.url ?? '');
  return from.method === 'POST' && isUploadRequest && statusCode >= 200 && statusCode < 300;
}

/** Waits for the whole body, which is small, and replaces the URLs in it. */
function returnWithUrls(response: IncomingMessage, received: Capture, to: ServerResponse): void {
  response.on('end', () => {
    const text = new TextDecoder().decode(received.bytes() ?? new Uint8Array());
    const proxy = `http://${to.req.headers.host ?? ''}`;
    const body = Buffer.from(withProxiedUrls(text, urlsIn(text), proxy));
    const headers = ownHeaders(response.rawHeaders, ['content-length', 'transfer-encoding']);
    to.sendDate = false;
    to.writeHead(response.statusCode ?? 502, response.statusMessage, [
      ...headers,
      'content-length',
      String(body.length),
    ]);
    to.end(body);
  });
}

function urlsIn(text: string): string[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  const grants = isObject(parsed) ? parsed['data'] : parsed;
  if (!isArray(grants)) return [];
  return grants.flatMap((grant) => {
    if (!isObject(grant)) return [];
    const fields = isObject(grant['attributes']) ? grant['attributes'] : grant;
    const { url } = fields;
    return typeof url === 'string' && URL.canParse(url) ? [url] : [];
  });
}

function headersToSend(from: IncomingMessage, url: URL, { storage }: PassThroughOptions): string[] {
  // A compressed response could not be searched for URLs.
  const dropped = storage && from.method === 'POST' ? ['host', 'accept-encoding'] : ['host'];
  return ['host', url.host, ...ownHeaders(from.rawHeaders, dropped)];
}

/** Raw headers keep order, case and repetition. */
function ownHeaders(raw: readonly string[], dropped: readonly string[] = []): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    const key = name.toLowerCase();
    if (!hopByHop.has(key) && !dropped.includes(key)) kept.push(name, value);
  }
  return kept;
}

function flat({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
