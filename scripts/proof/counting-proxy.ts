/** A proxy in front of a service and its storage. It records every request. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listen, stop } from '../servers/listen.ts';

export interface ProxiedRequest {
  readonly to: 'service' | 'storage';
  readonly method: string;
  readonly path: string;
  readonly hasKey: boolean;
  readonly status: number;
}

export interface CountingProxy {
  /** The proxy's own origin for requests to the service. */
  readonly address: string;
  readonly requests: readonly ProxiedRequest[];
  readonly end: () => Promise<void>;
}

/** Delays and failures of responses. */
export interface Disturbance {
  /** Returns the milliseconds by which to delay the next response, or a status to return instead. */
  readonly next: () => { readonly delay?: number; readonly instead?: number };
}

const noDisturbance: Disturbance = { next: () => ({}) };

/** Starts a proxy. It rewrites upload URLs in responses so that they lead through it too. */
export async function startCountingProxy(
  service: string,
  storage: string,
  disturbance: Disturbance = noDisturbance,
): Promise<CountingProxy> {
  const requests: ProxiedRequest[] = [];
  const state: ProxyState = {
    requests,
    disturbance,
    storageOrigin: storage,
    proxyStorageOrigin: '',
  };
  const storageServer = createServer((clientRequest, proxyResponse) =>
    handleRequest({ ...state, to: 'storage', target: storage }, clientRequest, proxyResponse),
  );
  const proxyStorage = `http://127.0.0.1:${await listen(storageServer)}`;
  const serviceServer = createServer((clientRequest, proxyResponse) =>
    handleRequest(
      { ...state, proxyStorageOrigin: proxyStorage, to: 'service', target: service },
      clientRequest,
      proxyResponse,
    ),
  );
  const address = `http://127.0.0.1:${await listen(serviceServer)}`;
  return {
    address,
    requests,
    end: async () => {
      await Promise.all([stop(serviceServer), stop(storageServer)]);
    },
  };
}

interface ProxyState {
  readonly requests: ProxiedRequest[];
  readonly disturbance: Disturbance;
  /** The origin of the storage, and the origin that replaces it in responses; empty if none does. */
  readonly storageOrigin: string;
  readonly proxyStorageOrigin: string;
}

interface ProxyTarget extends ProxyState {
  readonly to: ProxiedRequest['to'];
  readonly target: string;
}

function handleRequest(
  proxyTarget: ProxyTarget,
  clientRequest: IncomingMessage,
  proxyResponse: ServerResponse,
): void {
  const { method = '', url: path = '', headers } = clientRequest;
  const recordRequest = (status: number): void => {
    proxyTarget.requests.push({
      to: proxyTarget.to,
      method,
      path,
      hasKey: headers['apikey'] !== undefined,
      status,
    });
  };
  const { delay = 0, instead: replacementStatus } = proxyTarget.disturbance.next();
  if (replacementStatus !== undefined && proxyTarget.to === 'service') {
    clientRequest.resume();
    recordRequest(replacementStatus);
    proxyResponse.writeHead(replacementStatus, { 'retry-after': '0' }).end();
    return;
  }
  const host = new URL(proxyTarget.target).host;
  const forwardedRequest = request(new URL(path, proxyTarget.target), {
    method,
    headers: { ...headers, host },
  });
  forwardedRequest.once('response', (response) => {
    forward(response, proxyResponse, {
      proxyTarget,
      delay,
      recordRequest,
    }).catch(() => proxyResponse.destroy());
  });
  forwardedRequest.once('error', () => proxyResponse.destroy());
  clientRequest.pipe(forwardedRequest);
}

interface ForwardOptions {
  readonly proxyTarget: ProxyTarget;
  readonly delay: number;
  readonly recordRequest: (status: number) => void;
}

async function forward(
  response: IncomingMessage,
  proxyResponse: ServerResponse,
  { proxyTarget, delay, recordRequest }: ForwardOptions,
): Promise<void> {
  const text = await readText(response);
  const body =
    proxyTarget.proxyStorageOrigin === ''
      ? text
      : text.replaceAll(proxyTarget.storageOrigin, proxyTarget.proxyStorageOrigin);
  recordRequest(response.statusCode ?? 0);
  await pause(delay);
  const { 'content-length': _length, ...headers } = response.headers;
  proxyResponse.writeHead(response.statusCode ?? 502, headers);
  proxyResponse.end(body);
}

async function readText(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
  return text;
}
